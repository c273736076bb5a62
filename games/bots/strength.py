"""How strong the levels are: each against the one below, at tables of several sizes, as a table in Markdown."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import NamedTuple

from games.bots.arena import SURE, Contest, wilson
from games.bots.levels import THINKING
from games.bots.search import lead
from games.rules import GAMES, Match

SEATS = {"chicken-foot": (2, 4, 7), "two-step": (2,), "kardinal": (2, 3, 4, 5)}
STEPS = (("easy", "random"), ("medium", "easy"), ("strong", "medium"), ("master", "medium"))
QUICKER = 10
"""Levels that do not think ahead play so many times as many matches."""

HEAD = """# How strong the bots are

Written by `make strength`. In every match one bot plays better than all others, which are of a level below. Wins are
shares of the matches, points are those of the others on average minus its own a deal (in Two-Step the other way round),
and all intervals cover 95 %. Times are those that the processor spent on a move of the better bot with a choice.

| game | seats | levels | matches | wins | if all were equal | points a deal | time a move, median | 95 % below |
|---|---|---|---|---|---|---|---|---|
"""
ROW = re.compile(r"^\| (?P<key>[a-z-]+ \| \d+ \| [^|]+) \|")


class Played(NamedTuple):
    """What came of a match for the better bot."""

    won: float
    leads: list[float]
    seconds: list[float]


def play(contest: Contest, number: int) -> Played:
    """Play one match of a contest, in which the first level plays on one seat."""
    seconds: list[float] = []
    better = contest.levels_at(number).index(contest.levels[0])

    def watch(match: Match, go_on: Callable[[], None]) -> None:
        deal = match.deal
        assert deal is not None
        is_choice = deal.turn == better and len(deal.legal_moves()) > 1
        before = time.process_time()
        go_on()
        if is_choice:
            seconds.append(time.process_time() - before)

    match = contest.play(number, watch)
    assert match.result is not None
    sign = 1 if match.rules.high_wins else -1
    winners = match.result.winners
    leads = [sign * lead(deal.scores, better) for deal in match.results]
    return Played((better in winners) / len(winners), leads, seconds)


@dataclass
class Row:
    """A row of the table."""

    contest: Contest
    played: list[Played] = field(default_factory=list)

    @property
    def key(self) -> str:
        better, worse = self.contest.levels[:2]
        return f"{self.contest.game} | {self.contest.seats} | {better} against {worse}"

    def __str__(self) -> str:
        matches = len(self.played)
        wins = sum(one.won for one in self.played)
        low, high = wilson(wins, matches)
        leads = [lead for one in self.played for lead in one.leads]
        sure = SURE * stdev(leads) / sqrt(len(leads)) if len(leads) > 1 else float("inf")
        seconds = sorted(second for one in self.played for second in one.seconds) or [0.0]
        cells = [
            self.key,
            str(matches),
            f"{wins / matches:.1%} [{low:.0%}, {high:.0%}]",
            f"{1 / self.contest.seats:.0%}",
            f"{mean(leads):+.2f} ±{sure:.2f}",
            *(f"{1000 * seconds[int(part * (len(seconds) - 1))]:.0f} ms" for part in (0.5, 0.95)),
        ]
        return f"| {' | '.join(cells)} |"


def rows(matches: int, seed: int, game: str = "", level: str = "", seats: int = 0, processes: int = 1) -> Iterator[Row]:
    """Play and yield one row after another: those of one game only, of one level, or for so many seats, if these are
    given."""
    with ProcessPoolExecutor(processes) as pool:
        for contest in contests(seed, game, level, seats):
            many = matches if contest.levels[0] in THINKING else matches * QUICKER
            yield Row(contest, list(pool.map(play, [contest] * many, range(many))))


def contests(seed: int, game: str = "", level: str = "", seats: int = 0) -> Iterator[Contest]:
    for slug in GAMES:
        for many in SEATS.get(slug, (2,)):
            for better, worse in STEPS:
                if game in ("", slug) and level in ("", better) and seats in (0, many):
                    yield Contest(slug, many, [better, *[worse] * (many - 1)], seed)


def write(path: Path, row: Row) -> None:
    """Replace a row of the table, or add it; leave the others as they are."""
    written = path.read_text().splitlines() if path.exists() else []
    lines = {found["key"]: line for line in written if (found := ROW.match(line))}
    lines[row.key] = str(row)
    order = [Row(contest).key for contest in contests(0)]
    known: Sequence[str] = sorted(lines, key=lambda key: order.index(key) if key in order else len(order))
    path.write_text(HEAD + "".join(f"{lines[key]}\n" for key in known))
