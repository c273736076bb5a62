"""How many tiles need a thread, and how long it takes to lay a tile, in matches of Chicken Foot between bots.

Measures the processor time for laying a tile and computing the place of every open end, as the site does.

    python bench/games/layout.py
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from games.bots import choose
from games.bots.arena import Contest, shuffled_deck
from games.layout import Spot, arrange
from games.rules import Deal

TABLES = ((9, 2, 100), (9, 4, 100), (9, 7, 100), (12, 2, 40), (18, 4, 5))
"""The highest double, the number of seats, and the number of matches."""
LEVELS = ("medium", "easy")


def deals(contest: Contest, matches: int) -> Iterator[Deal]:
    """Play these matches and yield every deal once it is over."""
    for number in range(matches):
        match, levels = contest.open_match(), contest.levels_at(number)
        decks, thoughts = random.Random(f"decks {number}"), random.Random(f"thoughts {number}")
        while match.result is None:
            deal = match.start_deal(shuffled_deck(match, decks))
            while deal.result is None:
                match.play(choose(deal.view(deal.turn), levels[deal.turn], thoughts))
            yield deal


def lay_out(deal: Deal) -> tuple[list[Spot], list[float]]:
    """Lay out the tiles of a deal; return their spots, and the seconds that each tile took."""
    arrangement = arrange("tree")
    ends: dict[str, int] = {}
    spots, seconds = [], []
    for laid in deal.layout:
        if laid.place in ends:
            ends[laid.place] -= 1
        ends[laid.tile] = 1 if laid.place and not laid.tile.is_double else 3 if laid.place else 4
        ends = {place: free for place, free in ends.items() if free}
        start = time.process_time()
        spots.append(arrangement.add(laid))
        for place in ends:
            arrangement.end(place)
        seconds.append(time.process_time() - start)
    return spots, seconds


def main() -> None:
    for highest, seats, matches in TABLES:
        contest = Contest("chicken-foot", seats, LEVELS, 0, {"set": highest})
        laid = [lay_out(deal) for deal in deals(contest, matches)]
        spots = [spot for one, _ in laid for spot in one]
        times = sorted(second * 1e3 for _, one in laid for second in one)
        threads = sum(spot.link is not None for spot in spots)
        rate = f"one tile in {len(spots) / threads:,.0f}" if threads else "none"
        most = times[len(times) * 99 // 100]
        print(
            f"double-{highest}, {seats} seats: {threads:3} threads in {len(spots):6,} tiles, {rate:>18}   "
            f"{sum(times) / len(times):.2f} ms a tile, 99 % under {most:.1f}, all under {times[-1]:.0f}"
        )


if __name__ == "__main__":
    main()
