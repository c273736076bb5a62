"""The messages to a tournament's page, besides those of its chat (docs/live-protocol.md)."""

from __future__ import annotations

from typing import Literal, TypedDict


class TournamentChanged(TypedDict):
    """The tournament has changed; a page that knows this version already ignores it."""

    type: Literal["changed"]
    version: int


class YourTable(TypedDict):
    """The reader's own table has opened."""

    type: Literal["table"]
    url: str
