"""Ways to join a tile, or a double with its toes, in a narrow place: only tried where every better one is taken.

A tile may touch the last half anywhere and at many angles, and a double's toes may leave it on any side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from games.layout.joints import Joint
from games.layout.plane import AHEAD, BACK, LONG, WIDE, Slab, is_free

TOUCHING = 0.01
CLOSER = 0.05
"""The half that touches is at least this much closer to the tile it touches than the other half."""

BISECTIONS = 24
"""Steps of the search for the nearest free place."""
FAR_AWAY = 4.0


class Box(NamedTuple):
    """The ground of a tile or of half a tile: its middle, the heading of its long side, and half its length."""

    centre: complex
    heading: int
    reach: float = WIDE / 2

    def gap(self, other: Box) -> float:
        """Return the distance to another box, which does not overlap this one."""
        return min(self._nearest(other), other._nearest(self))

    def _nearest(self, other: Box) -> float:
        return min(map(self._distance, other._corners()))

    def _corners(self) -> list[complex]:
        ahead = AHEAD[self.heading]
        return [self.centre + (x * self.reach + y * WIDE / 2 * 1j) * ahead for x in (-1, 1) for y in (-1, 1)]

    def _distance(self, point: complex) -> float:
        seen = (point - self.centre) * BACK[self.heading]
        return abs(complex(max(abs(seen.real) - self.reach, 0), max(abs(seen.imag) - WIDE / 2, 0)))


LAST = Slab(complex(0, LONG / 2), 0)
"""The tile whose end is at 0 and points up."""
LAST_HALF = Box(complex(0, WIDE / 2), 0)

STANDING = Slab(0j, 0)
"""An upright double."""

WAYS = range(-120, 121, 30)
"""Directions in which a tile may lie from the middle of the last half: all but those leading back."""


def _tiles() -> Iterator[Joint]:
    for way in WAYS:
        for turn in range(-165, 181, 15):
            if abs(_turned(turn - way)) <= 90:
                slab = _pushed(LAST_HALF.centre, way, LAST, _by_inner_half(turn))
                if _leads_away(slab, LAST_HALF, LAST.centre):
                    yield Joint(20 + abs(turn) / 15 + abs(way) / 30, slab.centre, turn)


def _doubles() -> Iterator[Joint]:
    for way in WAYS:
        for turn in range(0, 180, 30):
            slant = abs(_turned(turn) - 90 - way)
            if slant <= 60:
                for shift in (-WIDE / 2, 0, WIDE / 2):
                    slab = _pushed(LAST_HALF.centre, way, LAST, _by_point(turn, shift))
                    if Box(slab.centre, turn, LONG / 2).gap(LAST_HALF) < TOUCHING:
                        yield Joint(20 + slant / 15 + abs(way) / 30 + abs(shift), slab.centre, turn)


def _toes() -> Iterator[Joint]:
    for half in (-WIDE / 2, WIDE / 2):
        for way in range(0, 360, 30):
            for slant in range(-45, 46, 15):
                turn = _turned(way + slant)
                slab = _pushed(half * AHEAD[0], way, STANDING, _by_inner_half(turn))
                if _leads_away(slab, Box(STANDING.centre, 0, LONG / 2), STANDING.centre):
                    yield Joint(abs(slant) / 15, slab.centre, turn)


def _turned(turn: int) -> int:
    return (turn + 180) % 360 - 180


def _by_inner_half(turn: int) -> Callable[[complex], Slab]:
    """Return a function that makes a tile from the middle of its inner half."""
    return lambda inner: Slab(inner + WIDE / 2 * AHEAD[turn % 360], turn % 360)


def _by_point(turn: int, shift: float) -> Callable[[complex], Slab]:
    """Return a function that makes a tile from a point on its long axis, `shift` behind its middle."""
    return lambda point: Slab(point + shift * AHEAD[turn], turn)


def _pushed(start: complex, way: int, against: Slab, at: Callable[[complex], Slab]) -> Slab:
    """Return the tile moved from `start` in direction `way` just far enough not to overlap `against`."""
    near, far = 0.0, FAR_AWAY
    for _ in range(BISECTIONS):
        middle = (near + far) / 2
        if is_free(at(start + middle * AHEAD[way % 360]), [against]):
            far = middle
        else:
            near = middle
    return at(start + far * AHEAD[way % 360])


def _leads_away(slab: Slab, touched: Box, middle: complex) -> bool:
    """Return whether the inner half touches, and the outer half is farther away from `middle`."""
    inner = slab.centre - WIDE / 2 * AHEAD[slab.heading]
    out = slab.centre + WIDE / 2 * AHEAD[slab.heading]
    return Box(inner, slab.heading).gap(touched) < TOUCHING and abs(inner - middle) < abs(out - middle) - CLOSER


def _in_order(joints: Iterable[Joint]) -> tuple[Joint, ...]:
    """Return the joints without repetitions, the best-looking first."""
    each = {(round(joint.offset.real, 2), round(joint.offset.imag, 2), joint.turn): joint for joint in joints}
    return tuple(sorted(each.values(), key=lambda joint: joint.cost))


NARROW_TILES = _in_order(_tiles())
NARROW_DOUBLES = _in_order(_doubles())
NARROW_TOES = _in_order(_toes())
"""As seen from the middle of an upright double."""
