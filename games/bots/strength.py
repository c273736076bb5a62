"""Measuring how strong the levels are: each against the one below, at tables of several sizes, as a Markdown table.

Matches of the same bots are added to earlier ones, whose results are kept as JSON beside the table.
"""

from __future__ import annotations

import ast
import json
import multiprocessing
import os
import re
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from functools import partial
from hashlib import sha256
from math import floor, log10, sqrt
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from games.bots.arena import SURE, Contest, wilson
from games.bots.learning.networks import file_of
from games.bots.levels import THINKING
from games.bots.search import lead
from games.rules import GAMES, Match

T = TypeVar("T")

SEATS = {"chicken-foot": (2, 4, 7), "two-step": (2,), "kardinal": (2, 3, 4, 5)}
STEPS = (("easy", "random"), ("medium", "easy"), ("strong", "medium"), ("master", "medium"))
QUICKER = 10
"""Levels that do not think ahead play this many times as many matches."""
OFTEN = 5
"""A row is written each time this many more matches have been played, and at the end."""

HEAD = """# How strong the bots are

Written by `make strength`. In every match one bot plays better than all others, which are of a level below. Wins are
shares of the matches, points are those of the others on average minus its own a deal (in Two-Step the other way round),
and all intervals cover 95 %. Times are those that the processor spent on a move of the better bot with a choice.
A row stays until its bots are measured again, so some are of older bots: docs/bots.md says which.

| game | seats | levels | matches | wins | if all were equal | points a deal | time a move, median | 95 % below |
|---|---|---|---|---|---|---|---|---|
"""
ROW = re.compile(r"^\| (?P<key>[a-z-]+ \| \d+ \| [^|]+) \|")

HERE = Path(__file__).parent
ARENA = ("__main__.py", "arena.py", "cli.py", "hints.py", "strength.py", "learning/training.py")
"""Modules that no bot's play depends on."""
IDEAS = ("levels.py", "ideas.py")
"""Modules that the play of bots that do not think ahead depends on, apart from that of their game."""


class Played(NamedTuple):
    """The result of a match for the better bot."""

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
class Sample:
    """The results of all matches between the same bots so far."""

    bots: str
    """A digest of everything that the bots' play depends on (`bots_of`)."""
    seeds: dict[str, int] = field(default_factory=dict)
    """By seed: how many of its matches have been played, from the first on."""
    wins: float = 0.0
    deals: int = 0
    leads: float = 0.0
    squares: float = 0.0
    """The sums of the leads in all deals, and of their squares."""
    times: dict[str, int] = field(default_factory=dict)
    """By milliseconds, rounded to two digits: how many moves took that long."""

    @property
    def matches(self) -> int:
        return sum(self.seeds.values())

    def add(self, seed: int, played: Played) -> None:
        """Add the next match of a seed."""
        self.seeds[str(seed)] = self.seeds.get(str(seed), 0) + 1
        self.wins += played.won
        self.deals += len(played.leads)
        self.leads += sum(played.leads)
        self.squares += sum(lead * lead for lead in played.leads)
        for second in played.seconds:
            took = str(in_two_digits(1000 * second))
            self.times[took] = self.times.get(took, 0) + 1

    def points(self) -> tuple[float, float]:
        """Return the mean lead in a deal, and half the width of its 95 % interval."""
        mean = self.leads / self.deals
        if self.deals < 2:
            return mean, float("inf")
        spread = max(0.0, self.squares - self.deals * mean * mean) / (self.deals - 1)
        return mean, SURE * sqrt(spread / self.deals)

    def time_below(self, share: float) -> int:
        """Return the number of milliseconds within which this share of the moves was made."""
        left = share * (sum(self.times.values()) - 1)
        for took in sorted(map(int, self.times)):
            left -= self.times[str(took)]
            if left < 0:
                return took
        return 0


def in_two_digits(number: float) -> int:
    """Return the closest whole number with at most two significant digits."""
    return int(round(number, 1 - floor(log10(number)))) if number >= 100 else round(number)


@dataclass
class Row:
    """A row of the table."""

    contest: Contest
    sample: Sample

    @property
    def key(self) -> str:
        return key_of(self.contest)

    def __str__(self) -> str:
        its = self.sample
        low, high = wilson(its.wins, its.matches)
        points, sure = its.points()
        cells = [
            self.key,
            str(its.matches),
            f"{its.wins / its.matches:.1%} [{low:.0%}, {high:.0%}]",
            f"{1 / self.contest.seats:.0%}",
            f"{points:+.2f} ±{sure:.2f}",
            *(f"{its.time_below(share)} ms" for share in (0.5, 0.95)),
        ]
        return f"| {' | '.join(cells)} |"


def key_of(contest: Contest) -> str:
    better, worse = contest.levels[:2]
    return f"{contest.game} | {contest.seats} | {better} against {worse}"


