"""The kinds of chat rooms; each app registers its own in `ready()`.

A kind decides who may write and read in its rooms, how fast, and which browsers get a new line.
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
    """A rate limit: how many lines one player, and all players together, may write in a room within a period."""

    lines: int
    of_all: int
    within: timedelta


class Room(ABC):
    """A chat room of one place, such as a table. Creating an instance makes no query."""

    kind: ClassVar[str]
    label: ClassVar[str | Promise]
    """The name of the kind in the admin."""
    pace: ClassVar[Pace | None] = None
    on_page: ClassVar[RoomOnPage | None] = None
    """The value of `room` in the room's messages, for pages that show several rooms."""

    def __init__(self, place: str) -> None:
        self.place = place

    @final
    @property
    def key(self) -> str:
        return f"{self.kind}:{self.place}"

    @property
    @abstractmethod
    def address(self) -> str:
        """Return the address of the page that shows the room."""

    @abstractmethod
    def check_may_speak(self, player: Player, now: datetime) -> None:
        """Raise UserError unless the player may write in this room."""

    def check_may_write(self, player: Player) -> None:  # noqa: B027
        """Raise UserError unless the player may write more than ready-made phrases in this room."""

    def may_moderate(self, player: Player) -> bool:
        """Return whether the player runs the room's place, and may delete lines and mute people there."""
        return False

    @abstractmethod
    def may_read(self, player: Player | None) -> bool:
        """Return whether a visitor who may see the place may also read its chat."""

    @abstractmethod
    def news(self, message: str) -> News:
        """Address an encoded message to the browsers that listen to this room."""


KINDS: dict[str, type[Room]] = {}


def register(*kinds: type[Room]) -> None:
    for kind in kinds:
        assert kind.kind not in KINDS, kind.kind
        KINDS[kind.kind] = kind


def open_room(key: str) -> Room:
    """Return the room with this key, whatever its kind."""
    kind, _colon, place = key.partition(":")
    return KINDS[kind](place)
