"""The stages of an event: format and groups of the qualifying, how many go on, and the format of the final."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.rules import GAMES
from tournaments.formats import Format, Stages
from tournaments.planning.forms.part import Part
from tournaments.terms import Terms

STAGES = ("qualifying", "groups", "advancing", "deciding", "deciding_rounds")


class StagesPart(Part):
    qualifying = forms.ChoiceField(label=_("Qualifying"))
    groups = forms.IntegerField(
        label=_("Groups"), min_value=1, max_value=16, initial=1, help_text=_("1: everybody plays in one group.")
    )
    advancing = forms.IntegerField(
        label=_("How many go on to the final"),
        min_value=2,
        max_value=64,
        help_text=_("The best of each group; whoever misses the last round of the qualifying does not go on."),
    )
    deciding = forms.ChoiceField(label=_("Final"))
    deciding_rounds = forms.IntegerField(
        label=_("Rounds of the final"),
        required=False,
        min_value=1,
        max_value=100,
        help_text=_("Only for a final at tables or in Swiss."),
    )

    def choose_stages(self, like: Terms) -> None:
        """Set missing initial values to the usual ones, preferring the formats in `like`."""
        if not self.played.has_stages:
            return
        usual: dict[str, Any] = {**self.played.sample}
        if isinstance(self.played, Stages):
            qualifying, deciding = self.played.stages(GAMES[self.rules])
            usual["qualifying"] = _slug_of(qualifying, like.format, like.qualifying)
            usual["deciding"] = _slug_of(deciding, "knockout", like.deciding)
        for name, value in usual.items():
            if not self.initial.get(name):
                self.initial[name] = value

    def offer_stages(self) -> None:
        if isinstance(self.played, Stages):
            qualifying, deciding = self.played.stages(GAMES[self.rules])
            self.offer("qualifying", [(one.slug, gettext(one.name)) for one in qualifying])
            self.offer("deciding", [(one.slug, gettext(one.name)) for one in deciding])


def _slug_of(formats: list[Format], *wanted: str) -> str:
    """Return the last of the wanted slugs that is among the formats, otherwise the slug of the first format."""
    slugs = [one.slug for one in formats]
    return next((slug for slug in wanted[::-1] if slug in slugs), slugs[0])
