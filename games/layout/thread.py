"""The way out when there is no room at an end: the tile lies as near as it can, joined by a thread."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from games.layout.growth import End, Plan, could_follow, foot_at
from games.layout.joints import DOUBLE_JOINTS, TILE_JOINTS
from games.layout.plane import AHEAD, HEADINGS, Slab, is_free


def tile_by_thread(end: End, covered: list[Slab]) -> Plan:
    for base, heading in _around(end):
        slab = TILE_JOINTS[0].at(base, heading)
        if is_free(slab, covered) and could_follow(slab.tip, heading, [*covered, slab]):
            return Plan((slab,), heading, link=(end.tip, base))
    raise AssertionError("the plane has no end")


def foot_by_thread(end: End, covered: list[Slab]) -> Plan:
    for base, heading in _around(end):
        foot = foot_at(DOUBLE_JOINTS[0], base, heading, covered)
        if foot and all(could_follow(toe.tip, toe.heading, [*covered, *foot.slabs]) for toe in foot.slabs[1:]):
            return foot._replace(link=(end.tip, base))
    raise AssertionError("the plane has no end")


def _around(end: End) -> Iterator[tuple[complex, int]]:
    """Points farther and farther from the tip, each with the heading away from it, what lies ahead first."""
    headings = sorted(HEADINGS, key=lambda heading: abs((heading - end.heading + 180) % 360 - 180))
    for steps in count(2):
        for heading in headings:
            yield end.tip + steps / 2 * AHEAD[heading], heading
