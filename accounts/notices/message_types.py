"""The messages of a player's own socket (docs/live-protocol.md)."""

from __future__ import annotations

from typing import Literal, TypedDict


class Unread(TypedDict):
    """How many notices the player has not read."""

    type: Literal["unread"]
    number: int


class NewNotice(TypedDict):
    """A new notice, in the player's own language; `url` marks it as read and redirects."""

    type: Literal["notice"]
    id: str
    text: str
    url: str


class Expected(TypedDict):
    """The player may be needed at a table: the page asks for details."""

    type: Literal["expected"]
