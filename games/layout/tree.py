"""Four arms from the starter tile, and three toes from every other double: Chicken Foot.

Every tile goes to the best of a few candidate places at its end: straight on or bent, never over another tile, with
free ground ahead, out of the way of the other ends. Where all of them are taken it lies free, joined by a thread.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from math import inf

from games.layout.spot import LONG, WIDE, Ground, Rect, Spot, direction, spot_at, turned
from games.rules.deal import Laid
from games.rules.moves import Move
from games.rules.tiles import Tile, read_tile

ANY = read_tile("1-0")
"""A tile that is no double stands for all of them."""

FAR = 5
"""How many tiles ahead an end looks for free ground."""


@dataclass(frozen=True, slots=True)
class Base:
    """Where a tile can begin: the middle of its inner edge, its heading, and what is against it (0: nothing)."""

    point: complex
    heading: float
    cost: float

    def rect(self, tile: Tile) -> Rect:
        if tile.is_double:
            return Rect(self.point + WIDE / 2 * direction(self.heading), self.heading + 90)
        return Rect(self.point + LONG / 2 * direction(self.heading), self.heading)

    def tip(self, tile: Tile) -> complex:
        return self.point + (WIDE if tile.is_double else LONG) * direction(self.heading)


@dataclass(frozen=True, eq=False)
class End:
    """Where one tile can still be joined: the pips it shows, and the bases of that tile."""

    pips: int
    bases: tuple[Base, ...]
    double_bases: tuple[Base, ...]

    @property
    def point(self) -> complex:
        return self.bases[0].point

    @cached_property
    def straight(self) -> Rect:
        """The ground of a tile that leads straight on."""
        return self.bases[0].rect(ANY)

    def bases_of(self, tile: Tile) -> tuple[Base, ...]:
        return self.double_bases if tile.is_double else self.bases


@dataclass(frozen=True, slots=True)
class Choice:
    """An end, the base chosen at it, and a thread to it if the tile cannot lie there."""

    end: End
    base: Base
    link: tuple[complex, ...] | None = None


def _bases(tip: complex, heading: float, joints: tuple[tuple[complex, float, float], ...]) -> tuple[Base, ...]:
    """Joints are (base, turn, cost) as seen by one who looks ahead: real is to the right, imaginary forward."""
    forward = direction(heading)
    right = direction(heading + 90)
    return tuple(
        Base(tip + base.real * right + base.imag * forward, (heading + turn) % 360, cost) for base, turn, cost in joints
    )


def _both_sides(base: complex, turn: float, cost: float) -> tuple[tuple[complex, float, float], ...]:
    return (base, turn, cost), (complex(-base.real, base.imag), -turn, cost)


def _hinge(width: float, turn: float) -> complex:
    """The base of a tile of that width, hinged at the right corner of the last tile's edge and turned right."""
    return WIDE / 2 - width / 2 * (direction(90 + turn).real - 1j * direction(90 + turn).imag)


STRAIGHT = (0j, 0.0, 0.0)
CORNER = complex(-WIDE / 2, WIDE / 2)
TILE_JOINTS = (
    STRAIGHT,
    *_both_sides(_hinge(WIDE, 45), 45, 1.0),
    *_both_sides(CORNER, 90, 1.5),
    *_both_sides(_hinge(WIDE, 30), 30, 2.0),
    *_both_sides(_hinge(WIDE, 60), 60, 2.5),
    *_both_sides(_hinge(WIDE, 15), 15, 2.5),
    *_both_sides(_hinge(WIDE, 75), 75, 3.0),
)
DOUBLE_JOINTS = (
    STRAIGHT,
    *_both_sides(_hinge(LONG, 45), 45, 1.0),
    *_both_sides(_hinge(LONG, 30), 30, 2.0),
    *_both_sides(_hinge(LONG, 60), 60, 2.0),
    *_both_sides(_hinge(LONG, 15), 15, 2.5),
)
MIDDLE_TOE = (
    STRAIGHT,
    *_both_sides(_hinge(WIDE, 15), 15, 1.0),
    *_both_sides(_hinge(WIDE, 30), 30, 1.5),
)
RIGHT_TOE = (
    (complex(1, 0), 45.0, 0.0),
    (complex(1, -WIDE / 2), 90.0, 1.0),
    *((complex(1, 0), turn, 1.5) for turn in (60.0, 30.0, 75.0, 15.0)),
    *((complex(1, -WIDE), turn, 3.0) for turn in (105.0, 120.0, 135.0)),
)
LEFT_TOE = tuple((complex(-base.real, base.imag), -turn, cost) for base, turn, cost in RIGHT_TOE)


