"""Where a tile lies: plane geometry in half-tile units, headings in degrees clockwise from up, y growing downward."""

from __future__ import annotations

import cmath
import math
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, Protocol

from games.rules.deal import Laid
from games.rules.moves import Move
from games.rules.tiles import Tile

LONG = 2.0
WIDE = 1.0
REACH = math.hypot(LONG, WIDE)
"""Two tiles whose centres are farther apart than this cannot overlap."""

TOUCH = 0.02
"""Tiles that share less than this lie side by side."""


class Spot(NamedTuple):
    """A tile's centre and turn: at angle 0 it stands upright, `tile.high` on top.

    `link` are the points of a thread to the tile that it touches, where it could not lie beside it.
    """

    x: float
    y: float
    angle: float
    link: tuple[tuple[float, float], ...] | None = None


class Arrangement(Protocol):
    """Where the tiles of one deal lie. A laid tile never moves."""

    def add(self, laid: Laid) -> Spot:
        """Lay a tile."""
        ...

    def place(self, move: Move) -> Spot:
        """Where the tile of a placing move would lie."""
        ...

    def end(self, place: str) -> list[Spot]:
        """The free places of an open end."""
        ...


@cache
def direction(heading: float) -> complex:
    """The unit vector of a heading; x is real, y imaginary."""
    return cmath.rect(1, math.radians(heading - 90))


@dataclass(frozen=True, slots=True)
class Rect:
    """The ground that a tile covers: `heading` is that of its long side."""

    centre: complex
    heading: float

    def overlaps(self, other: Rect) -> bool:
        offset = other.centre - self.centre
        return abs(offset) < REACH and _cross(self, other, offset) and _cross(other, self, offset)


def _cross(one: Rect, other: Rect, offset: complex) -> bool:
    """Whether their shadows on the sides of `one` overlap."""
    along, across = _reach(other.heading - one.heading)
    seen = offset * direction(one.heading).conjugate()
    return abs(seen.real) < along and abs(seen.imag) < across


@cache
def _reach(turn: float) -> tuple[float, float]:
    """How far apart the centres of two tiles may be, along the one and across it, for their shadows to overlap."""
    cosine, sine = abs(math.cos(math.radians(turn))), abs(math.sin(math.radians(turn)))
    return (LONG + LONG * cosine + WIDE * sine) / 2 - TOUCH, (WIDE + WIDE * cosine + LONG * sine) / 2 - TOUCH


class Ground:
    """All that is covered, found by neighbourhood."""

    CELL = 3.0

    def __init__(self) -> None:
        self._cells: defaultdict[tuple[int, int], list[Rect]] = defaultdict(list)

    def cover(self, rect: Rect) -> None:
        self._cells[self._cell(rect.centre)].append(rect)

    def is_free(self, rect: Rect) -> bool:
        return not any(rect.overlaps(other) for other in self._near(rect.centre))

    def _near(self, point: complex) -> Iterator[Rect]:
        column, row = self._cell(point)
        for x in (column - 1, column, column + 1):
            for y in (row - 1, row, row + 1):
                yield from self._cells.get((x, y), ())

    def _cell(self, point: complex) -> tuple[int, int]:
        return math.floor(point.real / self.CELL), math.floor(point.imag / self.CELL)


def turned(tile: Tile, out: int, heading: float) -> float:
    """The angle of a tile that leads on in `heading` with its half `out`; a double lies across."""
    if tile.is_double:
        return (heading + 90) % 180
    return heading % 360 if out == tile.high else (heading + 180) % 360


def spot_at(centre: complex, angle: float, link: tuple[complex, ...] | None = None) -> Spot:
    points = None if link is None else tuple((round(one.real, 3), round(one.imag, 3)) for one in link)
    return Spot(round(centre.real, 3) + 0.0, round(centre.imag, 3) + 0.0, angle, points)
