"""The game with its options, and the format with its settings."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django import forms
from django.forms.boundfield import BoundWidget
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models import games_played
from games.pages.option_fields import chosen_options, offer_options
from games.rules import GAMES, Preset
from tournaments.base.labels import SEATINGS, tie_break_name
from tournaments.formats import FORMATS
from tournaments.formats.teams.plans import MOST as MOST_IN_A_TEAM
from tournaments.planning.forms.handicap import HANDICAP, HandicapPart
from tournaments.planning.forms.part import OWN
from tournaments.planning.forms.rolling import ROLLING, RollingPart
from tournaments.planning.forms.stages import STAGES, StagesPart
from tournaments.planning.presets import ways_of
from tournaments.terms import Terms
from tournaments.terms.terms import PLAN

MOST_TIE_BREAKS = 4
USUAL_TABLE, USUAL_ROUNDS = 4, 5
MOST_ROUNDS = 100
SHAPE = (
    "rounds", "table_size", "seating", "cycles", "third_place", "consolation", "duplicate", *STAGES, *ROLLING, *HANDICAP
)  # fmt: skip
TEAMS = ("team_size", "team_reserves", "team_best")
"""Settings that only some formats use."""


class GamePart(StagesPart, RollingPart, HandicapPart):
    """Game and format. There is a field `option_NAME` for each option of the game, and `tie_N` for tie-breaks."""

    game = forms.ChoiceField(label=_("Game"), choices=games_played)
    format = forms.ChoiceField(label=_("Format"))
    way = forms.ChoiceField(label=_("What is played"), widget=forms.RadioSelect)
    rounds = forms.IntegerField(
        label=_("Rounds"),
        required=False,
        min_value=1,
        max_value=MOST_ROUNDS,
        help_text=_("Empty: as many as it takes."),
    )
    table_size = forms.TypedChoiceField(
        label=_("Players at a table"), coerce=int, choices=[(size, size) for size in range(2, 13)]
    )
    seating = forms.ChoiceField(label=_("Seating"), widget=forms.RadioSelect)
    cycles = forms.TypedChoiceField(
        label=_("Everybody meets everybody"), coerce=int, choices=[(1, _("once")), (2, _("twice"))]
    )
    third_place = forms.BooleanField(label=_("A match for third place"), required=False)
    consolation = forms.BooleanField(
        label=_("A consolation bracket"),
        required=False,
        help_text=_("Players who lose their first match play on in it. It needs five players."),
    )
    duplicate = forms.BooleanField(
        label=_("The same tiles at all tables"),
        required=False,
        help_text=_("Everyone is compared with those who had the same seat. Nobody can watch until a round is over."),
    )

    team_size = forms.TypedChoiceField(
        label=_("Teams"),
        coerce=int,
        help_text=_("Partners sit at different tables. Each plays for themselves, and their scores are added up."),
    )
    team_reserves = forms.IntegerField(
        label=_("Reserves of a team"),
        required=False,
        min_value=0,
        max_value=6,
        help_text=_("A reserve comes in for a line between two rounds."),
    )
    team_best = forms.IntegerField(
        label=_("Scores of a team that count"),
        required=False,
        min_value=1,
        max_value=8,
        help_text=_("The best so many. Empty: all of them."),
    )

    def initial_game(self, like: Terms) -> dict[str, Any]:
        options = GAMES[like.game].complete(like.options)
        ways = ways_of(like.format, like.game)
        chosen = (way.key for way in ways if GAMES[like.game].complete(way.options) == options)
        return {
            "rounds": like.rounds or None,
            "deciding_rounds": like.deciding_rounds or None,
            "team_best": like.team_best or None,
            **self.initial_handicap(like),
            "way": next(chosen, OWN),
            **{f"option_{name}": str(value) for name, value in options.items()},
            **{f"tie_{number}": slug for number, slug in enumerate(like.tie_breaks, 1)},
        }

    def choose_format(self, game: str, wanted: str) -> None:
        """Set the game and the format, on which the other fields depend."""
        self.rules = game if game in GAMES else self.like.game
        self.formats = [one for one in FORMATS.values() if one.admits(GAMES[self.rules])]
        self.played = next((one for one in self.formats if one.slug == wanted), self.formats[0])
        self.initial.update(game=self.rules, format=self.played.slug)
        self.ways: dict[str, Preset] = {way.key: way for way in ways_of(self.played.slug, self.rules)}
        self.chosen_options: dict[str, Any] = {}
        self._suggest()

    def _suggest(self) -> None:
        """Suggest values for settings that this format uses and the previous one did not."""
        if self.played.slug == self.like.format:
            return
        if "table_size" in self.played.uses and "table_size" not in FORMATS[self.like.format].uses:
            self.initial["table_size"] = max(self.initial["table_size"], USUAL_TABLE, key=int)
        if "rounds" in self.played.uses and not self.initial.get("rounds") and self.played.needs_rounds:
            self.initial["rounds"] = USUAL_ROUNDS
        self.choose_stages(self.like)
        self.suggest_times()

    def offer_game(self) -> None:
        if self.is_running:
            self.leave_out([*PLAN, "way"])
            return
        self.offer("format", [(one.slug, gettext(one.name)) for one in self.formats])
        self.fields["format"].help_text = gettext(self.played.summary)
        self.offer("seating", [(slug, SEATINGS[slug]) for slug in self.played.seatings])
        self.offer_stages()
        if self.played.has_stages:
            self.fields["consolation"].label = gettext("The others play on")
            self.fields["consolation"].help_text = gettext("In the format of the final, for the places behind it.")
        self._offer_options()
        self._offer_tie_breaks()
        self.leave_out(set(SHAPE) - self.played.uses)
        self._offer_teams()

    def _offer_teams(self) -> None:
        if "teams" not in self.played.uses:
            self.leave_out(TEAMS)
            return
        sizes = [(size, gettext("of %(count)d") % {"count": size}) for size in range(3, MOST_IN_A_TEAM + 1)]
        if self.played.teams_meet:
            self.leave_out(["team_best"])
            self.offer("team_size", [(2, gettext("couples")), *sizes])
            self.fields["team_size"].help_text = gettext("The first players of both teams meet, the second, and so on.")
            return
        self.offer("team_size", [(0, gettext("none: everybody for themselves")), (2, gettext("couples")), *sizes])

    def _offer_options(self) -> None:
        ways = [(key, way.name) for key, way in self.ways.items()]
        self.offer("way", [*ways, (OWN, gettext("Custom"))])
        if self.initial.get("way") not in self.ways | {OWN: None}:
            self.initial["way"] = next(iter(self.ways))
        offer_options(self, GAMES[self.rules])

    def _offer_tie_breaks(self) -> None:
        named = [(slug, tie_break_name(slug)) for slug in self.played.tie_breaks]
        for number in range(1, min(MOST_TIE_BREAKS, len(named)) + 1):
            none = gettext("as usual") if number == 1 else gettext("nothing more")
            label = gettext("first by") if number == 1 else gettext("then by")
            self.fields[f"tie_{number}"] = forms.ChoiceField(label=label, choices=[("", none), *named], required=False)

    # --- For templates ---

    @property
    def way_picks(self) -> list[tuple[BoundWidget, str]]:
        """Return each preset's radio button with its description."""
        words = [*(way.words for way in self.ways.values()), gettext("You choose every option yourself.")]
        return list(zip(self["way"], words, strict=True)) if "way" in self.fields else []

    @property
    def option_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith("option_")]

    @property
    def tie_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith("tie_")]

    @property
    def shape_fields(self) -> list[forms.BoundField]:
        names = ("table_size", "cycles", "advancing", "deciding", "deciding_rounds", "third_place", "consolation")
        return self.there("qualifying", "groups", "rounds", *names, "duplicate", *ROLLING)

    @property
    def handicap_fields(self) -> list[forms.BoundField]:
        return self.there(*HANDICAP)

    @property
    def team_fields(self) -> list[forms.BoundField]:
        return self.there(*TEAMS)

    # --- Results ---

    def choose_game(self) -> None:
        """Set the game's options: those of the chosen preset, or each option as the options before it allow."""
        if "way" not in self.fields or "way" not in self.cleaned_data:
            return
        way = self.cleaned_data["way"]
        if way in self.ways:
            self.chosen_options = GAMES[self.rules].complete(self.ways[way].options)
            return
        self.chosen_options = chosen_options(self, GAMES[self.rules])

    def with_game(self, terms: Terms) -> Terms:
        """Return the terms with game and format; settings that the format does not use get their defaults."""
        if self.is_running:
            return terms
        usual = Terms(format=self.played.slug, game=self.rules)
        shape = {name: getattr(usual, name) for name in SHAPE if name not in self.played.uses} | self.chosen(*SHAPE)
        shape |= self.chosen_handicap() | dict.fromkeys(TEAMS, 0) | self.chosen(*TEAMS)
        if not shape["team_size"]:
            shape |= dict.fromkeys(TEAMS, 0)
        for name in {"rounds", "deciding_rounds", *TEAMS} & shape.keys():
            shape[name] = shape[name] or 0
        return replace(
            terms,
            format=self.played.slug,
            game=self.rules,
            options=self.chosen_options,
            tie_breaks=self._tie_breaks(),
            **shape,
        )

    def _tie_breaks(self) -> tuple[str, ...]:
        names = (name for name in self.fields if name.startswith("tie_"))
        return tuple(slug for name in names if (slug := self.cleaned_data.get(name, "")))
