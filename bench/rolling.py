"""Seating at rolling tables: the seconds to seat all entrants who are free at the same time.

    python bench/rolling.py [--free 200] [--tables 20]

All entrants are free at the same time, `tables` times in a row, which is the worst case: each time everybody has to be
seated again, if possible with new opponents.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tournaments.formats import Entrant, Event, Plan, PlayedRound, PlayedTable, Seating, SeatScore
from tournaments.formats.rolling.points import standings
from tournaments.formats.rolling.seating import seat


def played(event: Event, seating: Seating, rng: random.Random) -> Event:
    tables = tuple(
        PlayedTable(number, table.entrants, tuple(SeatScore(rng.randrange(40)) for _seat in table.entrants))
        for number, table in enumerate(seating.tables, 1)
    )
    return replace(event, rounds=(*event.rounds, PlayedRound(len(event.rounds) + 1, tables)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--free", type=int, default=200)
    parser.add_argument("--tables", type=int, default=20)
    args = parser.parse_args()
    rng = random.Random(1)
    plan = Plan("rolling", "chicken-foot", table_size=4)
    plan = replace(plan, options=plan.rules.complete({}))
    event = Event(plan, tuple(Entrant(id, id) for id in range(1, args.free + 1)))
    slowest = 0.0
    for number in range(1, args.tables + 1):
        begun = time.perf_counter()
        seating = seat(event, range(1, args.free + 1), random.Random(number))
        took = time.perf_counter() - begun
        slowest = max(slowest, took)
        event = played(event, seating, rng)
    begun = time.perf_counter()
    standings(event)
    print(f"{args.free} free, {args.tables} times: at most {slowest:.3f} s to seat them, the last time {took:.3f} s;")
    print(f"{time.perf_counter() - begun:.3f} s for the standings")


if __name__ == "__main__":
    main()
