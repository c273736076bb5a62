"""A lesson as it goes to the browser, made of the messages of a live table; the browser's types are generated."""

from __future__ import annotations

from typing import TypedDict

from games.state.message_types import View
from games.state.replay_types import SeatPly


class LessonStep(TypedDict):
    """A step: `view` if another scene begins, what the others play, and what follows each move that is asked for.

    `points` has what to look at, with its label or an empty one.
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
