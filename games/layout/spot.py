"""Defines where a tile lies, and the interface of all layouts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Protocol, Self

from games.rules.deal import Laid
from games.rules.moves import Move
from games.rules.tiles import Tile, read_tile

ANY = read_tile("1-0")
"""Stands for any tile that is not a double."""

Points = tuple[tuple[float, float], ...]


class Spot(NamedTuple):
    """A tile's middle in half-tile units, y growing downward, and its angle in degrees clockwise.

    A tile is 1 wide and 2 long; at angle 0 it stands upright with `tile.high` on top. `link` are the points of a thread
    to the tile it touches, if there was no room beside that one.
    """

    x: float
    y: float
    angle: int
    link: Points | None = None


class Arrangement(Protocol):
    """Keeps where the tiles of one deal lie. Laid tiles never move."""

    def add(self, laid: Laid) -> Spot:
        """Lay a tile at the spot that `place` returned for it."""
        ...

    def place(self, move: Move) -> Spot:
        """Return where the tile of a placing move would go."""
        ...

    def end(self, place: str) -> list[Spot]:
        """Return the free places of an open end, for a tile that is not a double."""
        ...

    def copy(self) -> Self:
        """Return an independent copy."""
        ...


def spot_at(centre: complex, heading: int, tile: Tile, out: int, link: Iterable[complex] = ()) -> Spot:
    """Return the spot of a tile whose half `out` faces `heading`; doubles lie across."""
    angle = heading + 90 if tile.is_double else heading if out == tile.high else heading + 180
    return Spot(*_rounded(centre), angle % (180 if tile.is_double else 360), tuple(map(_rounded, link)) or None)


def _rounded(point: complex) -> tuple[float, float]:
    return round(point.real, 3) + 0.0, round(point.imag, 3) + 0.0
