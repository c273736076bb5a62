"""The length of a move, a round and a break, or the days between the dates of rounds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.pages.forms import SECONDS
from games.pages.labels import span
from tournaments.base.labels import apart
from tournaments.models import Tournament
from tournaments.planning.forms.part import with_value
from tournaments.planning.forms.rolling import RollingPart
from tournaments.terms import MOST_DAYS, Schedule, Terms

BREAKS = (0, 30, 60, 120, 180, 300, 600, 900, 1800, 3600, 86_400)
APART = (0, 1, 2, 3, 4, 5, 6, 7, 10, 14, 21, 28)
"""Choices for the days from one round to the next."""
LONGEST_ROUND = 31 * 24 * 60
FIELDS = ("seconds", "days_between", "break_seconds", "round_minutes", "agreeing", "agree_days", "fixed_day")
HOURS = ("agreeing", "agree_days", "fixed_day")


class PacePart(RollingPart):
    seconds = forms.TypedChoiceField(
        label=_("Time for each move"),
        coerce=int,
        help_text=_("When it runs out, the house plays the move, so that nobody waits forever."),
    )
    round_minutes = forms.IntegerField(
        label=_("Minutes for a round"),
        required=False,
        min_value=1,
        max_value=LONGEST_ROUND,
        help_text=_(
            "When they are up, the house plays unfinished tables to the end. Empty: as long as it takes, or until "
            "the date of the next round."
        ),
    )
    days_between = forms.TypedChoiceField(
        label=_("Rounds follow one another"),
        coerce=int,
        help_text=_(
            "On dates they begin at the time of day of the start, and never earlier; when a date comes, the house "
            "plays what is unfinished of the round before to its end."
        ),
    )
    break_seconds = forms.TypedChoiceField(label=_("Break between rounds"), coerce=int)

    agreeing = forms.ChoiceField(
        label=_("On dates, the tables of a round open"),
        choices=Tournament.Agreeing,
        required=False,
        help_text=_("Everyone proposes and accepts times in their own time zone, and is reminded."),
    )
    agree_days = forms.IntegerField(
        label=_("Days to agree on a time"), required=False, min_value=0, max_value=MOST_DAYS, initial=0
    )
    fixed_day = forms.IntegerField(
        label=_("Fixed time: so many days after the round begins, at the same time of day"),
        required=False,
        min_value=0,
        max_value=MOST_DAYS,
        initial=0,
        help_text=_("It also holds if the organisers have not decided a day before it."),
    )

    def offer_pace(self) -> None:
        columns = self.like.schedule.columns
        self.offer("seconds", [(one, span(one)) for one in with_value(SECONDS, self.like.seconds)])
        if self.played.is_rolling:
            self.leave_out(HOURS)
            self.offer_rolling_pace()
            return
        pauses = with_value(BREAKS, columns["break_seconds"])
        self.offer("break_seconds", [(one, span(one) if one else gettext("none")) for one in pauses])
        days = with_value(APART, columns["days_between"])
        self.offer("days_between", [(one, apart(one) if one else gettext("after a break")) for one in days])
        if self.is_running:
            self.leave_out(HOURS)
            self.leave_out(["days_between", *(["break_seconds"] if self.like.schedule.has_dates else [])])

    @property
    def pace_fields(self) -> list[forms.BoundField]:
        return self.there(*FIELDS)

    def with_pace(self, terms: Terms) -> Terms:
        times = self.chosen("days_between", "break_seconds", "round_minutes")
        if self.played.is_rolling:
            times["days_between"] = 0
        schedule = Schedule.from_columns({**terms.schedule.columns, **times})
        return replace(terms, schedule=schedule, **self.chosen("seconds"), **self._hours())

    def _hours(self) -> dict[str, Any]:
        """Return the settings for times that players agree on; without agreement, the days are reset to 0."""
        chosen = {"agreeing": "off"} if self.played.is_rolling else self.chosen(*HOURS)
        if not chosen:
            return {}
        if chosen.get("agreeing", "off") in ("", "off"):
            return {"agreeing": "off", "agree_days": 0, "fixed_day": 0}
        agree_days = chosen.get("agree_days") or 0
        fixed_day = chosen.get("fixed_day") or 0
        if chosen["agreeing"] == Tournament.Agreeing.ABSENT:
            fixed_day = max(fixed_day, agree_days)
        return {"agreeing": chosen["agreeing"], "agree_days": agree_days, "fixed_day": fixed_day}
