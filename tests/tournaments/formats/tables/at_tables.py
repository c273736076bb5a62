"""Events at tables: planned, played with random results, or written down round by round."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import replace
from itertools import combinations
from typing import Any

from games.rules import GAMES
from tournaments.formats import (
    FORMATS,
    Entrant,
    Event,
    Plan,
    PlayedRound,
    PlayedTable,
    SeatedTable,
    Seating,
    SeatScore,
    Sentence,
    Who,
)

NAMES = {1: "Anna", 2: "Ben", 3: "Carla", 4: "David", 5: "Emma", 6: "Finn", 7: "Greta", 8: "Hugo"}
ANNA, BEN, CARLA, DAVID, EMMA, FINN, GRETA, HUGO = NAMES

DOUBLES = "descending-doubles"
ROUNDS = "table-rounds"


def doubles(size: int = 4, seating: str = "spread", *, duplicate: bool = False, **options: Any) -> Plan:
    """Return a plan of ten rounds from double-nine down, unless the options say otherwise."""
    complete = GAMES["chicken-foot"].complete(options)
    return Plan(DOUBLES, "chicken-foot", complete, table_size=size, seating=seating, duplicate=duplicate)


def kardinal(rounds: int = 4, size: int = 4, *, duplicate: bool = False, **options: Any) -> Plan:
    complete = GAMES["kardinal"].complete(options)
    return Plan(ROUNDS, "kardinal", complete, rounds, table_size=size, duplicate=duplicate)


def entrants(count: int) -> tuple[Entrant, ...]:
    return tuple(Entrant(id, seed=id) for id in range(1, count + 1))


def event(plan: Plan, count: int, *rounds: PlayedRound) -> Event:
    return Event(plan, entrants(count), rounds)


def table(number: int, **points: int | None) -> PlayedTable:
    """Return a table: `table(1, anna=12, ben=0)`; None for all while it is running."""
    ids = tuple(next(id for id, its in NAMES.items() if its.lower() == name) for name in points)
    known = [one for one in points.values() if one is not None]
    if not known:
        return PlayedTable(number, ids)
    return PlayedTable(number, ids, scored(known))


def scored(points: Iterable[int]) -> tuple[SeatScore, ...]:
    """Return the scores of one deal; the lowest wins."""
    known = tuple(points)
    winners = known.count(min(known))
    return tuple(SeatScore(one, (one,), one == min(known), one == min(known) and winners > 1) for one in known)


def played(number: int, *tables: PlayedTable, byes: tuple[int, ...] = ()) -> PlayedRound:
    return PlayedRound(number, tables, byes)


def seat(its: Event, present: Collection[int], seed: int) -> Seating:
    return FORMATS[its.plan.format].seat(its, present, random.Random(seed))


def with_round(its: Event, seating: Seating, rng: random.Random) -> Event:
    """Return the event with this round, with random results."""
    tables = tuple(
        PlayedTable(number, one.entrants, scored(rng.choice((0, rng.randrange(1, 99))) for _ in one.entrants))
        for number, one in enumerate(seating.tables, 1)
    )
    this = PlayedRound(len(its.rounds) + 1, tables, tuple(one for one, _ in seating.byes))
    return replace(its, rounds=(*its.rounds, this))


def played_through(plan: Plan, count: int, seed: int, there: float = 1.0) -> Event:
    """Play all rounds; everyone is present with the probability `there`."""
    rng, its = random.Random(seed), event(plan, count)
    for number in range(FORMATS[plan.format].rounds(plan, count)):
        present = [one.id for one in its.entrants if rng.random() < there]
        its = with_round(its, seat(its, present, seed + number), rng)
    return its


def meetings(its: Event) -> Counter[tuple[int, int]]:
    return Counter(pair for each in its.rounds for one in each.tables for pair in combinations(sorted(one.entrants), 2))


def repeats(its: Event) -> int:
    """Return how often two met who had met before."""
    return sum(count - 1 for count in meetings(its).values())


def seats_taken(its: Event) -> dict[int, Counter[int]]:
    taken: dict[int, Counter[int]] = {one.id: Counter() for one in its.entrants}
    for each in its.rounds:
        for one in each.tables:
            for seat, entrant in enumerate(one.entrants):
                taken[entrant][seat] += 1
    return taken


def company(tables: Iterable[SeatedTable | PlayedTable]) -> set[frozenset[int]]:
    return {frozenset(one.entrants) for one in tables}


def said(sentences: Iterable[Sentence]) -> list[str]:
    """Return the sentences as the site renders them."""
    return [one.template.format(**{gap: _named(value) for gap, value in one.gaps.items()}) for one in sentences]


def _named(value: Any) -> Any:
    if isinstance(value, Who):
        return NAMES.get(value.entrant, str(value.entrant))
    if isinstance(value, tuple):
        names = [_named(one) for one in value]
        return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]
    return value
