"""How well a bot plays: its levels, and the one way to ask for a move."""

from __future__ import annotations

import random
from collections.abc import Callable

from games.bots import chicken_foot, kardinal, two_step
from games.bots.ideas import Brain, best, legal_moves, shuffled
from games.rules import Move, View

Level = Callable[[View, random.Random], Move]

BRAINS: dict[str, Brain] = {
    "chicken-foot": chicken_foot.BRAIN,
    "two-step": two_step.BRAIN,
    "kardinal": kardinal.BRAIN,
}
OVERLOOKED = 0.25
"""How often a careless player does not see a move."""


def choose(view: View, level: str, rng: random.Random) -> Move:
    """One of the view's legal moves; depends on nothing but what is passed in. Raises `KeyError` for no such level."""
    legal = legal_moves(view)
    return legal[0] if len(legal) == 1 else LEVELS[level](view, rng)


def play_at_random(view: View, rng: random.Random) -> Move:
    return rng.choice(legal_moves(view))


def play_carelessly(view: View, rng: random.Random) -> Move:
    """By the plain ideas, overlooking some of the moves."""
    moves = shuffled(legal_moves(view), rng)
    noticed = [move for move in moves if rng.random() >= OVERLOOKED] or moves[:1]
    brain = BRAINS[view.game]
    return best(brain.look_ahead(view, noticed), brain.plain)


def play_soundly(view: View, rng: random.Random) -> Move:
    """By all that good players mind."""
    brain = BRAINS[view.game]
    return best(brain.look_ahead(view, shuffled(legal_moves(view), rng)), brain.sound)


LEVELS: dict[str, Level] = {"random": play_at_random, "easy": play_carelessly, "medium": play_soundly}
"""From the weakest to the strongest."""
