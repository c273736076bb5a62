"""Problems of the day: finding them in real matches, keeping players' solutions, and counting streaks."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import takewhile
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import Player
from coach.judging import EFFORT, Choice, Puzzle, choices, puzzle_in
from coach.models import Problem, Solution
from games.models import Table
from games.rules import GAMES, Game, Match
from games.state.stored import read_match

RECENT = timedelta(days=60)
NEWEST = 60
"""How many of the newest matches are searched for a problem."""

SEARCHING = 6.0
"""Seconds of processor time that a search may take; the next search starts with other matches."""

LOOKED_AT = 0.4
"""The share of decisions that are examined, so that a search covers more matches."""

LONGEST = 400
"""The longest streak that is counted."""


@dataclass(frozen=True, slots=True)
class Found:
    """A position of a match that is suitable as a problem."""

    table: Table
    number: int
    step: int
    seat: int
    puzzle: Puzzle

    @classmethod
    def at(cls, table: Table, choice: Choice, puzzle: Puzzle) -> Found:
        return cls(table, choice.number, choice.step, choice.deal.turn, puzzle)


def make_missing(*, now: datetime) -> int:
    """Find a problem for each game that has none today; return how many were found. May run twice, late or never."""
    day = now.date()
    made = set(Problem.objects.filter(day=day).values_list("game", flat=True))
    return sum(make(game=game, day=day, now=now) for game in EFFORT if game in GAMES and game not in made)


def make(*, game: str, day: date, now: datetime) -> bool:
    """Look for a game's problem of the day and store it; return whether a new one was stored.

    It takes the first problem that a medium bot would get wrong, or else the clearest one found in the time available.
    """
    clearest: Found | None = None
    for found in _search(game, now, random.Random(), time.thread_time() + SEARCHING):
        if clearest is None or (found.puzzle.is_hard, found.puzzle.gap) > (False, clearest.puzzle.gap):
            clearest = found
        if found.puzzle.is_hard:
            break
    if clearest is None:
        return False
    _one, is_new = Problem.objects.get_or_create(
        game=game,
        day=day,
        defaults={
            "table": clearest.table,
            "deal": clearest.number,
            "step": clearest.step,
            "seat": clearest.seat,
            "moves": clearest.puzzle.moves,
            "reason": clearest.puzzle.reason,
            "made_at": now,
        },
    )
    return is_new


def _search(game: str, now: datetime, rng: random.Random, until: float) -> Iterator[Found]:
    """Yield problems from matches that everybody may watch, until the processor time `until` is reached."""
    for table in _matches(game, now, rng):
        match = read_match(table.pk)
        moves = [(move.deal, move.text) for move in match.moves]
        again = Match(table.game, table.seat_count, table.options, table.rules_version)
        for choice in choices(again, match.decks, moves):
            if time.thread_time() > until:
                return
            if rng.random() < LOOKED_AT and (puzzle := puzzle_in(choice.deal, rng)):
                yield Found.at(table, choice, puzzle)


def _matches(game: str, now: datetime, rng: random.Random) -> list[Table]:
    """Return the matches to search for a problem, in random order."""
    found = list(newest_matches(game, now))
    return rng.sample(found, len(found))


def newest_matches(game: str, now: datetime) -> QuerySet[Table]:
    """Query the newest matches that anyone may watch and that have no problem yet, in the order of an index, so that
    the database can stop early."""
    version = GAMES[game].version
    tables = Table.objects.counted().watchable_by(None).filter(game=game, rules_version=version)
    is_taken = Exists(Problem.objects.filter(table=OuterRef("pk")))
    recent = tables.filter(~is_taken, finished_at__gt=now - RECENT)
    return recent.order_by("-finished_at", "-pk")[:NEWEST]


def newest(game: str) -> Problem | None:
    """Return today's problem, or else the latest one; None if there has never been one."""
    return Problem.objects.filter(game=game).select_related("table__chain").order_by("-day").first()


def solve(*, problem: Problem, player: Player, move: str, now: datetime) -> Solution:
    """Keep a player's first answer to a problem; later ones change nothing. `move` must be one of its moves."""
    is_right = move == problem.moves[0][0]
    solution, _is_new = Solution.objects.get_or_create(
        problem=problem, player=player, defaults={"move": move, "is_right": is_right, "solved_at": now}
    )
    return solution


def in_lobby() -> dict[str, Any]:
    """Return the lobby's context with the games that have a problem; empty if none has."""
    games = games_with_problem()
    return {"games": games} if games else {}


def games_with_problem() -> list[Game]:
    posed = set(Problem.objects.order_by().values_list("game", flat=True).distinct())
    return [GAMES[game] for game in GAMES if game in posed]


def streak_of(player: Player, game: str) -> int:
    """Return how many problems of a game in a row a player has solved at the first try, up to the newest one, which
    they may not have answered yet."""
    days = list(Problem.objects.filter(game=game).order_by("-day").values_list("pk", flat=True)[:LONGEST])
    answered = Solution.objects.filter(player=player, problem__in=days).values_list("problem", "is_right")
    right = dict(answered)
    if days and days[0] not in right:
        days = days[1:]
    return sum(1 for _day in takewhile(right.get, days))
