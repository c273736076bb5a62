"""A fallback for games without a brain of their own: place the heaviest tile that fits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from games.bots.ideas import Brain, Explain, Ideas, Reason, Rivals, why_light, why_placing
from games.rules import Move, View


class Choice(NamedTuple):
    """A legal move, without any look ahead."""

    move: Move


def look_ahead(view: View, moves: Sequence[Move]) -> list[Choice]:
    return list(map(Choice, moves))


def placing(choice: Choice) -> float:
    return choice.move.kind == "place"


def shedding(choice: Choice) -> float:
    return choice.move.tile.value if choice.move.tile else 0


PLAIN: Ideas[Choice] = {placing: 100, shedding: 1}


def why_shedding(rivals: Rivals) -> Reason:
    return why_light(rivals, lambda tile: tile.value)


REASONS: dict[Callable[[Choice], float], Explain] = {placing: why_placing, shedding: why_shedding}

BRAIN = Brain(look_ahead, PLAIN, PLAIN, REASONS, lambda choice, tile: choice.move.tile != tile)
