"""Thinking ahead: every move is tried in many worlds that are consistent with what the seat has seen, each played out.

The bot is given these worlds, never the real deal, so it knows no more than a player with a perfect memory.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import ceil, log2, sqrt
from operator import methodcaller
from typing import Any, NamedTuple

from games.bots.learning import rated_acts
from games.bots.past import likelier
from games.bots.playouts import POSITIONS, WAYS, Position
from games.rules import Deal, Move, View, rules_of


class Thought(NamedTuple):
    """What a bot thinks with: an endless supply of deals consistent with what its seat has seen, and a time share."""

    worlds: Iterator[Deal]
    share: float = 1.0


EFFORT = {"chicken-foot": 45_000, "two-step": 70_000, "kardinal": 29_000}
"""By game: roughly how many tiles are placed in all worlds together. The number of worlds follows from this and not
from the clock, so that the same position gives the same move on every machine."""

CROWD = {
    "chicken-foot": {3: 1.57, 4: 1.7, 5: 1.78, 6: 1.85, 7: 1.92},
    "kardinal": {3: 4.4, 4: 4.8, 5: 9.7},
}
"""By game and number of seats: a factor for the effort at tables where the other seats leave a bot more time."""

FEWEST = 8
"""The least number of worlds in which each move is tried."""

MOST = 12
"""The most moves to try: those that look best."""

LOOK = 16
"""Lines that are clearly behind are dropped each time they have been tried in this many more worlds."""

CERTAIN = 3.0
"""A line is clearly behind if it is this many standard errors behind the best."""

NEGLIGIBLE = {"chicken-foot": 0.4, "two-step": 0.005, "kardinal": 0.3}
"""By game: points. A line that is certainly not better than the best by more than this is dropped as well."""

PATIENCE = 2.0
"""Seconds of CPU time after which a machine that is far too slow plays the best move so far."""


Rating = Callable[[Move], float]


@dataclass(eq=False, slots=True)
class Line:
    """Something to try: a move, and how it is played, perhaps together with the rest of the turn."""

    move: Move
    begin: Callable[[Position], None]
    rated: float = 0.0
    """The points by which the seat will be ahead, as estimated by a network."""
    came_to: list[float] = field(default_factory=list)
    """The points by which the seat was ahead in each world so far."""

    def mean(self, trust: int) -> float:
        """Return the average outcome, in which the network's estimate counts as much as `trust` worlds."""
        return (sum(self.came_to) + trust * self.rated) / (len(self.came_to) + trust)

    def is_behind(self, other: Line, trust: int, negligible: float) -> bool:
        """Return whether this line is very unlikely to be better than another by more than `negligible`. Both must have
        been tried in the same worlds."""
        apart = [more - less for more, less in zip(other.came_to, self.came_to, strict=True)]
        count, middle = len(apart), sum(apart) / len(apart)
        spread = sum((one - middle) ** 2 for one in apart) / (count - 1)
        apart_by = (count * middle + trust * (other.rated - self.rated)) / (count + trust)
        return apart_by + negligible > CERTAIN * sqrt(spread / (count + trust))


TRUST = {"chicken-foot": (15, 15), "two-step": (40, 40), "kardinal": (100, 40)}
"""By game, for two seats and for more: how many worlds the estimate of a network counts as."""


def search(view: View, moves: Sequence[Move], thought: Thought, looks: Rating) -> Move:
    """Return the move with the best outcome on average; `looks` gives a first estimate of a move if no network does.

    All lines are tried in the same worlds. The worse half is dropped after each round, and lines that are clearly
    behind even sooner, so that most worlds are spent on lines that are hard to tell apart.
    """
    assert view.mine is not None
    kind, seat = POSITIONS[view.game, view.version], view.mine["seat"]
    sign = 1 if rules_of(view.game, view.version).high_wins else -1
    left = lines(view, moves, looks)
    trust = TRUST[view.game][view.seats > 2]
    rounds = ceil(log2(len(left)))
    start: Position | None = None
    until = time.thread_time() + PATIENCE * max(1.0, thought.share)
    worlds = likelier(thought.worlds, seat, thought.share)
    for _ in range(rounds):
        for number in range(max(FEWEST, int(thought.share * playouts(view)) // (rounds * len(left)))):
            world = next(worlds)
            start = start.with_hidden(world) if start else kind.of(world)
            for line in left:
                end = start.copy()
                line.begin(end)
                line.came_to.append(sign * lead(end.finish(), seat))
            if number % LOOK == LOOK - 1:
                left = still_in_the_race(left, trust, NEGLIGIBLE[view.game])
                if len(left) == 1:
                    break
            if time.thread_time() > until:
                break
        left = sorted(left, key=lambda line: -line.mean(trust))[: (len(left) + 1) // 2]
        if len({line.move for line in left}) == 1:
            break
    return left[0].move


def still_in_the_race(left: Sequence[Line], trust: int, negligible: float) -> list[Line]:
    """Return the best line and those that may still turn out to be better by more than `negligible`."""
    best = max(left, key=lambda line: line.mean(trust))
    return [line for line in left if line is best or not line.is_behind(best, trust, negligible)]


def lines(view: View, moves: Sequence[Move], looks: Rating) -> list[Line]:
    """Return the lines to try: the moves, or in games whose turns have several moves, ways to play the rest of it."""
    key = view.game, view.version
    rated = rated_acts(view, moves)
    if rated is not None:
        best = sorted(rated, key=lambda one: -one.value)[:MOST]
        return [Line(one.move, _begin(key, one.move, one.act), one.value) for one in best]
    if key in WAYS:
        return [Line(move, _begin(key, move, way)) for move, way in WAYS[key](view) if move in moves][:MOST]
    left = distinct(view, moves)
    if len(left) > MOST:
        left = sorted(left, key=looks, reverse=True)[:MOST]
    return [Line(move, _begin(key, move)) for move in left]


def _begin(key: tuple[str, int], move: Move, way: Any = None) -> Callable[[Position], None]:
    return methodcaller("mean_to", way) if key in WAYS else methodcaller("play", move)


def playouts(view: View) -> int:
    """Return how many deals may be played out; the fewer tiles are left to place, the more."""
    effort = EFFORT[view.game] * CROWD.get(view.game, {}).get(view.seats, 1)
    return int(effort) // (1 + sum(view.public["hands"]) + view.public["stock"])


def lead(scores: Sequence[int], seat: int) -> float:
    """Return how many points more a seat has scored than the others on average."""
    return scores[seat] - (sum(scores) - scores[seat]) / (len(scores) - 1)


def distinct(view: View, moves: Sequence[Move]) -> list[Move]:
    """Return one of each group of equivalent moves, which place the same tile on ends with the same number."""
    ends = {end["place"]: end["pips"] for end in view.public["ends"]}
    return list({(move.kind, move.tile, ends.get(move.place), move.facing): move for move in moves}.values())
