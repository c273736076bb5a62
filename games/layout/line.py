"""A line that grows at both ends and turns at the edges of the table: Two-Step and Kardinaldomino."""

from __future__ import annotations

from dataclasses import dataclass

from games.layout.spot import LONG, WIDE, Spot, direction, spot_at, turned
from games.rules.deal import Laid
from games.rules.moves import Move
from games.rules.tiles import Tile, read_tile

HALF_WIDTH = 8.0
"""An arm turns when it has come so far from the middle."""

ROW = 3.0
"""Rows are at least so far apart that doubles of neighbouring rows do not touch."""


@dataclass(frozen=True, slots=True)
class Head:
    """The end of an arm: its pips, the middle of its outer edge, where it is heading, the height of its last row.

    `side` is the heading in which rows follow one another: down for the right arm, up for the left one.
    """

    pips: int
    tip: complex
    heading: float
    side: float
    row: float

    def next(self, tile: Tile) -> Head:
        """The head under `tile`, before the tile is laid; only a tile that is no double turns the line."""
        if tile.is_double:
            return self
        if self.heading == self.side:
            return self._into_row() if abs(self.tip.imag - self.row) >= ROW else self
        return self._to_side() if abs(self.tip.real) >= HALF_WIDTH and self._is_outward() else self

    def _is_outward(self) -> bool:
        return self.tip.real * direction(self.heading).real > 0

    def _to_side(self) -> Head:
        return Head(self.pips, self._around(self.side), self.side, self.side, self.tip.imag)

    def _into_row(self) -> Head:
        heading = 270.0 if self.tip.real > 0 else 90.0
        return Head(self.pips, self._around(heading), heading, self.side, self.tip.imag)

    def _around(self, heading: float) -> complex:
        """The base of a tile whose first half lies straight ahead, and which leads on in `heading`."""
        return self.tip + WIDE / 2 * direction(self.heading) - WIDE / 2 * direction(heading)

    def after(self, tile: Tile, out: int) -> Head:
        length = WIDE if tile.is_double else LONG
        return Head(out, self.tip + length * direction(self.heading), self.heading, self.side, self.row)

    def out(self, move: Move) -> int:
        """The half of a fitting tile that becomes the new end; that of a cardinal is said by its move."""
        assert move.tile is not None
        if move.facing is not None:
            return move.facing
        touching = self.pips if self.pips in move.tile.halves else 7 - self.pips
        return move.tile.other(touching)

    def spot(self, tile: Tile, out: int) -> Spot:
        length = WIDE if tile.is_double else LONG
        return spot_at(self.tip + length / 2 * direction(self.heading), turned(tile, out, self.heading))


class Line:
    """Two arms from the first tile: `R` leads right and then down, `L` left and then up."""

    def __init__(self) -> None:
        self._heads: dict[str, Head] = {}

    def add(self, laid: Laid) -> Spot:
        if not laid.place:
            return self._start(laid.tile)
        head = self._heads[laid.place].next(laid.tile)
        self._heads[laid.place] = head.after(laid.tile, laid.out)
        return head.spot(laid.tile, laid.out)

    def _start(self, tile: Tile) -> Spot:
        half = (WIDE if tile.is_double else LONG) / 2
        self._heads = {
            "R": Head(tile.low, complex(half), 90, 180, 0),
            "L": Head(tile.high, complex(-half), 270, 0, 0),
        }
        return spot_at(0j, turned(tile, tile.low, 90))

    def place(self, move: Move) -> Spot:
        assert move.tile is not None
        head = self._heads[move.place]
        return head.next(move.tile).spot(move.tile, head.out(move))

    def end(self, place: str) -> list[Spot]:
        return [self._heads[place].next(ANY).spot(ANY, ANY.low)]


ANY = read_tile("1-0")
"""A tile that is no double stands for all of them."""
