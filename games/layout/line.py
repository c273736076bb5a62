"""A line that grows at both ends and turns at the edges of the table: Two-Step and Kardinaldomino (docs/layout.md)."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Self

from games.layout import joints
from games.layout.plane import AHEAD, LONG, WIDE
from games.layout.spot import ANY, Spot, spot_at
from games.rules.deal import Laid
from games.rules.moves import Move
from games.rules.tiles import Tile

UP, RIGHT, DOWN, LEFT = 0, 90, 180, 270

EDGE = 7.0
"""A line turns once it is this far from the middle."""

ROW = 3.0
"""The distance between rows, wide enough that doubles in neighbouring rows do not touch."""

hinge, corner, beside = cache(joints.hinge), cache(joints.corner), cache(joints.beside)
"""Cached, since a line only uses a few joints."""

SEVEN = 7
"""The sum of touching halves in Kardinaldomino (KD6)."""


@dataclass(frozen=True, slots=True)
class Head:
    """One end of the line: its pips, the middle of its edge, and its heading.

    `side` is the direction in which its rows follow one another, `row` the height of the last one.
    """

    pips: int
    tip: complex
    heading: int
    side: int
    row: float = 0.0
    ends_in_double: bool = False
    _spots: dict[tuple[bool, bool], Spot] = field(default_factory=dict, compare=False)
    """Cached spots of tiles, by whether they are doubles and whether their higher half faces outward."""

    def out(self, move: Move) -> int:
        """Return the half of a fitting tile that becomes the new end; for a cardinal the move says which (KD7)."""
        assert move.tile is not None
        if move.facing is not None:
            return move.facing
        return move.tile.other(self.pips if self.pips in move.tile.halves else SEVEN - self.pips)

    def after(self, tile: Tile, out: int) -> tuple[Spot, Head]:
        """Return the spot of a tile, and the head after it."""
        centre, heading = self._joint(tile).at(self.tip, self.heading)
        row = self.row if heading == self.side else centre.imag
        tip = centre + _depth(tile) * AHEAD[heading]
        return self.spot(tile, out), Head(out, tip, heading, self.side, row, tile.is_double)

    def spot(self, tile: Tile, out: int) -> Spot:
        kind = tile.is_double, out == tile.high
        spot = self._spots.get(kind)
        if spot is None:
            spot = self._spots[kind] = spot_at(*self._joint(tile).at(self.tip, self.heading), tile, out)
        return spot

    def _joint(self, tile: Tile) -> joints.Joint:
        if self.heading == self.side:
            return self._into_next_row(tile)
        if self._is_at_edge() and not tile.is_double:
            return corner(0, _turn(self.heading, self.side))
        return hinge(0, 0, _depth(tile))

    def _is_at_edge(self) -> bool:
        return self.tip.real * AHEAD[self.heading].real >= EDGE

    def _into_next_row(self, tile: Tile) -> joints.Joint:
        """Return the joint that turns into the next row, or a straight one if the next row is not reached yet."""
        turn = _turn(self.heading, LEFT if self.tip.real > 0 else RIGHT)
        gone = abs(self.tip.imag - self.row)
        if gone >= ROW + WIDE / 2 and not self.ends_in_double:
            return beside(0, turn // 90, 0, _depth(tile))
        if gone >= ROW - WIDE / 2 and not tile.is_double:
            return corner(0, turn)
        return hinge(0, 0, _depth(tile))


def _depth(tile: Tile) -> float:
    """Return the distance from the touching edge to the middle; doubles lie across."""
    return (WIDE if tile.is_double else LONG) / 2


def _turn(heading: int, wanted: int) -> int:
    return (wanted - heading + 180) % 360 - 180


class Line:
    """A line with two ends: R leads to the right and then downward, L to the left and then upward."""

    def __init__(self) -> None:
        self._heads: dict[str, Head] = {}

    def copy(self) -> Self:
        twin = type(self)()
        twin._heads = self._heads.copy()
        return twin

    def add(self, laid: Laid) -> Spot:
        if not laid.place:
            return self._start(laid.tile)
        spot, self._heads[laid.place] = self._heads[laid.place].after(laid.tile, laid.out)
        return spot

    def _start(self, tile: Tile) -> Spot:
        tip = complex(_depth(tile))
        self._heads = {"L": Head(tile.high, -tip, LEFT, UP), "R": Head(tile.low, tip, RIGHT, DOWN)}
        return spot_at(0j, RIGHT, tile, tile.low)

    def place(self, move: Move) -> Spot:
        assert move.tile is not None
        head = self._heads[move.place]
        return head.spot(move.tile, head.out(move))

    def end(self, place: str) -> list[Spot]:
        return [self._heads[place].spot(ANY, ANY.low)]
