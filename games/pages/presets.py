"""What a table is opened with: ways to play that have a name, how many may sit there, and who sits there at once."""

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
    """Return the ways to play a game, in the reader's words."""
    return in_words(GAMES[game].presets)


def in_words(presets: Iterable[Preset]) -> list[Preset]:
    return [one._replace(name=gettext(one.name), words=gettext(one.words)) for one in presets]


def preset_for(rules: Game, seats: int, options: Mapping[str, Any]) -> Preset | None:
    """Return the preset by which a table with these options was opened, in the reader's words."""
    return next(iter(in_words(one for one in rules.presets if one.options_for(rules, seats) == options)), None)


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
    rules = GAMES[game]
    most = rules.seats(rules.complete(rules.presets[0].options))[-1]
    return ["", *[Seat.Bot.MEDIUM.value] * (min(QUICK_SEATS, most) - 1)]
