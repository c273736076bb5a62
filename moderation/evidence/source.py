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
    """Who reports, and which tables the browser has been invited to. Nobody reports what they cannot see."""

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
        """Return what the address names, or None if there is no such thing or the viewer may not see it."""

    @classmethod
    @abstractmethod
    def involves(cls, key: str, player: Player) -> bool:
        """Return whether the player has a part in it, and should leave judging to others."""

    @property
    @abstractmethod
    def id(self) -> str: ...

    @property
    @abstractmethod
    def title(self) -> str:
        """Return what it is called on the page of the report."""

    @property
    @abstractmethod
    def address(self) -> str:
        """Return the address of the page that shows it."""

    @property
    def matter(self) -> str:
        """Return what reports about the same player have in common here; by default that it is the same thing."""
        return ""

    @property
    def people(self) -> list[Player]:
        """Return the players whom a report may concern."""
        return []

    @property
    def must_be_about(self) -> Player | None:
        """Return the player whom every report concerns, if that is clear."""
        return None

    @abstractmethod
    def evidence(self) -> Mapping[str, Any]:
        """Return what moderators will need, as JSON: never a tile that is hidden from anyone."""

    def subject(self, about: Player | None = None) -> Subject:
        """Return the subject of a report, with its evidence."""
        player = self.must_be_about or about
        named = {"player": named_player(player)} if player else {}
        return Subject(self.kind, self.id, player, self.matter, {**named, **self.evidence()})


def named_player(player: Player) -> dict[str, Any]:
    """Return a player with the name of this moment."""
    return {"id": player.pk, "name": player.username, "is_guest": player.is_guest}
