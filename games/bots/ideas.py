"""Ideas: small judgements about a move, which are weighted and added up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from games.rules import Move, Tile, View, rules_of


class Prospect(Protocol):
    """The situation after a move, as far as the seat can see."""

    @property
    def move(self) -> Move: ...


P = TypeVar("P", bound=Prospect)

Ideas = Mapping[Callable[[P], float], float]
"""Maps functions that rate one aspect of a prospect to the weights of their ratings."""


class Brain(NamedTuple):
    """How bots think about one game."""

    look_ahead: Callable[[View, Sequence[Move]], Sequence[Any]]
    """Return the prospects of these legal moves; of several moves that lead to the same prospect, the first is
    enough."""
    plain: Ideas[Any]
    """What anybody considers after a few deals."""
    sound: Ideas[Any]
    """What good players consider."""


def best(prospects: Sequence[P], ideas: Ideas[P]) -> Move:
    return max(prospects, key=lambda prospect: worth(prospect, ideas)).move


def worth(prospect: P, ideas: Ideas[P]) -> float:
    return sum(weight * idea(prospect) for idea, weight in ideas.items())


def unseen_tiles(view: View, *seen: Sequence[Tile | None]) -> list[Tile]:
    """Return all tiles of the set except those on the layout, in the seat's own hand and in `seen`."""
    assert view.mine is not None
    known = {laid.tile for laid in view.layout}.union(view.mine["hand"], *seen)
    return [tile for tile in rules_of(view.game, view.version).tiles(view.options) if tile not in known]
