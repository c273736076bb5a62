"""The shapes of what is said in a chat, whatever the chat belongs to (docs/live-protocol.md)."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

RoomOnPage = Literal["table", "onlookers"]
"""The rooms that share a page."""


class Line(TypedDict):
    """A line of a chat; `at` in seconds since 1970. `room`: at a table, where two rooms share a page."""

    id: int
    name: str
    text: str
    at: float
    room: NotRequired[RoomOnPage]


class Said(Line):
    """Somebody says a line."""

    type: Literal["chat"]


class LastLines(TypedDict):
    """What was said last, the oldest line first."""

    type: Literal["chats"]
    lines: list[Line]
