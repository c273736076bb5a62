"""The coach: does a second look agree, what does it cost, and do the losses that it names come true?

    python bench/coach_judging.py [--game chicken-foot] [--seats 2] [--deals 40] [--seed 1] [--to bench/coach.md]

An easy bot plays against medium ones, and its decisions are judged. Every mistake is judged again with other imagined
deals. To see what it really cost, the deal goes on from there with all tiles where they are, once after the best move
and once after the one that was played, all seats played by medium bots: not the players whom the coach imagines. What
the losses were really, by what the coach said, is the slope of a line through nought.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from statistics import fmean

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from coach.judging import judge
from games.bots.arena import SURE, shuffled_deck
from games.bots.levels import choose_in
from games.bots.search import lead
from games.rules import GAMES, Deal, Match, Move

AGAIN = 4
"""So many times a deal is played on after each of the two moves, as bots break ties at random."""

HEAD = """# What the coach says

Written by `python bench/coach_judging.py`, which tells how it is measured. Times are those of the processor.

| game | seats | deals | decisions | mistakes | found again | others | time a deal | said, mean | really, mean | slope |
|---|---|---|---|---|---|---|---|---|---|---|
"""


@dataclass
class Measured:
    """What was found out in all deals together."""

    deals: int = 0
    decisions: int = 0
    seconds: float = 0
    first: set[tuple[int, int]] = field(default_factory=set)
    second: set[tuple[int, int]] = field(default_factory=set)
    pairs: list[tuple[float, float]] = field(default_factory=list)
    """What mistakes cost as the coach says, and really."""

    def slope(self) -> tuple[float, float]:
        """Return the slope of a line through nought, and how far off it may be in 95 of 100 cases."""
        square = sum(said * said for said, _really in self.pairs)
        slope = sum(said * really for said, really in self.pairs) / square
        off = sum((said * (really - slope * said)) ** 2 for said, really in self.pairs)
        return slope, SURE * sqrt(off) / square


def measure(game: str, seats: int, deals: int, seed: int, twice: bool) -> Measured:
    found, rng = Measured(), random.Random(f"{game} {seats} {seed}")
    match = Match(game, seats)
    while found.deals < deals:
        if match.result is not None:
            match = Match(game, seats)
        deal, step = match.start_deal(shuffled_deck(match, rng)), 0
        while deal.result is None:
            move = choose_in(deal, "easy" if deal.turn == 0 else "medium", rng)
            if deal.turn == 0 and len(deal.legal_moves()) > 1:
                look(found, deal, move, (found.deals, step), rng, twice)
            match.play(move)
            step += 1
        found.deals += 1
        print(f"\r{found.deals} of {deals} deals, {len(found.first)} mistakes", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return found


def look(found: Measured, deal: Deal, move: Move, at: tuple[int, int], rng: random.Random, twice: bool) -> None:
    """Judge a decision, and what it really cost if it was a mistake."""
    begun = time.process_time()
    judged = judge(deal.view(0), move, deal.worlds(0, random.Random(rng.random())))
    found.seconds += time.process_time() - begun
    if judged is None:
        return
    found.decisions += 1
    if judged.is_mistake:
        found.first.add(at)
        found.pairs.append((judged.loss, really(deal, judged.best, rng) - really(deal, judged.played, rng)))
    if twice or judged.is_mistake:
        again = judge(deal.view(0), move, deal.worlds(0, random.Random(rng.random())))
        if again and again.is_mistake:
            found.second.add(at)


def really(deal: Deal, move: Move, rng: random.Random) -> float:
    """Return how far the first seat is ahead at the end, if it plays this move and medium bots go on."""
    ends = []
    for _ in range(AGAIN):
        played = deal.copy()
        played.play(move)
        while played.result is None:
            played.play(choose_in(played, "medium", rng))
        ahead = lead(played.result.scores, 0)
        ends.append(ahead if GAMES[deal.game].high_wins else -ahead)
    return fmean(ends)


def row(game: str, seats: int, found: Measured, twice: bool) -> str:
    slope, off = found.slope()
    both = len(found.first & found.second)
    cells = [
        *(game, str(seats), str(found.deals), str(found.decisions), str(len(found.first))),
        f"{both / len(found.first):.1%}",
        f"{len(found.second - found.first)}" if twice else "–",
        f"{found.seconds / found.deals:.1f} s",
        f"{fmean(said for said, _really in found.pairs):.2f}",
        f"{fmean(really for _said, really in found.pairs):.2f}",
        f"{slope:.2f} ±{off:.2f}",
    ]
    return f"| {' | '.join(cells)} |"


def write(path: Path, line: str) -> None:
    """Replace the row of this game for so many seats, or add it."""
    lines = path.read_text().splitlines() if path.exists() else []
    key = line.split(" | ")[:2]
    kept = [one for one in lines if one.startswith("| ") and one.split(" | ")[:2] not in (key, ["| game", "seats"])]
    path.write_text(HEAD + "".join(f"{one}\n" for one in sorted([*kept, line])))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=GAMES, default="chicken-foot")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--twice", action="store_true", help="look a second time at every decision, not at mistakes only"
    )
    parser.add_argument("--to", type=Path, default=Path(__file__).resolve().parent / "coach.md")
    args = parser.parse_args()
    line = row(args.game, args.seats, measure(args.game, args.seats, args.deals, args.seed, args.twice), args.twice)
    print(line)
    write(args.to, line)


if __name__ == "__main__":
    main()
