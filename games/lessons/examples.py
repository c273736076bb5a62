"""An example of each game to step through: the first deal of its lesson, as everyone plays it, with all hands open."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from games.lessons.lesson import Lesson
from games.lessons.showing import LESSONS, play, table_of
from games.state import replay_types as wire
from games.state.live_tables import LiveTable
from games.state.messages_out import view_message

READERS_NAME = "Bones"
"""Name of the player in the seat that the reader has in the lesson."""


@lru_cache
def example_of(game: str) -> wire.Replay:
    """Return the example as a replay. It is the same in every language."""
    lesson = LESSONS[game]
    live = _start(lesson)
    view, hands = view_message(live, None), live.hands
    plies: list[wire.ReplayPly] = [{"moved": play(live, text), "hands": live.hands} for text in moves_of(lesson)]
    return {"deals": 1, "view": view, "hands": hands, "plies": plies}


def example_after(game: str, count: int) -> LiveTable:
    """Return the table after `count` moves of the example, not counting those before its scene."""
    lesson = LESSONS[game]
    live = _start(lesson)
    for text in list(moves_of(lesson))[:count]:
        play(live, text)
    return live


def _start(lesson: Lesson) -> LiveTable:
    scene = lesson.steps[0].scene
    assert scene is not None
    return table_of(lesson, scene, READERS_NAME)


def moves_of(lesson: Lesson) -> Iterator[str]:
    """Yield all moves of the lesson's first scene: those of the other players, and those the reader is asked for."""
    for number, step in enumerate(lesson.steps):
        if step.scene and number > 0:
            return
        yield from step.moves
        if step.play:
            yield step.play
