"""Where a tile lies, and what every layout can tell."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Protocol, Self

from games.rules.deal import Laid
from games.rules.moves import Move
from games.rules.tiles import Tile, read_tile

ANY = read_tile("1-0")
"""A tile that is no double stands for all of them."""

Points = tuple[tuple[float, float], ...]


class Spot(NamedTuple):
    """A tile's middle in half-tile units, y growing downward, and its turn in degrees clockwise.

    A tile is 1 wide and 2 long; at angle 0 it stands upright, `tile.high` on top. `link` are the points of a thread
    to the tile that it touches, where there was no room beside that one.
    """

    x: float
    y: float
    angle: int
    link: Points | None = None


class Arrangement(Protocol):
    """Where the tiles of one deal lie. A laid tile never moves."""

    def add(self, laid: Laid) -> Spot:
        """Lay a tile; it goes where `place` said."""
        ...

    def place(self, move: Move) -> Spot:
        """Where the tile of a placing move would go."""
        ...

    def end(self, place: str) -> list[Spot]:
        """The free places of an open end, for a tile that is no double."""
        ...

    def copy(self) -> Self:
        """An independent layout of the same tiles."""
        ...


def spot_at(centre: complex, heading: int, tile: Tile, out: int, link: Iterable[complex] = ()) -> Spot:
    """The spot of a tile whose half `out` looks in `heading`; a double lies across."""
    angle = heading + 90 if tile.is_double else heading if out == tile.high else heading + 180
    return Spot(*_rounded(centre), angle % (180 if tile.is_double else 360), tuple(map(_rounded, link)) or None)


def _rounded(point: complex) -> tuple[float, float]:
    return round(point.real, 3) + 0.0, round(point.imag, 3) + 0.0
