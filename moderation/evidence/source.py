"""Sources: the kinds of things that can be reported."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from django.utils.functional import Promise

from accounts.models import Player
from moderation.evidence.subject import Subject


@dataclass(frozen=True, slots=True)
class Viewer:
    """The reporter, and the tables to which the browser has been invited. Nobody can report what they cannot see."""

    player: Player | None = None
    invited: Collection[str] = ()


class Source(ABC):
    """Something that can be reported, as one viewer sees it."""

    kind: ClassVar[str]
    label: ClassVar[str | Promise]
    """The kind in a few words, such as "chat line"."""

    @classmethod
    @abstractmethod
    def find(cls, key: str, viewer: Viewer) -> Self | None:
        """Return the thing with this key in its address; None if it does not exist or the viewer may not see it."""

    @classmethod
    @abstractmethod
    def involves(cls, key: str, player: Player) -> bool:
        """Return whether the player is involved in it, and should leave judging to others."""

    @property
    @abstractmethod
    def id(self) -> str: ...

    @property
    @abstractmethod
    def title(self) -> str:
        """Return its name on the page of the report."""

    @property
    @abstractmethod
    def address(self) -> str:
        """Return the address of the page that shows it."""

    @property
    def matter(self) -> str:
        """Return a key by which reports about the same player are merged; empty to merge reports on the same thing."""
        return ""

    @property
    def people(self) -> list[Player]:
        """Return the players whom a report may concern."""
        return []

    @property
    def must_be_about(self) -> Player | None:
        """Return the player whom every report on it concerns, if there is one."""
        return None

    @abstractmethod
    def evidence(self) -> Mapping[str, Any]:
        """Return what moderators will need, as JSON. It must not contain a tile that is hidden from anyone."""

    def subject(self, about: Player | None = None) -> Subject:
        """Return the subject of a report, with its evidence."""
        player = self.must_be_about or about
        named = {"player": named_player(player)} if player else {}
        return Subject(self.kind, self.id, player, self.matter, {**named, **self.evidence()})


def named_player(player: Player) -> dict[str, Any]:
    """Return a player with their present name, as evidence."""
    return {"id": player.pk, "name": player.username, "is_guest": player.is_guest}
