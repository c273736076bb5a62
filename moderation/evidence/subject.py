"""A subject: what a report is about, with its evidence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from accounts.models import Player


@dataclass(frozen=True, slots=True)
class Subject:
    """What is reported: a chat line, a table, a player, a club, a tournament or an emblem, as it is now."""

    kind: str
    id: str
    player: Player | None = None
    """Whom the report concerns, if that is one player."""
    matter: str = ""
    """What reports on other subjects may have in common with this one, such as a room; else the subject itself."""
    evidence: Mapping[str, Any] = field(default_factory=dict)

    @property
    def merge_key(self) -> str:
        """Return what reports on one matter have in common."""
        about = f":{self.player.pk}" if self.player else ""
        return f"{self.kind}:{self.matter or self.id}{about}"
