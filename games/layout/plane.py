"""The plane that tiles lie on: points are complex numbers in half-tile units, x to the right and y downward.

Headings are degrees clockwise from up, in steps of 15.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple, Self

LONG = 2.0
WIDE = 1.0

HEADINGS = range(0, 360, 15)

AHEAD = {heading: cmath.rect(1, math.radians(heading - 90)) for heading in HEADINGS}
"""A unit step in each heading."""

BACK = {heading: step.conjugate() for heading, step in AHEAD.items()}
"""Factors that turn an offset into (ahead, to the right) for an observer looking in that heading."""

TURN = {heading: cmath.rect(1, math.radians(heading)) for heading in HEADINGS}
"""Factors that turn an offset, given for a heading of up, to that heading."""

REACH = math.hypot(LONG, WIDE)
"""Tiles whose middles are farther apart than this cannot overlap."""

TOUCH = 1e-6
"""Tiles that overlap by no more than this count as touching."""


class Slab(NamedTuple):
    """The ground that a tile covers: its middle, and the heading of its long side."""

    centre: complex
    heading: int

    @property
    def tip(self) -> complex:
        return self.centre + AHEAD[self.heading] * (LONG / 2)


def _shadow(turn: int) -> tuple[float, float]:
    """Return how close the middles of two tiles must be, along and across the first, for their projections to
    overlap."""
    cosine, sine = abs(math.cos(math.radians(turn))), abs(math.sin(math.radians(turn)))
    return (LONG + LONG * cosine + WIDE * sine) / 2 - TOUCH, (WIDE + WIDE * cosine + LONG * sine) / 2 - TOUCH


_SHADOWS = {turn: _shadow(turn) for turn in range(-345, 360, 15)}


def is_free(slab: tuple[complex, int], others: Iterable[Slab]) -> bool:
    """Return whether a tile overlaps none of these, by the separating axis theorem.

    Layouts spend most of their time here, so tiles that are too far away are dismissed as early as possible.
    """
    centre, heading = slab
    back = BACK[heading]
    for other in others:
        offset = other[0] - centre
        if abs(offset) < REACH:
            along, across = _SHADOWS[other[1] - heading]
            seen = offset * back
            if abs(seen.real) < along and abs(seen.imag) < across:
                seen = offset * BACK[other[1]]
                if abs(seen.real) < along and abs(seen.imag) < across:
                    return False
    return True


def are_free(slabs: Iterable[Slab], others: Sequence[Slab]) -> bool:
    for slab in slabs:  # noqa: SIM110  # with `all`, the generator would take as long as the checks
        if not is_free(slab, others):
            return False
    return True


def distance(point: complex, slab: Slab) -> float:
    """Return the distance of a point from the ground that a tile covers."""
    seen = (point - slab[0]) * BACK[slab[1]]
    return math.hypot(max(abs(seen.real) - LONG / 2, 0), max(abs(seen.imag) - WIDE / 2, 0))


CELL = 1.5
"""The width of a cell of a grid."""

ROW = 1 << 20
"""Difference between the numbers of vertically adjacent cells; greater than the number of cells in any row."""

Grid = dict[float, list[Slab]]
"""For each cell, by its number, the tiles that may matter to a point in it."""


class Ground:
    """All ground that tiles cover, in two grids: each cell lists every tile within sight of its points, or within
    reach of a tile whose middle is there."""

    SIGHT = 3.4

    def __init__(self) -> None:
        self._in_sight: Grid = {}
        self._in_reach: Grid = {}

    def copy(self) -> Self:
        twin = type(self)()
        twin._in_sight = {cell: slabs.copy() for cell, slabs in self._in_sight.items()}
        twin._in_reach = {cell: slabs.copy() for cell, slabs in self._in_reach.items()}
        return twin

    def cover(self, slab: Slab) -> None:
        for grid, distance in ((self._in_sight, self.SIGHT), (self._in_reach, REACH)):
            columns = _cells_around(slab.centre.real, distance)
            for row in _cells_around(slab.centre.imag, distance):
                for cell in range(columns.start + row * ROW, columns.stop + row * ROW):
                    if cell in grid:
                        grid[cell].append(slab)
                    else:
                        grid[cell] = [slab]

    def near(self, point: complex) -> list[Slab]:
        """Return all tiles whose middle is less than SIGHT away, and a few more."""
        return self._in_sight.get(point.real // CELL + point.imag // CELL * ROW, NOTHING)

    def is_free(self, slab: Slab) -> bool:
        return self.has_room(*slab)

    def has_room(self, centre: complex, heading: int) -> bool:
        """Return whether a tile would overlap no other.

        Repeats the code of `is_free` to save a call, since nothing is called more often.
        """
        back = BACK[heading]
        for other, turned in self._in_reach.get(centre.real // CELL + centre.imag // CELL * ROW, NOTHING):
            offset = other - centre
            if abs(offset) < REACH:
                along, across = _SHADOWS[turned - heading]
                seen = offset * back
                if abs(seen.real) < along and abs(seen.imag) < across:
                    seen = offset * BACK[turned]
                    if abs(seen.real) < along and abs(seen.imag) < across:
                        return False
        return True


def _cells_around(middle: float, distance: float) -> range:
    return range(int((middle - distance) // CELL), int((middle + distance) // CELL) + 1)


NOTHING: list[Slab] = []
