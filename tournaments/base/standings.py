"""Standings for display: computed by the format, cached until something changes."""

from __future__ import annotations

from typing import Any

from django.core.cache import cache

from common.kept.fresh import fresh
from tournaments.base.snapshot import format_of, public_event_of
from tournaments.formats import Event, Standing
from tournaments.models import Entry, Tournament

Row = dict[str, Any]
KEPT_SECONDS = 3600


def standings_of(tournament: Tournament) -> list[Row]:
    """Return the rows of the standings, the first one first; for a finished tournament, those at its end. See `row`."""
    if tournament.final is not None:
        return list(tournament.final)
    key = f"standings:{tournament.pk}:{tournament.version}"
    return list(fresh(key, lambda: _shared(key, tournament)))


def _shared(key: str, tournament: Tournament) -> list[Row]:
    """Return what all processes share, in Redis."""
    rows: list[Row] | None = cache.get(key)
    if rows is None:
        rows = rows_of(tournament, public_event_of(tournament))
        cache.set(key, rows, KEPT_SECONDS)
    return rows


def rows_of(tournament: Tournament, event: Event) -> list[Row]:
    entries = {entry.pk: entry for entry in tournament.entries.select_related("player")}
    return [row(standing, entries[standing.entrant]) for standing in format_of(tournament).standings(event)]


def row(standing: Standing, entry: Entry) -> Row:
    """Return a row as JSON: `tie_breaks` are pairs of slug and shown value, `rounds` the entries of the results
    grid."""
    return {
        "entry": entry.pk,
        "player": entry.player_id,
        "name": entry.name,
        "is_bot": entry.is_bot,
        "is_withdrawn": entry.status == Entry.Status.WITHDRAWN,
        "rank": standing.rank,
        "score": standing.score.shown,
        "tie_breaks": [[value.slug, value.shown] for value in standing.tie_breaks],
        "by": standing.by,
        "played": standing.played,
        "rounds": list(standing.rounds),
    }
