"""How an end of a tree grows: choosing the place for its next tile that leaves the most room for what may follow."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import NamedTuple, Self

from games.layout.joints import DOUBLE_JOINTS, MIDDLE_TOES, SIDE_TOES, TILE_JOINTS, Joint
from games.layout.narrow import NARROW_DOUBLES, NARROW_TILES, NARROW_TOES
from games.layout.plane import AHEAD, HEADINGS, LONG, REACH, WIDE, Ground, Slab, are_free, distance, is_free
from games.layout.spot import Spot

# Penalties of a place, on the scale of the joints' costs: a bend of 45 degrees costs 2.5.
TAKEN = 300.0  # another end plans its next tile there
TAKEN_FROM_A_FOOT = 60.0  # … or a double with its toes
STUCK = 300.0  # nothing could follow
NO_FOOT = 100.0  # no double with its toes could follow
CROWDED = 12.0  # the next unit square ahead is not clear
BESIDE = 3.0  # … nor is that of another end
IN_THE_WAY = 4.0  # another end is heading here
INWARD = 6.0  # it leads back to the middle
OUTSIDE = 8.0  # it leads off the table, for each unit; less if there are many open ends
MOST_OUTSIDE = 3.0

BREATH = 1.5
"""An end needs clear ground around the point this far ahead of its tip."""
CLEAR = 2.2
"""Distance that every tile should keep from that point."""
APART = 3.5
"""Distance that such points of different ends should keep from one another."""

FOOT_BREATH = 2.2
FOOT_APART = 4.5
"""The same distances for ends whose number's double may still come."""

LANE = 1.1
"""Half the width of the lane that an end is heading along."""
LANE_SIGHT = 5.0
"""Lanes farther away than this are ignored."""

ACROSS = {heading: (heading + 90) % 360 for heading in HEADINGS}

LANDSCAPE = 1.6
"""Width of the table divided by its height."""


def outward(point: complex) -> complex:
    """Return the unit step away from the middle of the table, treating the table as an ellipse."""
    away = complex(point.real / LANDSCAPE**2, point.imag)
    return away / abs(away) if away else away


def radius(point: complex) -> float:
    """Return how far out a point is: half the height of the ellipse it lies on."""
    return math.hypot(point.real / LANDSCAPE, point.imag)


class Plan(NamedTuple):
    """The ground of a tile (and of its toes, if it is a double), its heading, and its penalty.

    `link` is a thread to the tile it belongs to, if there is no room beside that one.
    """

    slabs: tuple[Slab, ...]
    heading: int
    against: float = 0.0
    link: tuple[complex, ...] = ()


@dataclass(slots=True, eq=False)
class End:
    """An open end: the middle of its edge, its heading, its pips, and the ground reserved for what may follow.

    `lanes` are the directions it may be heading in, as factors that turn an offset from the tip into (ahead, to the
    right). `breath` is the point around which it needs clear ground, and how far other ends' points should be from it.
    `no_tile` and `no_foot` say that no tile, or no double with its toes, will ever fit: covered ground stays covered.
    `shown` is the last requested plan for a tile, with its spot.
    """

    tip: complex
    heading: int
    pips: int
    lanes: tuple[complex, ...]
    breath: tuple[complex, float]
    breath_of_foot: tuple[complex, float]
    tile: Plan | None = None
    double: Plan | None = None
    no_tile: bool = False
    no_foot: bool = False
    shown: tuple[Plan, Spot] | None = None

    @classmethod
    def of(cls, slab: Slab, pips: int) -> Self:
        """Return the end of a tile that is not a double."""
        ahead = AHEAD[slab.heading]
        between = 0.4 * ahead + 0.6 * outward(slab.tip)
        lanes = (ahead, between / abs(between)) if abs(between) > 0.1 else (ahead,)
        return cls(
            tip=slab.tip,
            heading=slab.heading,
            pips=pips,
            lanes=tuple(lane.conjugate() for lane in lanes),
            breath=(slab.tip + BREATH * ahead, APART),
            breath_of_foot=(slab.tip + FOOT_BREATH * ahead, FOOT_APART),
        )

    def lanes_past(self, point: complex) -> list[tuple[complex, complex]]:
        """Return the tip with each lane that leads past a point or to it."""
        past = []
        offset = point - self.tip
        for lane in self.lanes:
            seen = offset * lane
            if seen.real > -LANE_SIGHT and -LANE_SIGHT < seen.imag < LANE_SIGHT:
                past.append((self.tip, lane))
        return past


