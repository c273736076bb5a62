"""Seating free players at rolling tables: with players of a similar score, but others than at their last table.

Tables have the plan's size, or one seat more or fewer if the numbers require it (four, else three or five); players
left over, who have waited the shortest time, wait on. Players who sat together at their last table are kept apart as
long as others are free. A table at which somebody would meet nobody new waits for others who are still playing, but
only until one of its players has waited for `PATIENCE` (`Event.weary`); once nobody is playing, everybody is seated.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from datetime import timedelta
from itertools import combinations, pairwise

from tournaments.formats.event import Event, SeatedTable, Seating
from tournaments.formats.plan import Plan
from tournaments.formats.rolling.points import tables_of, totals
from tournaments.formats.sentence import Sentence, Who, gettext_noop
from tournaments.formats.tables.sizes import preferred_size, seats_served, split_evenly

PATIENCE = timedelta(minutes=1)
"""How long players wait for opponents other than their last ones."""
WINDOW = 12
"""How many candidates, in the order of the standings, are considered for a seat."""
JUST_MET = 10_000
"""The cost of sitting with somebody from one's last table again; greater than all other costs."""
KEPT_APART = 1_000
MET = 12
"""The cost of each table shared before, in places in the standings."""


def seat(event: Event, free: Collection[int], rng: random.Random) -> Seating:
    """Seat the free players. Never fails; players who are at none of the tables wait."""
    out = {one.id for one in event.entrants if one.is_out}
    playing = {id for table in tables_of(event) if table.scores is None for id in table.entrants}
    there = sorted(set(free) - out - playing)
    costs = _Costs(event, there)
    parts = sizes(event.plan, len(there))
    circles = _circles(costs, costs.first_served(sum(parts)), parts)
    if playing - out:
        circles = [circle for circle in circles if event.weary & {*circle} or not costs.lacks_company(circle)]
    return Seating(tuple(_table(costs, circle, rng) for circle in circles))


