"""Four arms from the starter tile, and three toes from every other double: Chicken Foot (docs/layout.md)."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Self

from games.layout.growth import MOST_OUTSIDE, OUTSIDE, STUCK, End, Plan, Reserved, Surroundings, radius, squeeze_foot
from games.layout.plane import AHEAD, LONG, Ground, Slab, are_free
from games.layout.spot import ANY, Spot, spot_at
from games.layout.thread import foot_by_thread, tile_by_thread
from games.rules.deal import Laid
from games.rules.moves import Move
from games.rules.tiles import HIGHEST, Tile, read_tile

STARTER = Plan((Slab(0j, 90), Slab(-1.5j, 0), Slab(2 + 0j, 90), Slab(1.5j, 180), Slab(-2 + 0j, 270)), 0)
"""The starter tile lies across the table; its arms follow clockwise from the one that leads up."""

SETS = (9, 12, 15, 18)

NEAR = 7.0
"""The ground that other ends reserve or need clear only matters this close to the point that an end leads to; a tile
laid farther from its tip never changes its plans."""
CLOSE = 5.0
"""An end replans its next tile whenever a tile is laid this close; one laid farther away only matters if it takes
ground that the end has reserved."""
FARTHEST = 14.0

SMALLEST_TABLE = 8.0
CLOTH = 1.25
"""Half the height of the table for one tile; the table grows with the number of tiles."""

NO_PIPS = -1
"""The number of an end that does not show any yet."""


class Tree:
    """Keeps where the tiles of a deal of Chicken Foot lie.

    Every open end reserves ground for its next tile, and for its number's double with all toes while that may still
    come. A double covers the ground of its toes at once, since nothing else may be laid before them (CF12).
    """

    def __init__(self) -> None:
        self._ground = Ground()
        self._ends: dict[str, End] = {}
        self._toes: dict[str, list[Plan]] = {}
        self._tiles_with = [0] * (HIGHEST + 1)
        self._doubles: set[int] = set()
        self._tiles = 0
        self._set = SETS[0]
        self._doubles_planned: dict[str, Plan] = {}
        """Cache of where a double would go at an end; cleared when a tile is laid."""

    def copy(self) -> Self:
        twin = type(self)()
        twin._ground = self._ground.copy()
        twin._ends = {tile: replace(end) for tile, end in self._ends.items()}
        twin._toes = {tile: toes.copy() for tile, toes in self._toes.items()}
        twin._tiles_with = self._tiles_with.copy()
        twin._doubles = self._doubles.copy()
        twin._tiles = self._tiles
        twin._set = self._set
        twin._doubles_planned = self._doubles_planned.copy()
        return twin

    # The interface of all layouts

    def add(self, laid: Laid) -> Spot:
        plan = self._plan(laid.place, laid.tile, laid.out) if laid.place else STARTER
        self._doubles_planned.clear()
        self._count(laid.tile)
        if laid.place in self._toes:
            self._fill_toe(laid.place, plan)
        else:
            self._ends.pop(laid.place, None)
            self._cover(plan.slabs)
        if laid.tile.is_double:
            self._toes[laid.tile] = self._toes_of(plan)
        else:
            self._open(laid.tile, End.of(plan.slabs[0], laid.out))
        return _spot(plan, laid.tile, laid.out)

    def place(self, move: Move) -> Spot:
        assert move.tile is not None
        out = move.tile.other(self._pips(move.place))
        return _spot(self._plan(move.place, move.tile, out), move.tile, out)

    def end(self, place: str) -> list[Spot]:
        if place not in self._ends:
            return [_spot(toe, ANY, ANY.low) for toe in self._toes.get(place, [])]
        end, plan = self._ends[place], self._plan(place, ANY, ANY.low)
        if end.shown is None or end.shown[0] is not plan:
            end.shown = plan, _spot(plan, ANY, ANY.low)
        return [end.shown[1]]

    def _pips(self, place: str) -> int:
        return read_tile(place).high if place in self._toes else self._ends[place].pips

    # Where a tile goes

    def _plan(self, place: str, tile: Tile, out: int) -> Plan:
        if place in self._toes:
            return self._choose_toe(self._toes[place], out)
        end = self._ends[place]
        if tile.is_double:
            if place not in self._doubles_planned:
                self._doubles_planned[place] = self._plan_double(end)
            return self._doubles_planned[place]
        return end.tile or tile_by_thread(end, self._ground, self._kept(end))

    def _plan_double(self, end: End) -> Plan:
        if not end.no_foot:
            plan = self._around(end, end.pips).plan_double(end) or end.double
            if plan := plan or squeeze_foot(end, self._ground, self._kept(end)):
                return plan
            end.no_foot = True
        return foot_by_thread(end, self._ground, self._kept(end))

    def _choose_toe(self, toes: list[Plan], out: int) -> Plan:
        """Return the roomiest toe for a number whose double may still come, else the most cramped one still usable."""
        if out not in self._doubles:
            return min(toes, key=lambda toe: toe.against)
        usable = [toe for toe in toes if toe.against < STUCK] or toes
        return max(usable, key=lambda toe: toe.against)

    def _kept(self, end: End) -> list[Slab]:
        """Return all ground that other ends have reserved."""
        others = [other for other in self._ends.values() if other is not end]
        plans = [plan for other in others for plan in (other.tile, other.double) if plan]
        return [slab for plan in plans for slab in plan.slabs]

    # Changes to the ground and the ends

    def _count(self, tile: Tile) -> None:
        self._tiles += 1
        if tile.high > self._set:
            self._set = next(highest for highest in SETS if highest >= tile.high)
        for pips in tile.halves:
            self._tiles_with[pips] += 1
        if tile.is_double:
            self._doubles.add(tile.high)

    def _fill_toe(self, place: str, plan: Plan) -> None:
        self._toes[place].remove(plan)
        if not self._toes[place]:
            del self._toes[place]

    def _toes_of(self, double: Plan) -> list[Plan]:
        """Return the toes to come (or the arms of the starter tile), with how cramped each of them is."""
        toes = [Plan((slab,), slab.heading) for slab in double.slabs[1:]]
        return toes if double is STARTER else [toe._replace(against=self._tightness(toe)) for toe in toes]

    def _tightness(self, toe: Plan) -> float:
        end = End.of(toe.slabs[0], NO_PIPS)
        return round(self._around(end).tightness(end), 6)

    def _cover(self, slabs: tuple[Slab, ...]) -> None:
        for slab in slabs:
            self._ground.cover(slab)
        apart = [(end, abs(end.tip - slabs[0].centre)) for end in self._ends.values()]
        near = [(end, distance) for end, distance in apart if distance < NEAR]
        for end, _ in near:
            if end.tile and not are_free(end.tile.slabs, slabs):
                end.tile = None
        for end, distance in near:
            if distance < CLOSE or end.tile is None:
                self._keep_for_tile(end)
            if end.double and not are_free(end.double.slabs, slabs):
                end.double = None
                self._keep_for_double(end)

    def _open(self, tile: Tile, end: End) -> None:
        self._ends[tile] = end
        self._keep_for_tile(end)
        self._keep_for_double(end)

    def _keep_for_tile(self, end: End) -> None:
        if not end.no_tile:
            end.tile = self._around(end).plan_tile(end)
            end.no_tile = end.tile is None

    def _keep_for_double(self, end: End) -> None:
        if self._is_served(end) and end.pips not in self._doubles:
            end.double = self._reserved_around(end).keep_for_double(end)

    # The surroundings of an end

    def _reserved_around(self, end: End) -> Reserved:
        """Return the ground reserved by other ends that matters for placing the double of this end's number."""
        reserved = Reserved(self._ground, [], [])
        sight = end.tip + LONG * AHEAD[end.heading]
        for other in self._others(end):
            if abs(other.tip - sight) < NEAR:
                reserved.add(other, is_forking=self._is_forking(other, end.pips))
        return reserved

    def _around(self, end: End, double: int = NO_PIPS) -> Surroundings:
        """Return the surroundings of an end; if `double` is given, those that matter to that number's double."""
        sight = end.tip + LONG * AHEAD[end.heading]
        others = self._others(end)
        growth = self._growth(len(others) + 1)
        farthest = growth + NEAR / 2
        around = Surroundings(
            ground=self._ground,
            tiles=[],
            feet=[],
            breaths=[],
            lanes=[],
            growth=growth,
            edge=max(SMALLEST_TABLE, CLOTH * math.sqrt(self._tiles), radius(end.tip)),
            outside=min(MOST_OUTSIDE, OUTSIDE / (len(others) + 1)),
        )
        for other in others:
            apart = abs(other.tip - sight)
            if apart < farthest:
                around.lanes += other.lanes_past(sight)
            if apart < NEAR:
                is_forking = self._is_forking(other, double)
                around.breaths.append(other.breath_of_foot if is_forking else other.breath)
                around.add(other, is_forking=is_forking)
        return around

    def _others(self, end: End) -> list[End]:
        """Return the other ends where a tile can still be placed in this deal."""
        return [other for other in self._ends.values() if other is not end and self._is_served(other)]

    def _is_forking(self, end: End, double: int) -> bool:
        """Return whether the double of an end's number may still come, and is not the one that is being placed."""
        return end.pips not in self._doubles and end.pips != double

    def _is_served(self, end: End) -> bool:
        """Return whether any tiles with the end's number have not been laid yet."""
        return self._tiles_with[end.pips] <= self._set

    def _growth(self, ends: int) -> float:
        """Return roughly how far each of this many ends may still grow."""
        to_come = (self._set + 1) * (self._set + 2) // 2 - self._tiles
        return min(FARTHEST, 3 + LONG * to_come / ends)


def _spot(plan: Plan, tile: Tile, out: int) -> Spot:
    return spot_at(plan.slabs[0].centre, plan.heading, tile, out, plan.link)