@dataclass(slots=True)
class Reserved:
    """The covered ground around an end, and the ground that other ends have reserved.

    They reserve it for their next tiles (`tiles`) and for their numbers' doubles with all toes (`feet`).
    """

    ground: Ground
    tiles: list[Slab]
    feet: list[Slab]

    def keep_for_double(self, end: End) -> Plan | None:
        """Return a place for a double with its toes, preferably one that no other end has reserved."""
        second_best = None
        for joint in DOUBLE_JOINTS:
            foot = foot_at(joint, end.tip, end.heading, self.ground)
            if foot and not self.taken(foot.slabs):
                return foot
            second_best = second_best or foot
        return second_best

    def add(self, end: End, *, is_forking: bool) -> None:
        """Add the ground that another end has reserved, that of a double only if `is_forking`."""
        if end.tile:
            self.tiles += end.tile.slabs
        if is_forking and end.double:
            self.feet += end.double.slabs

    def taken(self, slabs: Sequence[Slab]) -> float:
        """Return the penalty for taking ground that other ends have reserved."""
        against = 0.0 if are_free(slabs, self.tiles) else TAKEN
        return against if are_free(slabs, self.feet) else against + TAKEN_FROM_A_FOOT


@dataclass(slots=True)
class Surroundings(Reserved):
    """Everything that decides which place at an end is best.

    `breaths` are the points around which other ends need clear ground, and how much; `lanes` are their tips and lanes.
    `growth` is roughly how far every end may still grow; `edge` is the radius of the table, and `outside` the penalty
    for every unit beyond it.
    """

    breaths: list[tuple[complex, float]]
    lanes: list[tuple[complex, complex]]
    growth: float
    edge: float
    outside: float

    def plan_tile(self, end: End) -> Plan | None:
        """Return the best place for a tile that is not a double, or None if there is none."""
        return self._best_tile(TILE_JOINTS, end) or self._best_tile(NARROW_TILES, end)

    def _best_tile(self, joints: Sequence[Joint], end: End) -> Plan | None:
        return self._best(joints, self._lay_tile, end)

    def plan_double(self, end: End) -> Plan | None:
        """Return the best place for a double with its three toes, or None."""
        return self._best(DOUBLE_JOINTS, self._lay_double, end)

    def tightness(self, end: End) -> float:
        """Return how cramped a toe is."""
        slab = Slab(end.tip - LONG / 2 * AHEAD[end.heading], end.heading)
        return self._exposed(slab) + self._stuck_at(slab, ())

    def _best(self, joints: Sequence[Joint], lay: Callable[[Joint, End], Plan | None], end: End) -> Plan | None:
        """Return the plan with the lowest penalty; `joints` come in the order of their costs.

        The most promising candidates are examined first, so that most joints never need to be.
        """
        queue: list[tuple[float, int, Plan, bool]] = []
        for number, joint in enumerate(joints):
            if queue and queue[0] < (joint.cost, number) and (plan := self._first(queue, (joint.cost, number))):
                return plan
            if (plan := lay(joint, end)) is not None:
                heappush(queue, (plan.against, number, plan, False))
        return self._first(queue, (math.inf, 0))

    def _first(self, queue: list[tuple[float, int, Plan, bool]], before: tuple[float, int]) -> Plan | None:
        """Return the first plan of a queue with its whole penalty, if it comes before a joint that is still to be
        examined."""
        while queue and queue[0] < before:
            against, number, plan, is_whole = heappop(queue)
            if is_whole:
                return plan
            against += self.taken(plan.slabs) + self._stuck(plan.slabs)
            heappush(queue, (against, number, Plan(plan.slabs, plan.heading, against), True))
        return None

    def _lay_tile(self, joint: Joint, end: End) -> Plan | None:
        offset, turned = joint.turned[end.heading]
        centre = end.tip + offset
        if not self.ground.has_room(centre, turned):
            return None
        slab = Slab(centre, turned)
        return Plan((slab,), turned, joint.cost + self._in_the_way(slab) + self._exposed(slab))

    def _lay_double(self, joint: Joint, end: End) -> Plan | None:
        foot = foot_at(joint, end.tip, end.heading, self.ground)
        if foot is None:
            return None
        against = sum(map(self._in_the_way, foot.slabs)) + sum(map(self._exposed, foot.slabs[1:]))
        return Plan(foot.slabs, foot.heading, foot.against + against)

    def _exposed(self, slab: Slab) -> float:
        """Return the penalty for where the next tile would have to go."""
        centre, heading = slab
        step = AHEAD[heading]
        tip = centre + step * (LONG / 2)
        breath = tip + BREATH * step
        against = CROWDED * self._lack_of_room(breath) + BESIDE * self._lack_of_distance(breath)
        beyond = radius(tip + LONG * step) - self.edge
        if beyond > 0:
            against += self.outside * beyond
        away = outward(tip)
        inward = away.real * step.real + away.imag * step.imag
        return against - INWARD * inward if inward < 0 else against

    def _lack_of_room(self, breath: complex) -> float:
        room = CLEAR
        for slab in self.ground.near(breath):
            if abs(slab[0] - breath) < room + REACH / 2:
                room = min(room, distance(breath, slab))
        return (CLEAR - room) ** 2

    def _lack_of_distance(self, breath: complex) -> float:
        lack = 0.0
        for other, clear in self.breaths:
            apart = abs(other - breath)
            if apart < clear:
                lack += (clear - apart) ** 2
        return lack

    def _in_the_way(self, slab: Slab) -> float:
        against = 0.0
        for tip, look in self.lanes:
            seen = (slab[0] - tip) * look
            if 0 < seen.real < self.growth and -LANE < seen.imag < LANE:
                against += IN_THE_WAY * (1 - seen.real / self.growth)
        return against

    def _stuck(self, slabs: Sequence[Slab]) -> float:
        """Return the penalty for leaving too little room for the next tile, or for those after the toes of a double.

        A tile never blocks what follows it, but a toe may block what follows another toe.
        """
        if len(slabs) == 1:
            return self._stuck_at(slabs[0], ())
        return sum([self._stuck_at(slab, slabs) for slab in slabs[1:]])

    def _stuck_at(self, slab: Slab, new: Sequence[Slab]) -> float:
        tip, heading = slab.tip, slab[1]
        against = 0.0
        if not could_follow(tip, heading, self.ground, [*new, *self.tiles] if new else self.tiles):
            against = STUCK / 2 if could_follow(tip, heading, self.ground, new) else STUCK
        for joint in DOUBLE_JOINTS[:3]:
            if foot_at(joint, tip, heading, self.ground, new):
                return against
        return against + NO_FOOT


