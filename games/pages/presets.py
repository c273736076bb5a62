"""Ways to play a game that have a name: what a table is opened with, in words. A game without any has its defaults."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.models import Seat
from games.rules import GAMES, Game
from games.services.opening import MOST_SEATS

QUICK_SEATS = 4
QUICK_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Preset:
    """`for_many`: the options for more players than those of `options` allow."""

    key: str
    name: str | Promise
    words: str | Promise
    options: Mapping[str, Any] = field(default_factory=dict)
    for_many: Mapping[str, Any] = field(default_factory=dict)

    def options_for(self, rules: Game, seats: int) -> dict[str, Any]:
        """All options, named, as they are for so many players."""
        few = rules.complete(self.options)
        return few if seats in rules.seats(few) else rules.complete(self.for_many)


STANDARD = Preset("standard", _("As usual"), _("All rules as they are usually played."))

PRESETS: dict[str, tuple[Preset, ...]] = {
    "chicken-foot": (
        Preset(
            "short",
            _("Short match"),
            _("Three deals: double-nine, eight and seven. A quarter of an hour."),
            options={"low": 7},
            for_many={"set": 12, "low": 10},
        ),
        Preset(
            "full",
            _("Whole match"),
            _("Ten deals, from double-nine down to double-blank. Most of an hour."),
            for_many={"set": 12},
        ),
        Preset(
            "single",
            _("One deal"),
            _("Just the double-nine. Five minutes."),
            options={"low": 9},
            for_many={"set": 12, "low": 12},
        ),
    ),
    "two-step": (
        Preset("three", _("First to 3"), _("Three points win. Ten minutes."), options={"target": 3}),
        Preset("five", _("First to 5"), _("Five points win. A quarter of an hour."), options={"target": 5}),
        Preset("ten", _("First to 10"), _("The whole distance. Half an hour."), options={"target": 10}),
    ),
    "kardinal": (
        Preset("fifty", _("To 50"), _("Whoever goes over 50 points has lost. Ten minutes."), options={"limit": 50}),
        Preset(
            "hundred", _("To 100"), _("Whoever goes over 100 points has lost. Half an hour."), options={"limit": 100}
        ),
        Preset(
            "five-games",
            _("Five games"),
            _("Five deals, then all settle the differences. A quarter of an hour."),
            options={"ending": "games", "games": 5},
        ),
    ),
}


def presets_of(game: str) -> tuple[Preset, ...]:
    """The first is what is played when nothing is said."""
    return PRESETS.get(game, (STANDARD,))


def preset_for(rules: Game, seats: int, options: Mapping[str, Any]) -> Preset | None:
    """The preset by which a table with these options was opened."""
    return next((one for one in presets_of(rules.slug) if one.options_for(rules, seats) == options), None)


def seat_choices(game: str) -> range:
    """How many may play, whatever the options; never more than a table of ours has seats."""
    rules = GAMES[game]
    allowed = [rules.seats(rules.complete({}))]
    for name, option in rules.options.items():
        allowed += [
            rules.seats(rules.complete({name: value})) for value in option.values if _is_possible(game, name, value)
        ]
    return range(min(one[0] for one in allowed), min(MOST_SEATS, max(one[-1] for one in allowed)) + 1)


def _is_possible(game: str, name: str, value: Any) -> bool:
    return value in GAMES[game].option(name, GAMES[game].complete({})).values


def quick_bots(game: str) -> list[str]:
    """Who sits at a table that is played at once: the player and sound bots."""
    most = GAMES[game].seats(GAMES[game].complete(presets_of(game)[0].options))[-1]
    return ["", *[Seat.Bot.MEDIUM.value] * (min(QUICK_SEATS, most) - 1)]
