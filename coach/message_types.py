"""The problem of the day as it goes to the browser; the browser's types are generated."""

from __future__ import annotations

from typing import TypedDict

from games.state.message_types import View
from games.state.replay_types import SeatPly


class ProblemMove(TypedDict):
    """A move in words, and what it loses against the best one, in words, too."""

    words: str
    loss: str
    is_played: bool


class ProblemAnswer(TypedDict):
    """What is said of a move: `ply` is what follows it; `address` leads to the match that the problem comes from."""

    ply: SeatPly
    is_right: bool
    said: str
    reason: str
    moves: list[ProblemMove]
    streak: str
    address: str


class Problem(TypedDict):
    """A problem, from the eyes of the seat on turn, with what the reader has answered."""

    view: View
    answer: ProblemAnswer | None
