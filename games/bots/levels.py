"""The levels of bots, and the one function that asks them for a move."""

from __future__ import annotations

import random
from collections.abc import Callable

from games.bots import any_game, chicken_foot, kardinal, two_step
from games.bots.ideas import Brain, best, worth
from games.bots.learning import rate
from games.bots.playouts import POSITIONS
from games.bots.search import Thought, search
from games.rules import Deal, Move, View

Level = Callable[[View, list[Move], random.Random, Thought | None], Move]
"""Chooses among at least two legal moves, which are given in random order."""

BRAINS: dict[tuple[str, int], Brain] = {
    ("chicken-foot", 1): chicken_foot.BRAIN,
    ("two-step", 1): two_step.BRAIN,
    ("kardinal", 1): kardinal.BRAIN,
}
"""By game and version of its rules; a version that is not listed uses the brain of the one before."""

MASTERS = 4.0
"""How many times as long as a strong bot a master thinks."""

OVERLOOKED = 0.25
"""The chance that a careless player overlooks a move."""

BARELY_LOOKED = 0.6
"""The chance that the house overlooks a move when it plays weakly for an absent player, who should gain nothing."""


def choose(view: View, level: str, rng: random.Random, thought: Thought | None = None) -> Move:
    """Return one of the view's legal moves, depending only on the arguments.

    Without a `thought`, levels that think ahead choose without doing so. Raises `KeyError` if there is no such level,
    `ValueError` if the seat is not on turn.
    """
    play = LEVELS[level]
    legal = view.mine["legal"] if view.mine else []
    if not legal:
        raise ValueError("there is no move to choose")
    return legal[0] if len(legal) == 1 else play(view, rng.sample(legal, len(legal)), rng, thought)


def choose_in(deal: Deal, level: str, rng: random.Random) -> Move:
    """Return a move for the seat on turn, from its view and imagined worlds alone."""
    return choose(deal.view(deal.turn), level, rng, Thought(deal.worlds(deal.turn, rng)))


def play_at_random(view: View, moves: list[Move], rng: random.Random, thought: Thought | None) -> Move:
    return moves[0]


def play_carelessly(view: View, moves: list[Move], rng: random.Random, thought: Thought | None) -> Move:
    """Choose by the plain ideas, overlooking some of the moves."""
    return plainly_best(view, moves, rng, OVERLOOKED)


def play_weakly(view: View, moves: list[Move], rng: random.Random, thought: Thought | None) -> Move:
    """Choose by the plain ideas, overlooking most of the moves."""
    return plainly_best(view, moves, rng, BARELY_LOOKED)


def plainly_best(view: View, moves: list[Move], rng: random.Random, overlooked: float) -> Move:
    """Return the best move by the plain ideas, overlooking each move with this probability."""
    noticed = [move for move in moves if rng.random() >= overlooked] or moves[:1]
    brain = brain_for(view)
    return best(brain.look_ahead(view, noticed), brain.plain)


def play_soundly(view: View, moves: list[Move], rng: random.Random, thought: Thought | None) -> Move:
    """Choose by everything that good players consider."""
    brain = brain_for(view)
    return best(brain.look_ahead(view, moves), brain.sound)


def play_strongly(view: View, moves: list[Move], rng: random.Random, thought: Thought | None) -> Move:
    """Think ahead, if there is time for that and the game has playouts; otherwise ask the network, if there is one."""
    if thought is None or (view.game, view.version) not in POSITIONS:
        rated = rate(view, moves)
        return max(rated, key=rated.__getitem__) if rated else play_soundly(view, moves, rng, thought)
    brain = brain_for(view)
    return search(
        view, moves, thought, lambda move: max(worth(one, brain.sound) for one in brain.look_ahead(view, [move]))
    )


def play_masterly(view: View, moves: list[Move], rng: random.Random, thought: Thought | None) -> Move:
    """Think ahead for longer."""
    longer = thought and thought._replace(share=MASTERS * thought.share)
    return play_strongly(view, moves, rng, longer)


def brain_for(view: View) -> Brain:
    """Return the brain for the view's game and version, or the fallback for any game."""
    versions = range(view.version, 0, -1)
    return next((BRAINS[view.game, one] for one in versions if (view.game, one) in BRAINS), any_game.BRAIN)


LEVELS: dict[str, Level] = {
    "random": play_at_random,
    "weak": play_weakly,
    "easy": play_carelessly,
    "medium": play_soundly,
    "strong": play_strongly,
    "master": play_masterly,
}
"""From weakest to strongest."""

THINKING = frozenset(("strong", "master"))
"""The levels that take their time."""
