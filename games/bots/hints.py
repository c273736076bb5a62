"""Hints: the move that a medium bot would make, and the idea that decided in its favour, in a sentence.

A hint is made from the view that a bot gets, and is deterministic: the same position always gives the same hint.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any, NamedTuple

from games.bots.ideas import Brain, Explain, Reason, Rivals, worth
from games.bots.levels import brain_for
from games.rules import Move, View
from games.rules.moves import gettext_noop as noop

ONLY = Reason(noop("It is your only move."))
EQUAL = Reason(noop("All your moves are equally good."))

LEAST = 1e-9
"""Smaller differences than this count as none."""


class Hint(NamedTuple):
    """A move, and why it is a good one."""

    move: Move
    reason: Reason


def hint(view: View) -> Hint:
    """Return one of the moves that a medium bot may make, and why it is better than the next best.

    The reason given is the one that makes the greatest difference between the two by the bot's weights. Raises
    `ValueError` if it is not the seat's turn.
    """
    legal = view.mine["legal"] if view.mine else []
    if not legal:
        raise ValueError("there is no move to choose")
    if len(legal) == 1:
        return Hint(legal[0], ONLY)
    brain = brain_for(view)
    rivals = compare(view, brain)
    return Hint(rivals.good.move, why(rivals, brain) if rivals.next else EQUAL)


def compare(view: View, brain: Brain) -> Rivals:
    """Return the prospects of the best move and of the next best that is worth less.

    If possible, the latter does not place the best move's tile, since the same turn in another order is not a different
    choice. `next` is None if all moves are worth the same.
    """
    assert view.mine is not None
    prospects = {move: brain.look_ahead(view, [move]) for move in view.mine["legal"]}
    values = {id(one): worth(one, brain.sound) for all_of_move in prospects.values() for one in all_of_move}

    def best(found: Iterable[Any]) -> Any:
        return max(found, key=lambda one: values[id(one)], default=None)

    good = best(map(best, prospects.values()))
    rest = [found for move, found in prospects.items() if move != good.move]
    others = [best(found) for found in rest]
    without = [best(one for one in found if _does_without(good.move, one, brain)) for found in rest]
    for rivals in (without, others):
        worse = [one for one in rivals if one and values[id(one)] < values[id(good)] - LEAST]
        if worse:
            return Rivals(good, best(worse), others)
    return Rivals(good, None, others)


def _does_without(move: Move, prospect: Any, brain: Brain) -> bool:
    if move.tile is None or move.kind != "place":
        return True
    return prospect.move.tile != move.tile and brain.keeps(prospect, move.tile)


def why(rivals: Rivals, brain: Brain) -> Reason:
    """Return the strongest reason for preferring the good move to the next best."""
    gains = gains_of(rivals, brain)
    return max(gains, key=lambda explain: gains[explain])(rivals)


def reason_against(view: View, move: Move, other: Move) -> Reason | None:
    """Return the strongest reason for preferring one legal move to another; None if there is none."""
    assert view.mine is not None
    brain = brain_for(view)

    def best_after(one: Move) -> Any:
        return max(brain.look_ahead(view, [one]), key=lambda prospect: worth(prospect, brain.sound))

    others = [best_after(one) for one in view.mine["legal"] if one != move]
    rivals = Rivals(best_after(move), best_after(other), others)
    gains = gains_of(rivals, brain)
    explain = max(gains, key=lambda one: gains[one])
    return explain(rivals) if gains[explain] > LEAST else None


def gains_of(rivals: Rivals, brain: Brain) -> dict[Explain, float]:
    """Return how much each reason favours the good move over the next best; the sum is their difference in worth."""
    gains: dict[Explain, float] = defaultdict(float)
    for idea, weight in brain.sound.items():
        gains[brain.reasons[idea]] += weight * (idea(rivals.good) - idea(rivals.next))
    return gains
