"""The fields for handicap points."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.formats.handicap import LARGEST_STEP, LEAST_STEP, MOST
from tournaments.formats.plan import MOST_HANDICAP
from tournaments.planning.forms.part import Part
from tournaments.terms import Terms

HANDICAP = ("handicap_step", "handicap_most")


class HandicapPart(Part):
    handicap_step = forms.IntegerField(
        label=_("Handicap: one point in every round for so many rating points"),
        required=False,
        min_value=LEAST_STEP,
        max_value=LARGEST_STEP,
        help_text=_(
            "It counts against whoever is rated above 1000 at the start, and helps whoever is rated below. "
            "50 suits most evenings. Empty: no handicap."
        ),
    )
    handicap_most = forms.IntegerField(
        label=_("Handicap: at most so many points"),
        required=False,
        min_value=1,
        max_value=MOST,
    )

    def initial_handicap(self, like: Terms) -> dict[str, Any]:
        return {"handicap_step": like.handicap_step or None}

    def chosen_handicap(self) -> dict[str, int]:
        """Return the chosen settings; empty if the format has no handicap."""
        chosen = self.chosen(*HANDICAP)
        usual = {"handicap_step": 0, "handicap_most": MOST_HANDICAP}
        return {name: value or usual[name] for name, value in chosen.items()}
