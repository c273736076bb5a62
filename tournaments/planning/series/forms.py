"""The forms for repeating a tournament."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from django import forms
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

MONTHLY = (
    _("every month on the first %(day)s"),
    _("every month on the second %(day)s"),
    _("every month on the third %(day)s"),
    _("every month on the fourth %(day)s"),
)


class RepeatForm(forms.Form):
    """How a tournament repeats, counted from the day of its start."""

    repeat = forms.ChoiceField(label=_("It is repeated"), widget=forms.RadioSelect)
    rule = forms.CharField(
        label=_("Rule"),
        required=False,
        max_length=200,
        help_text=_("As calendars write it (RRULE): FREQ=MONTHLY;BYDAY=-1FR is the last Friday of each month."),
    )
    days_ahead = forms.IntegerField(
        label=_("Days ahead"),
        min_value=1,
        max_value=60,
        initial=14,
        help_text=_("How long before its start each tournament is created and announced."),
    )

    def __init__(self, data: Any = None, *, start: datetime, initial: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, label_suffix="", initial={"repeat": "weekly", **(initial or {})})
        self.start = start
        field = self.fields["repeat"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [*self._words(), ("own", _("by a rule of my own"))]

    def _words(self) -> Iterator[tuple[str, str]]:
        number = (self.start.day - 1) // 7
        gaps = {"day": date_format(self.start, "l")}
        yield "weekly", gettext("every week on %(day)s") % gaps
        yield "fortnightly", gettext("every second week on %(day)s") % gaps
        if number < len(MONTHLY):
            yield "monthly", str(MONTHLY[number]) % gaps
        yield "last", gettext("every month on the last %(day)s") % gaps

    @property
    def rule_text(self) -> str:
        return rule_of(self.cleaned_data["repeat"], self.start) or self.cleaned_data["rule"]


def rule_of(repeat: str, start: datetime) -> str:
    """Return the recurrence rule of a choice; empty for a custom rule."""
    day = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")[start.weekday()]
    rules = {
        "weekly": f"FREQ=WEEKLY;BYDAY={day}",
        "fortnightly": f"FREQ=WEEKLY;INTERVAL=2;BYDAY={day}",
        "monthly": f"FREQ=MONTHLY;BYDAY={(start.day - 1) // 7 + 1}{day}",
        "last": f"FREQ=MONTHLY;BYDAY=-1{day}",
    }
    return rules.get(repeat, "")


class SeriesForm(RepeatForm):
    """How a series repeats, with the time of its next dates."""

    hour = forms.TimeField(label=_("Start"), widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}))
    field_order = ["repeat", "rule", "hour", "days_ahead"]


def repeat_of(rule: str, start: datetime) -> str:
    """Return the choice of `RepeatForm` that gives this rule."""
    return next((one for one in ("weekly", "fortnightly", "monthly", "last") if rule_of(one, start) == rule), "own")
