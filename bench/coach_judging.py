"""The coach: does a second look agree, what does it cost, and do the losses that it names come true?

    python bench/coach_judging.py [--game chicken-foot] [--seats 2] [--minutes 15] [--seed 1] [--to bench/coach.md]

An easy bot plays against medium ones, and its decisions are judged. Every mistake is judged again with other imagined
deals: is it called a mistake again (*found again*), and does it at least cost what is worth a word, and more than two
standard errors (*confirmed*)? To see what it cost, the deal is played on after the best move and after the one that was
played, with all seats played by medium bots, by the full rules: not the players whom the coach imagines. That is done
with all tiles where they really were, and again in newly imagined deals, which the coach has not seen: there chance is
smaller, as there are several of them. What the losses came to, by what the coach said, is the slope of a line
through nought.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from math import sqrt
from pathlib import Path
from statistics import fmean

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from coach.judging import Judged, imagined, judge
from coach.judging.decisions import EFFORT, SURE
from games.bots.arena import SURE as LIKELY
from games.bots.arena import shuffled_deck, wilson
from games.bots.levels import choose_in
from games.bots.search import lead
from games.rules import GAMES, Deal, Match, Move

AGAIN = 2
"""So many times a deal is played on after each of the two moves, as bots break ties at random."""

IMAGINED = 8
"""In so many newly imagined deals."""

HEAD = """# What the coach says

Written by `python bench/coach_judging.py`, which tells how it is measured. Times are those of the processor, for the
decisions of one seat; ± is 95 %. Points of the mistakes: as the coach says, with the real tiles, and in newly
imagined deals.

| game | seats | deals | decisions | mistakes | found again | confirmed | time a deal | longest match | said \
| real tiles | imagined | slope, real tiles | slope, imagined |
|---|---|---|---|---|---|---|---|---|---|---|---|---|---|
"""


@dataclass
class Measured:
    """What was found out in all deals together."""

    deals: int = 0
    decisions: int = 0
    again: int = 0
    """How many mistakes a second look called mistakes, too; `confirmed`: how many it found worth a word at least."""
    confirmed: int = 0
    matches: list[float] = field(default_factory=list)
    """The processor time of each match so far."""
    said: list[float] = field(default_factory=list)
    """What mistakes cost as the coach says; `really` and `imagined`: as it turned out."""
    really: list[float] = field(default_factory=list)
    imagined: list[float] = field(default_factory=list)
    deal_of: list[int] = field(default_factory=list)
    """The number of the deal in which each mistake was made."""

    def slope(self, came: Sequence[float]) -> str:
        """Return the slope of a line through nought, and how far off it may be in 95 of 100 cases.

        Mistakes of one deal have its tiles in common, so that they count as one observation.
        """
        pairs = list(zip(self.said, came, strict=True))
        square = sum(said * said for said in self.said)
        slope = sum(said * cost for said, cost in pairs) / square
        by_deal: defaultdict[int, float] = defaultdict(float)
        for number, (said, cost) in zip(self.deal_of, pairs, strict=True):
            by_deal[number] += said * (cost - slope * said)
        off = sum(error**2 for error in by_deal.values())
        return f"{slope:.2f} ±{LIKELY * sqrt(off) / square:.2f}"


def measure(game: str, seats: int, seed: int) -> Iterator[Measured]:
    """Yield what has been found out after each deal, endlessly."""
    found, rng = Measured(matches=[0.0]), random.Random(f"{game} {seats} {seed}")
    match = Match(game, seats)
    while True:
        if match.result is not None:
            match = Match(game, seats)
            found.matches.append(0.0)
        deal = match.start_deal(shuffled_deck(match, rng))
        while deal.result is None:
            move = choose_in(deal, "easy" if deal.turn == 0 else "medium", rng)
            if deal.turn == 0 and len(deal.legal_moves()) > 1:
                look(found, deal, move, rng)
            match.play(move)
        found.deals += 1
        yield found


def look(found: Measured, deal: Deal, move: Move, rng: random.Random) -> None:
    """Judge a decision, and what it cost if it was a mistake."""
    begun = time.process_time()
    judged = judged_in(deal, move, rng)
    found.matches[-1] += time.process_time() - begun
    if judged is None:
        return
    found.decisions += 1
    if judged.is_mistake:
        again = judged_in(deal, move, rng)
        assert again is not None
        found.again += again.is_mistake
        found.confirmed += again.loss > max(EFFORT[deal.game].least, SURE * again.error)
        found.said.append(judged.loss)
        found.deal_of.append(found.deals)
        found.really.append(fmean(cost(deal, judged, rng) for _ in range(AGAIN)))
        worlds = islice(imagined(deal, 0, rng), IMAGINED)
        found.imagined.append(fmean(cost(world, judged, rng) for world in worlds))


def judged_in(deal: Deal, move: Move, rng: random.Random) -> Judged | None:
    return judge(deal.view(0), move, imagined(deal, 0, rng))


def cost(deal: Deal, judged: Judged, rng: random.Random) -> float:
    """Return what the move that was played comes to less than the best one, if medium bots go on."""
    return ahead_after(deal, judged.best, rng) - ahead_after(deal, judged.played, rng)


def ahead_after(deal: Deal, move: Move, rng: random.Random) -> float:
    played = deal.copy()
    played.play(move)
    while played.result is None:
        played.play(choose_in(played, "medium", rng))
    ahead = lead(played.result.scores, 0)
    return ahead if GAMES[deal.game].high_wins else -ahead


def row(game: str, seats: int, found: Measured) -> str:
    whole = found.matches[:-1]
    cells = [
        *(game, str(seats), str(found.deals), str(found.decisions), str(len(found.said))),
        *(share(count, len(found.said)) for count in (found.again, found.confirmed)),
        f"{sum(found.matches) / found.deals:.1f} s",
        f"{max(whole):.0f} s of {len(whole)}" if whole else "–",
        *(f"{fmean(points):.2f}" for points in (found.said, found.really, found.imagined)),
        *(found.slope(points) for points in (found.really, found.imagined)),
    ]
    return f"| {' | '.join(cells)} |"


def share(count: int, of: int) -> str:
    low, high = wilson(count, of)
    return f"{count / of:.1%} [{low:.0%}, {high:.0%}]"


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
    parser.add_argument("--minutes", type=float, default=15, help="of processor time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--to", type=Path, default=Path(__file__).resolve().parent / "coach.md")
    args = parser.parse_args()
    until = time.process_time() + 60 * args.minutes
    for found in measure(args.game, args.seats, args.seed):
        if found.said:
            line = row(args.game, args.seats, found)
            print(f"\r{line}", end="", file=sys.stderr, flush=True)
            write(args.to, line)
        if time.process_time() > until:
            break


if __name__ == "__main__":
    main()
