"""Finding positions that make good problems: one move is clearly the best, and all others lose a lot."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from coach.judging.decisions import EFFORT, Trials, gap_of, kept_moves, kept_reason, share_above, why
from coach.judging.imagining import imagined
from games.bots.hints import hint
from games.bots.search import distinct
from games.rules import Deal

LOOKS = 30
"""The imagined deals in which a position is first examined."""

SURE = 400
"""The further imagined deals in which it is confirmed."""

LEAST_MOVES = 3

CLEAR = 4.0
"""By how many standard errors the best move must be better than any other."""


class Puzzle(NamedTuple):
    """A problem, as JSON for storage: what each move loses, the best one first, and why that is the best.

    `is_hard` tells whether a medium bot would play another move.
    """

    moves: list[Any]
    reason: dict[str, Any]
    gap: float
    is_hard: bool


def puzzle_in(deal: Deal, rng: random.Random) -> Puzzle | None:
    """Return the position as a problem for the seat on turn, or None if it is not a good one. Uses only what the seat
    can know."""
    seat = deal.turn
    view = deal.view(seat)
    assert view.mine is not None
    moves = distinct(view, view.mine["legal"])
    least = 2 * EFFORT[view.game].min_loss
    if len({move.tile or move.kind for move in moves}) < LEAST_MOVES:
        return None
    trials = Trials(view, imagined(deal, seat, rng))
    trials.run(moves, LOOKS)
    best, second, *_others = trials.ranked()
    if trials.loss(second, best) < least:
        return None
    fresh = Trials(view, imagined(deal, seat, rng))
    fresh.run(moves, SURE)
    if fresh.ranked()[0] != best:
        return None
    second = fresh.ranked()[1]
    gap, error = gap_of(fresh.outcomes[best], fresh.outcomes[second])
    if gap < max(least, CLEAR * error):
        return None
    better = share_above(fresh.outcomes[best], fresh.outcomes[second])
    losses = [(best, 0.0), *((move, fresh.loss(move, best)) for move in fresh.ranked()[1:])]
    is_hard = len(distinct(view, [best, hint(view).move])) > 1
    return Puzzle(kept_moves(view, losses), kept_reason(why(view, best, second, better)), gap, is_hard)
