"""A game that nobody has taught the bots: place a tile if there is one to place, the heaviest first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.bots.ideas import Brain, Ideas
from games.rules import Move, View


class Choice(NamedTuple):
    """A move, whatever comes of it."""

    move: Move


def look_ahead(view: View, moves: Sequence[Move]) -> list[Choice]:
    return list(map(Choice, moves))


def placing(choice: Choice) -> float:
    return choice.move.kind == "place"


def shedding(choice: Choice) -> float:
    return choice.move.tile.value if choice.move.tile else 0


PLAIN: Ideas[Choice] = {placing: 100, shedding: 1}

BRAIN = Brain(look_ahead, PLAIN, PLAIN)
