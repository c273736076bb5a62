"""The subject of a report, with its evidence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from accounts.models import Player


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject of a report: a chat line, table, player, club, tournament or emblem, as it is now."""

    kind: str
    id: str
    player: Player | None = None
    """The player whom the report concerns, if it is only one."""
    matter: str = ""
    """A key, such as a room, shared by subjects whose reports belong together; empty if it is the subject itself."""
    evidence: Mapping[str, Any] = field(default_factory=dict)

    @property
    def merge_key(self) -> str:
        """Return the key shared by all reports on one matter."""
        about = f":{self.player.pk}" if self.player else ""
        return f"{self.kind}:{self.matter or self.id}{about}"
