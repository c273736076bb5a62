"""The kinds of rooms in which people talk; each app registers its own when it is loaded.

A kind says who may speak and read in its rooms, how fast, and which browsers hear a new line.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import ClassVar, final

from django.utils.functional import Promise

from accounts.models import Player
from chat.message_types import RoomOnPage
from live.hub import News


@dataclass(frozen=True, slots=True)
class Pace:
    """How many lines a player may say in one room within a time."""

    lines: int
    within: timedelta


class Room(ABC):
    """A room to talk in, which belongs to a place such as a table. Making one asks the database for nothing."""

    kind: ClassVar[str]
    label: ClassVar[str | Promise]
    """What the kind is called among others."""
    pace: ClassVar[Pace | None] = None
    on_page: ClassVar[RoomOnPage | None] = None
    """What lines say of their room, where a page shows several of them together."""

    def __init__(self, place: str) -> None:
        self.place = place

    @final
    @property
    def key(self) -> str:
        return f"{self.kind}:{self.place}"

    @property
    @abstractmethod
    def address(self) -> str:
        """The address of the page that shows the room."""

    @abstractmethod
    def check_may_speak(self, player: Player, now: datetime) -> None:
        """Raises UserError."""

    @abstractmethod
    def may_read(self, player: Player | None) -> bool:
        """Return whether a visitor who may see the place may also read what is said in this room."""

    @abstractmethod
    def news(self, message: str) -> News:
        """Address an encoded message to the browsers that hear this room."""


KINDS: dict[str, type[Room]] = {}


def register(*kinds: type[Room]) -> None:
    for kind in kinds:
        assert kind.kind not in KINDS, kind.kind
        KINDS[kind.kind] = kind


def open_room(key: str) -> Room:
    """Return the room with that key, whatever its kind."""
    kind, _colon, place = key.partition(":")
    return KINDS[kind](place)
