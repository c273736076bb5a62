"""Locking a tournament before a change, and writing and announcing the change."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db.models import F

from live.hub import News, announce, encode
from tournaments.base.message_types import TournamentChanged, YourTable
from tournaments.expected import note_more_expected
from tournaments.models import Tournament


def locked(tournament_id: str) -> Tournament:
    """Return the tournament, its row locked until the transaction ends. Raises Tournament.DoesNotExist."""
    tournaments = Tournament.objects.select_for_update(of=("self",)).select_related("club", "organiser", "chain")
    return tournaments.get(pk=tournament_id)


def write(tournament: Tournament, **columns: Any) -> None:
    """Write these columns, increment the version, and tell every open page that something has changed."""
    Tournament.objects.filter(pk=tournament.pk).update(**columns, version=F("version") + 1)
    for name, value in columns.items():
        setattr(tournament, name, value)
    tournament.version += 1
    if tournament.status in Tournament.EXPECTING and (not columns or "status" in columns):
        note_more_expected()
    tell(tournament)


def look_again_at(tournament: Tournament, when: datetime) -> None:
    """Set when something may be due next. The version stays the same, as nothing has changed for open pages."""
    if tournament.next_at != when:
        Tournament.objects.filter(pk=tournament.pk).update(next_at=when)
        tournament.next_at = when


def changed_message(tournament: Tournament) -> TournamentChanged:
    return {"type": "changed", "version": tournament.version}


def tell(tournament: Tournament, players: Mapping[int, YourTable] | None = None) -> None:
    """Tell every open page to reload; `players` get a message of their own as well."""
    changed = encode(changed_message(tournament))
    own = {str(player): [encode(message)] for player, message in (players or {}).items()}
    announce(News(tournament.room, everyone=[changed], players=own))
