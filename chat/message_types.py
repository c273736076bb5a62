"""The messages of all chats (docs/live-protocol.md)."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

RoomOnPage = Literal["table", "onlookers"]
"""The rooms of a page that shows more than one."""


class Line(TypedDict):
    """A line of a chat. `at` is in seconds since 1970; `room` is only there on pages that show several rooms.

    `phrase` names a ready-made phrase, which is shown in the reader's language (`text` has it in English).
    """

    id: int
    name: str
    text: str
    at: float
    room: NotRequired[RoomOnPage]
    phrase: NotRequired[str]


class Said(Line):
    """A new line."""

    type: Literal["chat"]


class Hidden(TypedDict):
    """These lines are taken off open pages."""

    type: Literal["hidden"]
    lines: list[int]


class LastLines(TypedDict):
    """The most recent lines, oldest first."""

    type: Literal["chats"]
    lines: list[Line]
