"""Fast playouts of deals: the rules again, reduced and on bit masks, with one player for all seats.

Only for bots that think ahead; `games.rules` is authoritative, and the tests check these positions against it.
"""

from collections.abc import Callable, Iterable
from typing import Any

from games.bots.playouts.chicken_foot import ChickenFootPosition
from games.bots.playouts.kardinal import KardinalPosition
from games.bots.playouts.position import Position
from games.bots.playouts.two_step import TwoStepPosition, ways
from games.rules import Move, View

POSITIONS: dict[tuple[str, int], type[Position]] = {
    ("chicken-foot", 1): ChickenFootPosition,
    ("two-step", 1): TwoStepPosition,
    ("kardinal", 1): KardinalPosition,
}
"""By game and version of its rules; what is not listed cannot be played out."""

WAYS: dict[tuple[str, int], Callable[[View], Iterable[tuple[Move, Any]]]] = {("two-step", 1): ways}
"""By game and version, if a turn has several moves: the ways to play the rest of it, those that look best first, each
with its first move. Positions of these games have a method `mean_to`, which commits them to such a way."""

__all__ = ["POSITIONS", "WAYS", "Position"]