def sizes(plan: Plan, free: int) -> tuple[int, ...]:
    """Return the sizes of the tables, the largest first; players left over wait."""
    allowed, wish = allowed_sizes(plan), preferred_size(plan)
    for seated in range(free, 0, -1):
        fitting = [
            parts
            for tables in range(1, seated // allowed[0] + 1)
            if (parts := split_evenly(seated, tables))[0] in allowed and parts[-1] in allowed
        ]
        if fitting:
            return min(fitting, key=lambda parts: sum(abs(size - wish) for size in parts))
    return ()


def allowed_sizes(plan: Plan) -> list[int]:
    """Return the allowed sizes of a table, the smallest first."""
    served, wish = seats_served(plan), preferred_size(plan)
    return [size for size in range(wish - 1, wish + 2) if size in served and size > min(2, wish - 1)]


class _Costs:
    """The costs of seating two players together. `order` is by score, the leader first."""

    def __init__(self, event: Event, there: Sequence[int]) -> None:
        score, seeds = totals(event), {one.id: one.seed for one in event.entrants}
        self.order = sorted(there, key=lambda id: (-score[id], seeds[id]))
        self.place = {id: place for place, id in enumerate(self.order)}
        self.apart = event.apart
        self.last: dict[int, frozenset[int]] = {}
        self.last_at: dict[int, int] = {}
        self.met: Counter[tuple[int, int]] = Counter()
        for at, table in enumerate(tables_of(event)):
            company = frozenset(table.entrants)
            self.last |= dict.fromkeys(company, company)
            self.last_at |= dict.fromkeys(company, at)
            self.met.update(combinations(sorted(company), 2))
        self.known: dict[tuple[int, int], int] = {}

    def first_served(self, seats: int) -> list[int]:
        """Return the players who get these seats, which are those who have waited longest, in order of their scores."""
        by_wait = sorted(self.order, key=lambda id: (self.last_at.get(id, -1), self.place[id]))
        return sorted(by_wait[:seats], key=self.place.__getitem__)

    def of(self, one: int, other: int) -> int:
        pair = (one, other) if one < other else (other, one)
        cost = self.known.get(pair)
        if cost is None:
            cost = self.known[pair] = self._of(*pair)
        return cost

    def _of(self, one: int, other: int) -> int:
        cost = abs(self.place[one] - self.place[other]) + MET * self.met[one, other]
        is_apart = bool(self.apart) and frozenset((one, other)) in self.apart
        return cost + JUST_MET * self.have_just_met(one, other) + KEPT_APART * is_apart

    def have_just_met(self, one: int, other: int) -> bool:
        return other in self.last.get(one, ()) or one in self.last.get(other, ())

    def with_all(self, id: int, circle: Iterable[int]) -> int:
        """Return the cost of seating a player with all others in a circle."""
        return sum(self.of(id, other) for other in circle if other != id)

    def of_circle(self, circle: Collection[int]) -> int:
        return sum(self.of(one, other) for one, other in combinations(circle, 2))

    def lacks_company(self, circle: Collection[int]) -> bool:
        """Return whether a player in the circle would sit with nobody new."""
        return any(all(self.have_just_met(one, other) for other in circle if other != one) for one in circle)


def _circles(costs: _Costs, order: Iterable[int], parts: Sequence[int]) -> list[list[int]]:
    """Return the circles: from the top of the standings down, each takes the cheapest of the next candidates."""
    left, circles = list(order), []
    for size in parts:
        circle = [left.pop(0)]
        while len(circle) < size:
            window = left[:WINDOW]
            cost = {id: costs.with_all(id, circle) for id in window}
            best = min(window, key=lambda id: (cost[id], costs.place[id]))
            if cost[best] >= JUST_MET:  # nobody near will do: look further down
                best = _cheapest(costs, left, circle)
            left.remove(best)
            circle.append(best)
        circles.append(circle)
    return _improved(costs, circles)


def _cheapest(costs: _Costs, left: Sequence[int], circle: Sequence[int]) -> int:
    return min(left, key=lambda id: (costs.with_all(id, circle), costs.place[id]))


def _improved(costs: _Costs, circles: list[list[int]]) -> list[list[int]]:
    """Exchange players of neighbouring tables, and between any table and one where players have just met, if it is
    cheaper.

    The last tables get the players who are left, and so need it most.
    """
    for at in range(len(circles) - 1, -1, -1):
        if costs.of_circle(circles[at]) >= JUST_MET:
            for other in range(len(circles)):
                if other != at:
                    _exchange(costs, circles[at], circles[other])
    for above, below in pairwise(circles):
        _exchange(costs, above, below)
    return circles


def _exchange(costs: _Costs, one: list[int], other: list[int]) -> None:
    """Make the exchange between two tables that saves most, if any saves something."""
    apart_from = {mine: costs.with_all(mine, other) for mine in one} | {id: costs.with_all(id, one) for id in other}
    within = {mine: costs.with_all(mine, one) for mine in one} | {id: costs.with_all(id, other) for id in other}
    saved, mine, theirs = max(
        (
            within[mine] + within[theirs] - apart_from[mine] - apart_from[theirs] + 2 * costs.of(mine, theirs),
            mine,
            theirs,
        )
        for mine in one
        for theirs in other
    )
    if saved > 0:
        one[one.index(mine)], other[other.index(theirs)] = theirs, mine


def _table(costs: _Costs, circle: Sequence[int], rng: random.Random) -> SeatedTable:
    seats = sorted(circle)
    rng.shuffle(seats)
    return SeatedTable(tuple(seats), (_why(costs, circle),))


def _why(costs: _Costs, circle: Collection[int]) -> Sentence:
    who = tuple(Who(id) for id in sorted(circle, key=costs.place.__getitem__))
    if any(costs.have_just_met(one, other) for one, other in combinations(circle, 2)):
        return Sentence(gettext_noop("{who} were free; not everybody could get new company."), {"who": who})
    return Sentence(gettext_noop("{who} were free, and near each other in the standings."), {"who": who})
