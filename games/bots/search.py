"""Thinking ahead: every move is tried in many worlds that fit what the seat has seen, each played to its end.

The bot is handed the worlds, never the deal, so that it knows no more than a player who forgets nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from math import ceil, log2
from typing import NamedTuple

from games.bots.playouts import POSITIONS
from games.rules import Deal, Move, View, rules_of


class Thought(NamedTuple):
    """What a bot thinks with: deals that fit what its seat has seen, endlessly, and its share of the usual time."""

    worlds: Iterator[Deal]
    share: float = 1.0


EFFORT = {"chicken-foot": 70_000, "two-step": 45_000, "kardinal": 60_000}
"""By game: how many tiles are placed in all worlds together, as estimated beforehand. The worlds are counted and not
timed, so that the same position has the same answer on every machine."""

FEWEST = 8
"""Each move is tried in at least so many worlds."""

MOST = 12
"""How many moves are tried at most: those that look best."""

PATIENCE = 2.0
"""Seconds of processor time after which a machine that is far too slow plays the best move so far."""


Rating = Callable[[Move], float]


def search(view: View, moves: Sequence[Move], thought: Thought, looks: Rating) -> Move:
    """Return the move with the best outcome on average; `looks` rates one at first sight.

    All moves are tried in the same worlds. After each round the worse half is dropped, so that most of the worlds go to
    the moves that are hard to tell apart.
    """
    assert view.mine is not None
    kind, seat = POSITIONS[view.game, view.version], view.mine["seat"]
    sign = 1 if rules_of(view.game, view.version).high_wins else -1
    left = distinct(view, moves)
    if len(left) > MOST:
        left = sorted(left, key=looks, reverse=True)[:MOST]
    totals = dict.fromkeys(left, 0.0)
    rounds = ceil(log2(len(left)))
    until = time.thread_time() + PATIENCE
    for _ in range(rounds):
        for _ in range(max(FEWEST, int(thought.share * playouts(view)) // (rounds * len(left)))):
            start = kind.of(next(thought.worlds))
            for move in left:
                end = start.copy()
                end.play(move)
                totals[move] += sign * lead(end.finish(), seat)
            if time.thread_time() > until:
                break
        left = sorted(left, key=totals.__getitem__, reverse=True)[: (len(left) + 1) // 2]
    return left[0]


def playouts(view: View) -> int:
    """Return how many deals may be played to their end: the fewer tiles are left to place, the more."""
    return EFFORT[view.game] // (1 + sum(view.public["hands"]) + view.public["stock"])


def lead(scores: Sequence[int], seat: int) -> float:
    """Return how much more a seat has scored than the others on average."""
    return scores[seat] - (sum(scores) - scores[seat]) / (len(scores) - 1)


def distinct(view: View, moves: Sequence[Move]) -> list[Move]:
    """Return one of each group of moves that come to the same: onto another end that shows the same number."""
    ends = {end["place"]: end["pips"] for end in view.public["ends"]}
    return list({(move.kind, move.tile, ends.get(move.place), move.facing): move for move in moves}.values())