def more_of(contest: Contest, matches: int, path: Path, processes: int = 1) -> Iterator[Row]:
    """Play `matches` more matches of a contest; yield the row now and then, and at the end.

    If the table has a sample of the same bots, they are added to it, continuing with the seed's next matches. A sample
    of other bots is discarded.
    """
    bots = bots_of(contest)
    sample = read(path).get(key_of(contest))
    if sample is None or sample.bots != bots:
        sample = Sample(bots)
    first = sample.seeds.get(str(contest.seed), 0)
    with processes_that_end(processes) as pool:
        results = _in_order(pool, 2 * processes, partial(play, contest), range(first, first + matches))
        for number, played in enumerate(results, 1):
            sample.add(contest.seed, played)
            if number % OFTEN == 0 or number == matches:
                yield Row(contest, sample)


@contextmanager
def processes_that_end(processes: int) -> Iterator[ProcessPoolExecutor]:
    """Yield a pool of processes that are terminated in the middle of their work if this one is interrupted, or dies.

    They are spawned, since a forked process would wait for ever for a lock that another thread happened to hold.
    """
    pool = ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), _end_with_parent)
    try:
        yield pool
    except BaseException:
        pool.shutdown(wait=False)
        for process in multiprocessing.active_children():
            process.terminate()
        raise
    pool.shutdown()


def _in_order(pool: Executor, ahead: int, job: Callable[[int], T], numbers: Iterable[int]) -> Iterator[T]:
    """Yield the result for each number, in order, while at most `ahead` others are being worked on."""
    begun: deque[Future[T]] = deque()
    for number in numbers:
        begun.append(pool.submit(job, number))
        if len(begun) > ahead:
            yield begun.popleft().result()
    while begun:
        yield begun.popleft().result()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def contests(seed: int, game: str = "", level: str = "", seats: int = 0) -> Iterator[Contest]:
    """Yield the contests to play; if given, only those of this game, this better level, or this number of seats."""
    for slug in GAMES:
        for many in SEATS.get(slug, (2,)):
            for better, worse in STEPS:
                if game in ("", slug) and level in ("", better) and seats in (0, many):
                    yield Contest(slug, many, [better, *[worse] * (many - 1)], seed)


def bots_of(contest: Contest) -> str:
    """Return a digest of everything that the play of a contest's bots depends on, to tell them from other versions.

    That is their code (without comments, docstrings and entries for other games), their network, and the version of
    the rules.
    """
    game = contest.game
    own, others = f"{game.replace('-', '_')}.py", {f"{slug.replace('-', '_')}.py" for slug in GAMES if slug != game}
    said = [str(GAMES[game].version)]
    thinks = not THINKING.isdisjoint(contest.levels)
    for path in sorted(HERE.rglob("*.py")):
        name = path.relative_to(HERE).as_posix()
        if path.name not in others and (name not in ARENA if thinks else name in (own, *IDEAS)):
            said += [name, ast.unparse(_OneGame(game).visit(ast.parse(path.read_text())))]
    network = file_of(game, contest.seats)
    if thinks and network.exists():
        said.append(network.read_text())
    return sha256("\n".join(said).encode()).hexdigest()[:16]


class _OneGame(ast.NodeTransformer):
    """Removes docstrings, and entries for other games from dictionaries."""

    def __init__(self, game: str) -> None:
        self.others = {*GAMES} - {game}

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        is_text = isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        return ast.Pass() if is_text else self.generic_visit(node)

    def visit_Dict(self, node: ast.Dict) -> ast.AST:
        listed = [(key, value) for key, value in zip(node.keys, node.values, strict=True) if not self._is_other(key)]
        node.keys, node.values = [key for key, _ in listed], [value for _, value in listed]
        return self.generic_visit(node)

    def _is_other(self, key: ast.expr | None) -> bool:
        first = key.elts[0] if isinstance(key, ast.Tuple) and key.elts else key
        return isinstance(first, ast.Constant) and first.value in self.others


def read(path: Path) -> dict[str, Sample]:
    """Return the samples that are kept beside a table, keyed like its rows."""
    kept = path.with_suffix(".json")
    samples: dict[str, Any] = json.loads(kept.read_text()) if kept.exists() else {}
    return {key: Sample(**sample) for key, sample in samples.items()}


def write(path: Path, row: Row) -> None:
    """Add or replace a row of the table and its sample; leave the others as they are."""
    written = path.read_text().splitlines() if path.exists() else []
    lines = {found["key"]: line for line in written if (found := ROW.match(line))}
    lines[row.key] = str(row)
    order = [key_of(contest) for contest in contests(0)]
    known: Sequence[str] = sorted(lines, key=lambda key: order.index(key) if key in order else len(order))
    path.write_text(HEAD + "".join(f"{lines[key]}\n" for key in known))
    samples = read(path) | {row.key: row.sample}
    kept = (f"{json.dumps(key)}: {json.dumps(asdict(samples[key]))}" for key in known if key in samples)
    path.with_suffix(".json").write_text("{\n" + ",\n".join(kept) + "\n}\n")
