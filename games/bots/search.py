"""Thinking ahead: every move is tried in many worlds that fit what the seat has seen, each played to its end.

The bot is handed the worlds, never the deal, so that it knows no more than a player who forgets nothing.
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
    """What a bot thinks with: deals that fit what its seat has seen, endlessly, and its share of the usual time."""

    worlds: Iterator[Deal]
    share: float = 1.0


EFFORT = {"chicken-foot": 45_000, "two-step": 70_000, "kardinal": 29_000}
"""By game: how many tiles are placed in all worlds together, as estimated beforehand. The worlds are counted and not
timed, so that the same position has the same answer on every machine."""

CROWD = {
    "chicken-foot": {3: 1.57, 4: 1.7, 5: 1.78, 6: 1.85, 7: 1.92},
    "kardinal": {3: 4.4, 4: 4.8, 5: 9.7},
}
"""By game and number of seats: how many times as much that is where the others give a seat the time."""

FEWEST = 8
"""Each move is tried in at least so many worlds."""

MOST = 12
"""How many moves are tried at most: those that look best."""

LOOK = 16
"""After so many worlds, lines that are clearly behind are dropped."""

CERTAIN = 3.0
"""So many standard errors behind the best is clearly behind."""

NEGLIGIBLE = {"chicken-foot": 0.4, "two-step": 0.005, "kardinal": 0.3}
"""By game: what is certainly not better than the best by so many points is dropped, too."""

PATIENCE = 2.0
"""Seconds of processor time after which a machine that is far too slow plays the best move so far."""


Rating = Callable[[Move], float]


@dataclass(eq=False, slots=True)
class Line:
    """Something to try: a move, and how it is played, perhaps together with the rest of the turn."""

    move: Move
    begin: Callable[[Position], None]
    rated: float = 0.0
    """By how many points the seat will be ahead, as a network sees it."""
    came_to: list[float] = field(default_factory=list)
    """The same in each world so far."""

    def mean(self, trust: int) -> float:
        """Return what it comes to on average, together with what the network says."""
        return (sum(self.came_to) + trust * self.rated) / (len(self.came_to) + trust)

    def is_behind(self, other: Line, trust: int, negligible: float) -> bool:
        """Return whether it is very unlikely to come to more than a negligible amount above another, which was tried in
        the same worlds."""
        apart = [more - less for more, less in zip(other.came_to, self.came_to, strict=True)]
        count, middle = len(apart), sum(apart) / len(apart)
        spread = sum((one - middle) ** 2 for one in apart) / (count - 1)
        apart_by = (count * middle + trust * (other.rated - self.rated)) / (count + trust)
        return apart_by + negligible > CERTAIN * sqrt(spread / (count + trust))


TRUST = {"chicken-foot": (15, 15), "two-step": (40, 40), "kardinal": (100, 40)}
"""By game, for two seats and for more: what a network says counts as much as so many worlds."""


def search(view: View, moves: Sequence[Move], thought: Thought, looks: Rating) -> Move:
    """Return the move with the best outcome on average; `looks` rates one at first sight, where no network does.

    All lines are tried in the same worlds. After each round the worse half is dropped, and before that whatever is
    clearly behind, so that most of the worlds go to those that are hard to tell apart.
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
    """Return the lines that are not clearly behind the best, nor as good as the same."""
    best = max(left, key=lambda line: line.mean(trust))
    return [line for line in left if line is best or not line.is_behind(best, trust, negligible)]


def lines(view: View, moves: Sequence[Move], looks: Rating) -> list[Line]:
    """Return what is to be tried: the moves, or where a turn has several, the ways to play the rest of it."""
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
    """Return how many deals may be played to their end: the fewer tiles are left to place, the more."""
    effort = EFFORT[view.game] * CROWD.get(view.game, {}).get(view.seats, 1)
    return int(effort) // (1 + sum(view.public["hands"]) + view.public["stock"])


def lead(scores: Sequence[int], seat: int) -> float:
    """Return how much more a seat has scored than the others on average."""
    return scores[seat] - (sum(scores) - scores[seat]) / (len(scores) - 1)


def distinct(view: View, moves: Sequence[Move]) -> list[Move]:
    """Return one of each group of moves that come to the same: onto another end that shows the same number."""
    ends = {end["place"]: end["pips"] for end in view.public["ends"]}
    return list({(move.kind, move.tile, ends.get(move.place), move.facing): move for move in moves}.values())
