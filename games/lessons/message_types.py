"""A lesson as it is sent to the browser, made of the messages of a live table; run/wire.py generates its types."""

from __future__ import annotations

from typing import TypedDict

from games.state.message_types import View
from games.state.replay_types import SeatPly


class LessonStep(TypedDict):
    """A step: `view` if it begins a new scene, the other players' moves, and the reply to each move that is asked for.

    `points` says what to point at, with a label or an empty string.
    """

    view: View | None
    plies: list[SeatPly]
    answers: dict[str, SeatPly]
    title: str
    say: str
    task: str
    well: str
    instead: str
    why: str
    points: dict[str, str]


class Lesson(TypedDict):
    """A whole lesson, in the reader's language."""

    steps: list[LessonStep]
