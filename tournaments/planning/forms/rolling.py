"""Fields for rolling tables, and what changes in other fields for them."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.pages.labels import span
from tournaments.planning.forms.part import Part, with_value
from tournaments.terms.checks import LONGEST_ROLLING, SHORTEST_ROLLING

ROLLING = ("fills_up", "plays_out")
PAUSES = (0, 10, 20, 30, 60, 120)
"""Choices for the seconds from the announcement of a table until it opens."""
USUAL_MINUTES, USUAL_PAUSE = 90, 20
FIXED: dict[str, Any] = {"absence": "pause", "no_shows": "worst", "holds_seatings": False, "late_rounds": 1}
"""Settings that cannot be chosen at rolling tables."""


class RollingPart(Part):
    fills_up = forms.BooleanField(
        label=_("Bots fill up tables"),
        required=False,
        help_text=_("A player who has waited for a minute, with too few others free, gets a table with bots."),
    )
    plays_out = forms.BooleanField(
        label=_("Tables under way at the end are played out"),
        required=False,
        help_text=_("They count. Otherwise they are broken off when the time is up, and count for nobody."),
    )

    def suggest_times(self) -> None:
        """Suggest a duration and a pause if rolling tables are newly chosen."""
        if self.played.is_rolling:
            self.initial.update(round_minutes=USUAL_MINUTES, break_seconds=USUAL_PAUSE)

    def offer_rolling_pace(self) -> None:
        """Ask for the duration of the whole event instead of that of a round."""
        self.leave_out(["days_between", *(["round_minutes"] if self.is_running else [])])
        pauses = with_value(PAUSES, int(self.initial["break_seconds"]))
        self.offer("break_seconds", [(one, span(one) if one else gettext("none")) for one in pauses])
        self.fields["break_seconds"].label = gettext("From the announcement of a table until it opens")
        if "round_minutes" in self.fields:
            self.fields["round_minutes"] = forms.IntegerField(
                label=gettext("Minutes in all"),
                min_value=SHORTEST_ROLLING,
                max_value=LONGEST_ROLLING,
                help_text=gettext("After that nobody is seated any more."),
            )