def could_follow(tip: complex, heading: int, ground: Ground, new: Sequence[Slab]) -> bool:
    for joint in TILE_JOINTS[:9]:
        offset, turned = joint.turned[heading]
        if ground.has_room(tip + offset, turned) and is_free((tip + offset, turned), new):
            return True
    return False


def foot_at(joint: Joint, tip: complex, heading: int, ground: Ground, new: Sequence[Slab] = ()) -> Plan | None:
    """Return a double joined in this way, with the best-looking toes that there is room for."""
    offset, heading = joint.turned[heading]
    centre, across = tip + offset, ACROSS[heading]
    has_room = ground.has_room
    if not has_room(centre, across) or (new and not is_free((centre, across), new)):
        return None
    edge = centre + WIDE / 2 * AHEAD[heading]
    for middle in MIDDLE_TOES:
        offset, turned = middle.turned[heading]
        first = edge + offset
        if not has_room(first, turned) or (new and not is_free((first, turned), new)):
            continue
        toes = [Slab(first, turned)]
        beside = [*new, *toes] if middle.turn else new
        cost = joint.cost + middle.cost
        for side in SIDE_TOES:
            for toe in side:
                offset, turned = toe.turned[heading]
                middle_of_toe = edge + offset
                if has_room(middle_of_toe, turned) and (not beside or is_free((middle_of_toe, turned), beside)):
                    toes.append(Slab(middle_of_toe, turned))
                    cost += toe.cost
                    break
            else:
                break
        if len(toes) == 3:
            return Plan((Slab(centre, across), *toes), heading, cost)
    return None


def squeeze_foot(end: End, ground: Ground, kept: Sequence[Slab]) -> Plan | None:
    """Return a double with its toes in a narrow place, preferably on ground that no other end has reserved."""
    second_best = None
    for joint in NARROW_DOUBLES:
        double = joint.at(end.tip, end.heading)
        if ground.is_free(double):
            toes = [slab for slab in (toe.at(*double) for toe in NARROW_TOES) if ground.is_free(slab)]
            if three := three_apart(toes):
                foot = Plan((double, *three), (double.heading - 90) % 360, joint.cost)
                if are_free(foot.slabs, kept):
                    return foot
                second_best = second_best or foot
    return second_best


def three_apart(slabs: Sequence[Slab]) -> tuple[Slab, Slab, Slab] | None:
    """Return the first three that do not overlap one another."""
    for number, one in enumerate(slabs):
        rest = [slab for slab in slabs[number + 1 :] if is_free(slab, (one,))]
        for position, two in enumerate(rest):
            for three in rest[position + 1 :]:
                if is_free(three, (two,)):
                    return one, two, three
    return None
