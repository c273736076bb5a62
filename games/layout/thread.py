"""The last resort if there is no room at an end: place the tile as near as possible and connect it by a thread."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from games.layout.growth import End, Plan, could_follow, foot_at
from games.layout.joints import DOUBLE_JOINTS, TILE_JOINTS
from games.layout.plane import AHEAD, HEADINGS, Ground, Slab, is_free


def tile_by_thread(end: End, ground: Ground, kept: list[Slab]) -> Plan:
    """Plan a tile on free ground that no other end has reserved."""
    for base, heading in _around(end):
        slab = TILE_JOINTS[0].at(base, heading)
        free = ground.is_free(slab) and is_free(slab, kept)
        if free and could_follow(slab.tip, heading, ground, [*kept, slab]):
            return Plan((slab,), heading, link=(end.tip, base))
    raise AssertionError("the plane has no end")


def foot_by_thread(end: End, ground: Ground, kept: list[Slab]) -> Plan:
    """Plan a double with its toes on free ground that no other end has reserved."""
    for base, heading in _around(end):
        foot = foot_at(DOUBLE_JOINTS[0], base, heading, ground, kept)
        if foot and all(could_follow(toe.tip, toe.heading, ground, [*kept, *foot.slabs]) for toe in foot.slabs[1:]):
            return foot._replace(link=(end.tip, base))
    raise AssertionError("the plane has no end")


def _around(end: End) -> Iterator[tuple[complex, int]]:
    """Yield points farther and farther from the tip, each with the heading away from it, starting straight ahead."""
    headings = sorted(HEADINGS, key=lambda heading: abs((heading - end.heading + 180) % 360 - 180))
    for steps in count(2):
        for heading in headings:
            yield end.tip + steps / 2 * AHEAD[heading], heading
