"""How well a bot plays: its levels, and the one way to ask for a move."""

from __future__ import annotations

import random
from collections.abc import Callable

from games.rules import Move, View

Level = Callable[[View, random.Random], Move]


def choose(view: View, level: str, rng: random.Random) -> Move:
    """One of the view's legal moves; depends on nothing but what is passed in. Raises `KeyError` for no such level."""
    return LEVELS[level](view, rng)


def play_at_random(view: View, rng: random.Random) -> Move:
    return rng.choice(legal_moves(view))


def play_the_heaviest(view: View, rng: random.Random) -> Move:
    """Place rather than not, and the heaviest tile first."""
    return max(legal_moves(view), key=lambda move: (move.kind == "place", move.tile.value if move.tile else 0))


def legal_moves(view: View) -> list[Move]:
    """Raises `ValueError` where the seat is not on turn."""
    if view.mine is None or not view.mine["legal"]:
        raise ValueError("there is no move to choose")
    return view.mine["legal"]


LEVELS: dict[str, Level] = {"random": play_at_random, "easy": play_the_heaviest, "medium": play_the_heaviest}
