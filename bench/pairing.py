"""Swiss pairing for a thousand entrants: the seconds to pair each round, and to compute the standings after it.

    python bench/pairing.py [--entrants 1000] [--rounds 9]

Results are random, with the stronger seed winning more often, and in each round a few entrants are missing. At the end
one round is paired under the worst conditions, in which neighbours cannot be paired without repeats.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tournaments.formats import FORMATS, Entrant, Event, Plan, PlayedRound, PlayedTable, Seating, SeatScore
from tournaments.formats.duels import pairing


def played(event: Event, seating: Seating, rng: random.Random) -> Event:
    tables = tuple(
        PlayedTable(number, table.entrants, _scores(table.entrants, rng))
        for number, table in enumerate(seating.tables, 1)
    )
    byes = tuple(id for id, _ in seating.byes)
    return replace(event, rounds=(*event.rounds, PlayedRound(len(event.rounds) + 1, tables, byes)))


def _scores(seats: tuple[int, ...], rng: random.Random) -> tuple[SeatScore, ...]:
    one, other = seats
    winner = one if rng.random() < 0.5 + (other - one) / (4 * max(seats)) else other
    return tuple(SeatScore(10 if id == winner else rng.randrange(10), won=id == winner) for id in seats)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--entrants", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=9)
    args = parser.parse_args()
    rng = random.Random(1)
    swiss = FORMATS["swiss"]
    event = Event(Plan("swiss", "two-step"), tuple(Entrant(id, id) for id in range(1, args.entrants + 1)))
    slowest = 0.0
    for number in range(1, args.rounds + 1):
        present = [entrant.id for entrant in event.entrants if rng.random() > 0.02]
        start = time.perf_counter()
        seating = swiss.seat(event, present, random.Random(number))
        seated = time.perf_counter()
        event = played(event, seating, rng)
        begun = time.perf_counter()
        swiss.standings(event)
        ranked = time.perf_counter()
        slowest = max(slowest, seated - start)
        print(
            f"round {number}: {seated - start:.2f} s to pair {len(present)}, {ranked - begun:.2f} s for the standings"
        )
    print(f"the slowest round: {slowest:.2f} s")
    pairing.NEAR = 0
    start = time.perf_counter()
    swiss.seat(event, [entrant.id for entrant in event.entrants], random.Random(0))
    print(f"with a wider circle: {time.perf_counter() - start:.2f} s")


if __name__ == "__main__":
    main()
