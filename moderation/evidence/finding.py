"""Finds reportable things of all kinds by their addresses."""

from __future__ import annotations

from collections.abc import Mapping

from accounts.models import Player
from moderation.evidence import players
from moderation.evidence.chat_lines import Line
from moderation.evidence.clubs import Club, Emblem
from moderation.evidence.source import Source, Viewer
from moderation.evidence.tables import Table
from moderation.evidence.tournaments import Tournament

SOURCES: Mapping[str, type[Source]] = {
    source.kind: source for source in (Line, Table, players.Player, Club, Tournament, Emblem)
}


def find(kind: str, key: str, viewer: Viewer) -> Source | None:
    """Return the thing to be reported, or None if it does not exist or the viewer may not see it."""
    return SOURCES[kind].find(key, viewer) if kind in SOURCES else None


def is_involved(kind: str, key: str, player: Player) -> bool:
    """Return whether the player is involved in a case's subject, such as a table, club or tournament of theirs."""
    return kind in SOURCES and SOURCES[kind].involves(key, player)
