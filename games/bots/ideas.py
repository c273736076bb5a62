"""Ideas: what players mind when they choose, one small judgement each, weighted and added up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from games.rules import Move, Tile, View, rules_of


class Prospect(Protocol):
    """What would be after a move, as far as the seat can see."""

    @property
    def move(self) -> Move: ...


P = TypeVar("P", bound=Prospect)

Ideas = Mapping[Callable[[P], float], float]
"""Each idea is a function that says how much of something a prospect has; and how much that counts."""


class Brain(NamedTuple):
    """How one game is thought about."""

    look_ahead: Callable[[View, Sequence[Move]], Sequence[Any]]
    """The prospects of these legal moves; where several moves come to the same, the first of them will do."""
    plain: Ideas[Any]
    """What everybody minds after a few deals."""
    sound: Ideas[Any]
    """What good players mind."""


def best(prospects: Sequence[P], ideas: Ideas[P]) -> Move:
    return max(prospects, key=lambda prospect: worth(prospect, ideas)).move


def worth(prospect: P, ideas: Ideas[P]) -> float:
    return sum(weight * idea(prospect) for idea, weight in ideas.items())


def unseen_tiles(view: View, *seen: Sequence[Tile | None]) -> list[Tile]:
    """All tiles of the set but those on the layout, in the own hand and in `seen`."""
    assert view.mine is not None
    known = {laid.tile for laid in view.layout}.union(view.mine["hand"], *seen)
    return [tile for tile in rules_of(view.game, view.version).tiles(view.options) if tile not in known]