class Tree:
    """Where the tiles of a deal of Chicken Foot lie."""

    def __init__(self) -> None:
        self._ground = Ground()
        self._ends: dict[str, list[End]] = {}
        self._shown: dict[End, Choice] = {}

    def add(self, laid: Laid) -> Spot:
        if not laid.place:
            return self._start(laid.tile)
        choice = self._choose(laid.place, laid.tile)
        self._ends[laid.place].remove(choice.end)
        self._ground.cover(choice.base.rect(laid.tile))
        self._forget_near(choice.base.point)
        self._ends[laid.tile] = self._ends_of(laid, choice.base)
        return _spot(choice, laid.tile, laid.out)

    def _start(self, tile: Tile) -> Spot:
        rect = Rect(0j, 90)
        self._ground.cover(rect)
        arms = [(complex(0, -WIDE / 2), 0.0), (complex(LONG / 2), 90.0), (complex(0, WIDE / 2), 180.0)]
        arms.append((complex(-LONG / 2), 270.0))
        self._ends[tile] = [_open_end(tile.high, tip, heading) for tip, heading in arms]
        return spot_at(0j, rect.heading)

    def _ends_of(self, laid: Laid, base: Base) -> list[End]:
        tip = base.tip(laid.tile)
        if not laid.tile.is_double:
            return [_open_end(laid.out, tip, base.heading)]
        toes = (MIDDLE_TOE, RIGHT_TOE, LEFT_TOE)
        return [End(laid.out, _bases(tip, base.heading, joints), ()) for joints in toes]

    def place(self, move: Move) -> Spot:
        assert move.tile is not None
        choice = self._choose(move.place, move.tile)
        return _spot(choice, move.tile, move.tile.other(choice.end.pips))

    def end(self, place: str) -> list[Spot]:
        return [_spot(self._show(end), ANY, ANY.low) for end in self._ends.get(place, [])]

    def _show(self, end: End) -> Choice:
        """The best choice at an end for a tile that is no double, remembered while nothing changes near it."""
        if end not in self._shown:
            self._shown[end] = self._best(end, ANY)
        return self._shown[end]

    def _forget_near(self, point: complex) -> None:
        near = (FAR + 2) * LONG
        self._shown = {end: shown for end, shown in self._shown.items() if abs(end.point - point) > near}

    def _choose(self, place: str, tile: Tile) -> Choice:
        """The best end of the tile that is touched, and the best base there; the first of equals."""
        choices = [self._best(end, tile) if tile.is_double else self._show(end) for end in self._ends[place]]
        return min(choices, key=lambda choice: (choice.link is not None, self._worth(choice, tile)))

    def _best(self, end: End, tile: Tile) -> Choice:
        best, least = None, inf
        for base in end.bases_of(tile):  # those with less against them first
            if base.cost >= least:
                break
            if self._ground.is_free(base.rect(tile)):
                choice = Choice(end, base)
                worth = self._worth(choice, tile)
                if worth < least:
                    best, least = choice, worth
        return best or self._joined_by_a_thread(end, tile)

    def _worth(self, choice: Choice, tile: Tile) -> float:
        """What is against a choice: a bend, crowded ground ahead, standing in another end's way, being far out."""
        rect = choice.base.rect(tile)
        tip = choice.base.tip(tile)
        crowded = FAR - self._free_ahead(tip, choice.base.heading, FAR)
        if tile.is_double:
            crowded += 4 * self._cramped_toes(tip, choice)
        else:  # the next tile may be a double
            crowded += 2 * self._cramped_toes(tip + WIDE * direction(choice.base.heading), choice)
        return choice.base.cost + 1.5 * crowded + 4.0 * self._in_the_way(choice.end, rect) + 0.05 * abs(tip)

    def _cramped_toes(self, tip: complex, choice: Choice) -> int:
        """How many toes of a double whose outer edge is at `tip` would have no room to spread."""
        toes = [toe for joints in (RIGHT_TOE, LEFT_TOE) for toe in _bases(tip, choice.base.heading, joints[:1])]
        rects = [toe.rect(ANY) for toe in toes]
        return sum(not self._ground.is_free(rect) or bool(self._in_the_way(choice.end, rect)) for rect in rects)

    def _free_ahead(self, tip: complex, heading: float, most: int) -> int:
        """How many tiles could follow straight on."""
        for number in range(most):
            centre = tip + (number * LONG + LONG / 2) * direction(heading)
            if not self._ground.is_free(Rect(centre, heading)):
                return number
        return most

    def _in_the_way(self, own: End, rect: Rect) -> int:
        """At how many other ends a tile could not lie straight any more."""
        return sum(rect.overlaps(end.straight) for ends in self._ends.values() for end in ends if end is not own)

    def _joined_by_a_thread(self, end: End, tile: Tile) -> Choice:
        tip = end.point
        for base in _around(tip, end.bases[0].heading):
            rect = base.rect(tile)
            if self._ground.is_free(rect) and not self._in_the_way(end, rect):
                return Choice(end, base, (tip, base.point))
        raise AssertionError("the plane is infinite")


def _around(point: complex, heading: float) -> Iterator[Base]:
    """Bases farther and farther from a point, leading away from it."""
    for distance in count(2):
        for turn in (0, 45, -45, 90, -90, 135, -135, 180):
            away = (heading + turn) % 360
            yield Base(point + distance * direction(away), away, 0.0)


def _open_end(pips: int, tip: complex, heading: float) -> End:
    return End(pips, _bases(tip, heading, TILE_JOINTS), _bases(tip, heading, DOUBLE_JOINTS))


def _spot(choice: Choice, tile: Tile, out: int) -> Spot:
    rect = choice.base.rect(tile)
    return spot_at(rect.centre, turned(tile, out, choice.base.heading), choice.link)
