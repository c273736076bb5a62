"""Deals played to their end in a hurry: the rules again, small and on bit-masks, with a player for all seats.

Only for bots that look ahead: what counts is decided by `games.rules`, which the tests hold these against.
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
"""By game and version: where a turn has several moves, the ways to play the rest of it, those that look best first,
each with its first move. Their positions have a method `mean_to` to go such a way."""

__all__ = ["POSITIONS", "WAYS", "Position"]
