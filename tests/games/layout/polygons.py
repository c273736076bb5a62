"""Polygon geometry, independent of the layout's own."""

from __future__ import annotations

from itertools import pairwise
from math import cos, hypot, radians, sin

from games.layout import Spot

Point = tuple[float, float]
SLACK = 0.03


def corners(spot: Spot) -> list[Point]:
    """Return the corners of a tile at this spot, one wide and two long."""
    cosine, sine = cos(radians(spot.angle)), sin(radians(spot.angle))
    box = ((-0.5, -1.0), (0.5, -1.0), (0.5, 1.0), (-0.5, 1.0))
    return [(spot.x + x * cosine - y * sine, spot.y + x * sine + y * cosine) for x, y in box]


def overlap(one: list[Point], other: list[Point]) -> bool:
    """Return whether two convex polygons overlap: no side of either separates them."""
    return not any(_keeps_apart(side, one, other) for polygon in (one, other) for side in _sides(polygon))


def _sides(polygon: list[Point]) -> list[tuple[Point, Point]]:
    return list(pairwise([*polygon, polygon[0]]))


def _keeps_apart(side: tuple[Point, Point], one: list[Point], other: list[Point]) -> bool:
    (x1, y1), (x2, y2) = side
    length = hypot(x2 - x1, y2 - y1)
    across = ((y1 - y2) / length, (x2 - x1) / length)
    shadows = [[x * across[0] + y * across[1] for x, y in polygon] for polygon in (one, other)]
    return max(shadows[0]) < min(shadows[1]) + SLACK or max(shadows[1]) < min(shadows[0]) + SLACK


def distance(one: list[Point], other: list[Point]) -> float:
    """Return the distance between two polygons, measured from corners to edges."""
    return min(distance_of(point, against) for polygon, against in ((one, other), (other, one)) for point in polygon)


def distance_of(point: Point, polygon: list[Point]) -> float:
    return min(_from_side(point, side) for side in _sides(polygon))


def _from_side(point: Point, side: tuple[Point, Point]) -> float:
    (x1, y1), (x2, y2) = side
    along = ((point[0] - x1) * (x2 - x1) + (point[1] - y1) * (y2 - y1)) / ((x2 - x1) ** 2 + (y2 - y1) ** 2)
    nearest = min(1.0, max(0.0, along))
    return hypot(point[0] - x1 - nearest * (x2 - x1), point[1] - y1 - nearest * (y2 - y1))


def half_centre(spot: Spot, high: bool) -> Point:
    """Return the middle of the high half, or of the low one."""
    up = -0.5 if high else 0.5
    return spot.x - up * sin(radians(spot.angle)), spot.y + up * cos(radians(spot.angle))
