"""How well a bot plays: its levels, and the one way to ask for a move."""

from __future__ import annotations

import random
from collections.abc import Callable

from games.bots import any_game, chicken_foot, kardinal, two_step
from games.bots.ideas import Brain, best
from games.rules import Move, View

Level = Callable[[View, list[Move], random.Random], Move]
"""Chooses among at least two legal moves, which come in random order."""

BRAINS: dict[tuple[str, int], Brain] = {
    ("chicken-foot", 1): chicken_foot.BRAIN,
    ("two-step", 1): two_step.BRAIN,
    ("kardinal", 1): kardinal.BRAIN,
}
"""By game and version of its rules; a version without a brain of its own is played with that of the one before."""

OVERLOOKED = 0.25
"""How often a careless player does not see a move."""


def choose(view: View, level: str, rng: random.Random) -> Move:
    """One of the view's legal moves; depends on nothing but what is passed in.

    Raises `KeyError` if there is no such level, `ValueError` if the seat is not on turn.
    """
    play = LEVELS[level]
    legal = view.mine["legal"] if view.mine else []
    if not legal:
        raise ValueError("there is no move to choose")
    return legal[0] if len(legal) == 1 else play(view, rng.sample(legal, len(legal)), rng)


def play_at_random(view: View, moves: list[Move], rng: random.Random) -> Move:
    return moves[0]


def play_carelessly(view: View, moves: list[Move], rng: random.Random) -> Move:
    """By the plain ideas, overlooking some of the moves."""
    noticed = [move for move in moves if rng.random() >= OVERLOOKED] or moves[:1]
    brain = brain_for(view)
    return best(brain.look_ahead(view, noticed), brain.plain)


def play_soundly(view: View, moves: list[Move], rng: random.Random) -> Move:
    """By all that good players mind."""
    brain = brain_for(view)
    return best(brain.look_ahead(view, moves), brain.sound)


def brain_for(view: View) -> Brain:
    """Return what these rules are thought about with, whatever game it is."""
    versions = range(view.version, 0, -1)
    return next((BRAINS[view.game, one] for one in versions if (view.game, one) in BRAINS), any_game.BRAIN)


LEVELS: dict[str, Level] = {"random": play_at_random, "easy": play_carelessly, "medium": play_soundly}
"""From the weakest to the strongest."""
