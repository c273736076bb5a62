"""The coach: does a second analysis agree, how long does one take, and do its estimates of losses come true?

    python bench/coach_judging.py [--game chicken-foot] [--seats 2] [--minutes 15] [--seed 1] [--to bench/coach.md]

An easy bot plays against medium ones, and its decisions are judged. Every mistake is judged again with other imagined
deals. It counts as *found again* if it is called a mistake again, and as *confirmed* if its loss is worth a remark and
exceeds two standard errors. To measure what a mistake really costs, the deal is played to its end after the best move
and after the one that was played, with medium bots in all seats and the full rules instead of the coach's playouts.
That is done with the real tiles, and again in newly imagined deals that the coach has not seen; as there are several of
these, chance matters less. The slope of a regression line through the origin says how the real losses compare to the
coach's estimates.
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
"""How often a deal is played on after each of the two moves, as bots break ties at random."""

IMAGINED = 8
"""The number of newly imagined deals."""

HEAD = """# What the coach says

Written by `python bench/coach_judging.py`, which explains the measurement. Times are processor time for the decisions
of one seat; ± is a 95 % interval. The mean loss of the mistakes is given in points: as estimated by the coach, with the
real tiles, and in newly imagined deals.

| game | seats | deals | decisions | mistakes | found again | confirmed | time a deal | longest match | said \
| real tiles | imagined | slope, real tiles | slope, imagined |
|---|---|---|---|---|---|---|---|---|---|---|---|---|---|
"""


@dataclass
class Measured:
    """The results of all deals together."""

    deals: int = 0
    decisions: int = 0
    again: int = 0
    """How many mistakes a second analysis also called mistakes; `confirmed`: how many it found worth a remark."""
    confirmed: int = 0
    matches: list[float] = field(default_factory=list)
    """The processor time for each match; the last one is still being played."""
    said: list[float] = field(default_factory=list)
    """The coach's estimate of each mistake's loss; `really` and `imagined` are the measured losses."""
    really: list[float] = field(default_factory=list)
    imagined: list[float] = field(default_factory=list)
    deal_of: list[int] = field(default_factory=list)
    """The number of the deal in which each mistake was made."""

    def slope(self, came: Sequence[float]) -> str:
        """Return the slope of a regression line through the origin, with its 95 % interval.

        Mistakes in the same deal share its tiles, so they are treated as one observation.
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
    """Play deals endlessly; yield the results so far after each one."""
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
    """Judge a decision and, if it was a mistake, measure its cost."""
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
        found.confirmed += again.loss > max(EFFORT[deal.game].min_loss, SURE * again.error)
        found.said.append(judged.loss)
        found.deal_of.append(found.deals)
        found.really.append(fmean(cost(deal, judged, rng) for _ in range(AGAIN)))
        worlds = islice(imagined(deal, 0, rng), IMAGINED)
        found.imagined.append(fmean(cost(world, judged, rng) for world in worlds))


def judged_in(deal: Deal, move: Move, rng: random.Random) -> Judged | None:
    return judge(deal.view(0), move, imagined(deal, 0, rng))


def cost(deal: Deal, judged: Judged, rng: random.Random) -> float:
    """Return how many points less the played move brings than the best one if medium bots play on."""
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
    """Replace or add the row for this game and number of seats."""
    lines = path.read_text().splitlines() if path.exists() else []
    key = line.split(" | ")[:2]
    kept = [one for one in lines if one.startswith("| ") and one.split(" | ")[:2] not in (key, ["| game", "seats"])]
    path.write_text(HEAD + "".join(f"{one}\n" for one in sorted([*kept, line])))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=GAMES, default="chicken-foot")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=15, help="minutes of processor time")
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
