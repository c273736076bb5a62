"""Defaults for opening a table: presets, numbers of seats, and bots."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext

from games.models import Seat
from games.rules import GAMES, Game, Preset
from games.services.opening import MOST_SEATS

QUICK_SEATS = 4
QUICK_SECONDS = 60


def presets_of(game: str) -> list[Preset]:
    """Return a game's presets, translated."""
    return in_words(GAMES[game].presets)


def in_words(presets: Iterable[Preset]) -> list[Preset]:
    return [one._replace(name=gettext(one.name), words=gettext(one.words)) for one in presets]


def preset_for(rules: Game, seats: int, options: Mapping[str, Any]) -> Preset | None:
    """Return the preset that these options belong to, translated, if any."""
    return next(iter(in_words(one for one in rules.presets if one.options_for(rules, seats) == options)), None)


def seat_choices(game: str) -> range:
    """Return the numbers of seats that are possible with any options, up to the most that a table can have."""
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
    """Return the seats of a table for playing at once: the player and medium bots."""
    rules = GAMES[game]
    most = rules.seats(rules.complete(rules.presets[0].options))[-1]
    return ["", *[Seat.Bot.MEDIUM.value] * (min(QUICK_SEATS, most) - 1)]
