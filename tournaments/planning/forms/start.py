"""Asks when a tournament starts, and when registration and check-in open."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from common.errors import UserError
from common.time_zones import TimeZoneField
from tournaments.base.clock import moment
from tournaments.planning.forms.part import OWN, Part, with_value
from tournaments.terms import Terms

KEEP = "keep"
AT_ONCE = "now"
LEADS = {"1": 1, "3": 3, "7": 7, "14": 14, "28": 28}
"""How many days before the start registration opens, by choice."""
CHECK_INS = (0, 5, 10, 15, 20, 30, 60, 120)
FIELDS = ("day", "hour", "time_zone", "registration", "registration_day", "registration_hour", "check_in_minutes")


class StartPart(Part):
    day = forms.DateField(label=_("Day"), widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}))
    hour = forms.TimeField(label=_("Start"), widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}))
    time_zone = TimeZoneField(label=_("Time zone"), help_text=_("Everyone reads the time by their own clock."))
    registration = forms.ChoiceField(label=_("Registration opens"))
    registration_day = forms.DateField(
        label=_("On"), required=False, widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    )
    registration_hour = forms.TimeField(
        label=_("At"), required=False, widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"})
    )
    check_in_minutes = forms.TypedChoiceField(
        label=_("Check-in"),
        coerce=int,
        help_text=_("Players who have not checked in by the start are not seated until they say that they are here."),
    )

    def initial_start(self, like: Terms) -> dict[str, Any]:
        start = like.schedule.local_start
        opens = like.registration_at.astimezone(start.tzinfo)
        return {
            "day": start.date(),
            "hour": start.time(),
            "registration": AT_ONCE if self.tournament is None else KEEP,
            "registration_day": opens.date(),
            "registration_hour": opens.time(),
        }

    def offer_start(self) -> None:
        if self.is_running:
            self.leave_out(FIELDS)
            return
        words, none = (
            gettext("from %(minutes)d minutes before the start"),
            gettext("none: everyone who has entered plays"),
        )
        checks = with_value(CHECK_INS, self.like.check_in_minutes)
        self.offer("check_in_minutes", [(one, words % {"minutes": one} if one else none) for one in checks])
        leads = [(key, _days_before(number)) for key, number in LEADS.items()]
        kept = [] if self.tournament is None else [(KEEP, gettext("as it was set"))]
        self.offer(
            "registration", [*kept, (AT_ONCE, gettext("at once")), *leads, (OWN, gettext("at a time of my choice"))]
        )

    def choose_start(self) -> None:
        """Add `starts_at` and `registration_at` to the cleaned data."""
        if "day" not in self.fields or not {"day", "hour", "time_zone"} <= self.cleaned_data.keys():
            return
        start = self._moment("day", "hour")
        if start is None:
            return
        if start <= self.now and start != self.like.starts_at:
            self.add_error("day", _("This time has passed. Choose a later one."))
            return
        self.cleaned_data["starts_at"] = start
        opens = self._registration(start)
        if opens is not None:
            self.cleaned_data["registration_at"] = opens

    def with_start(self, terms: Terms) -> Terms:
        data = self.cleaned_data
        when = {name: data[name] for name in ("starts_at", "time_zone") if name in data}
        others = {name: data[name] for name in ("registration_at", "check_in_minutes") if name in data}
        there = replace(terms, schedule=replace(terms.schedule, **when), **others)
        return there if data.get("registration") == OWN else _with_check_in_in_time(there)

    def _registration(self, start: datetime) -> datetime | None:
        match self.cleaned_data.get("registration"):
            case None:
                return None
            case "keep":
                return self.like.registration_at
            case "now":
                return min(self.now, start)
            case "own":
                return self._own_registration()
            case lead:
                local = start.astimezone(ZoneInfo(self.cleaned_data["time_zone"])) - timedelta(days=LEADS[lead])
                return min(max(local, self.now), start)

    def _own_registration(self) -> datetime | None:
        for name in ("registration_day", "registration_hour"):
            if self.cleaned_data.get(name) is None:
                if name not in self.errors:
                    self.add_error(name, _("Say when registration opens."))
                return None
        return self._moment("registration_day", "registration_hour")

    def _moment(self, day: str, hour: str) -> datetime | None:
        try:
            return moment(self.cleaned_data[day], self.cleaned_data[hour], self.cleaned_data["time_zone"])
        except UserError as refusal:
            self.add_error(day if refusal.code == "far" else hour, str(refusal))
            return None


def _with_check_in_in_time(terms: Terms) -> Terms:
    """Shorten the check-in to the whole minutes between registration and start."""
    room = max(0, (terms.starts_at - terms.registration_at) // timedelta(minutes=1))
    return replace(terms, check_in_minutes=min(terms.check_in_minutes, room))


def _days_before(number: int) -> str:
    return ngettext("%(count)d day before", "%(count)d days before", number) % {"count": number}
