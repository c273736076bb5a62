"""Whole duel events, with results chosen by the test."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection
from dataclasses import replace

from tournaments.formats import FORMATS, Entrant, Event, Plan, PlayedRound, PlayedTable, Seating, SeatScore

Judge = Callable[[tuple[int, ...], random.Random], tuple[SeatScore, SeatScore]]


def won(points: int = 10, perfect: int = 0) -> SeatScore:
    return SeatScore(points=points, won=True, perfect=perfect)


def lost(points: int = 0) -> SeatScore:
    return SeatScore(points=points)


def shared(points: int = 20) -> SeatScore:
    return SeatScore(points=points, shared=True)


def by_chance(seats: tuple[int, ...], rng: random.Random) -> tuple[SeatScore, SeatScore]:
    winner = rng.randrange(2)
    scores = won(rng.choice((10, 11)), rng.randrange(4)), lost(rng.randrange(10))
    return scores if winner == 0 else scores[::-1]


def by_chance_with_shared_wins(seats: tuple[int, ...], rng: random.Random) -> tuple[SeatScore, SeatScore]:
    return (shared(), shared()) if rng.random() < 0.3 else by_chance(seats, rng)


def the_lower_id(seats: tuple[int, ...], rng: random.Random) -> tuple[SeatScore, SeatScore]:
    return (won(), lost()) if seats[0] < seats[1] else (lost(), won())


def event(plan: Plan, entrants: int) -> Event:
    """Return an event; entrants have ids 1, 2, … equal to their seeds."""
    return Event(plan, tuple(Entrant(id, id) for id in range(1, entrants + 1)))


def seat(at: Event, present: Collection[int] | None = None, seed: int = 0) -> Seating:
    there = [entrant.id for entrant in at.entrants] if present is None else present
    return FORMATS[at.plan.format].seat(at, there, random.Random(f"{seed}/{len(at.rounds)}"))


def opened(at: Event, seating: Seating) -> Event:
    """Return the event with this round running."""
    tables = tuple(PlayedTable(number, table.entrants) for number, table in enumerate(seating.tables, 1))
    played = PlayedRound(len(at.rounds) + 1, tables, tuple(id for id, _ in seating.byes))
    return replace(at, rounds=(*at.rounds, played))


def closed(at: Event, judge: Judge, rng: random.Random) -> Event:
    """Return the event with all tables of the last round finished."""
    last = at.rounds[-1]
    tables = tuple(
        table if table.scores else replace(table, scores=judge(table.entrants, rng)) for table in last.tables
    )
    return replace(at, rounds=(*at.rounds[:-1], replace(last, tables=tables)))


def played(at: Event, judge: Judge = by_chance, seed: int = 0, rounds: int = 10**6) -> Event:
    """Return the event at its end, or this many rounds later."""
    rng = random.Random(seed)
    while not FORMATS[at.plan.format].is_over(at) and rounds:
        at = closed(opened(at, seat(at, seed=seed)), judge, rng)
        rounds -= 1
    return at
