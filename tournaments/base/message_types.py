"""The shapes of what a tournament's page is told, besides the lines of its chat (docs/live-protocol.md)."""

from __future__ import annotations

from typing import Literal, TypedDict


class TournamentChanged(TypedDict):
    """The tournament has changed, if the page does not know this version yet."""

    type: Literal["changed"]
    version: int


class YourTable(TypedDict):
    """The reader's own table has opened."""

    type: Literal["table"]
    url: str
