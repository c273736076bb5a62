"""The problem of the day as it is sent to the browser, whose types are generated from this module."""

from __future__ import annotations

from typing import TypedDict

from games.state.message_types import View
from games.state.replay_types import SeatPly


class ProblemMove(TypedDict):
    """A move, and what it loses against the best one, both in words."""

    words: str
    loss: str
    is_played: bool


class ProblemAnswer(TypedDict):
    """The coach's answer to a move. `ply` is what follows the move; `address` links to the match of the problem."""

    ply: SeatPly
    is_right: bool
    said: str
    reason: str
    moves: list[ProblemMove]
    streak: str
    address: str


class Problem(TypedDict):
    """A problem as seen by the seat on turn, with the answer to the reader's move, if there is one."""

    view: View
    answer: ProblemAnswer | None
