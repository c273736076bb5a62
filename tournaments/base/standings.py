"""Standings for display: computed by the format, cached until something changes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from django.core.cache import cache

from common.caching.fresh import fresh
from tournaments.base.snapshot import format_of, public_event_of
from tournaments.formats import Event, SeatScore, Standing
from tournaments.formats.no_shows import is_missed
from tournaments.models import Entry, Tournament

Row = dict[str, Any]
KEPT_SECONDS = 3600


def standings_of(tournament: Tournament) -> list[Row]:
    """Return the rows of the standings in order; of a finished tournament, the final ones. See `row`."""
    if tournament.final is not None:
        return list(tournament.final)
    key = f"standings:{tournament.pk}:{tournament.version}"
    return list(fresh(key, lambda: _shared(key, tournament)))


def _shared(key: str, tournament: Tournament) -> list[Row]:
    """Return the rows that all processes share in Redis, computing them if they are missing."""
    rows: list[Row] | None = cache.get(key)
    if rows is None:
        rows = rows_of(tournament, public_event_of(tournament))
        cache.set(key, rows, KEPT_SECONDS)
    return rows


def rows_of(tournament: Tournament, event: Event) -> list[Row]:
    """Return the rows of an event. If the house played every deal for every person, no row mentions it."""
    entries = {entry.pk: entry for entry in tournament.entries.select_related("player")}
    played = defaultdict(list)
    for table in (table for each in event.rounds for table in each.tables):
        for entrant, score in zip(table.entrants, table.scores or (), strict=False):
            if not is_missed(event, score):
                played[entrant].append(score)
    rows = [
        row(standing, entries[standing.entrant], played[standing.entrant])
        for standing in format_of(tournament).standings(event)
    ]
    people = [entry.pk for entry in entries.values() if entry.player_id is not None]
    if all(len(score.by_house) == len(score.deals) for pk in people for score in played[pk]):  # as in the demo
        return [{**one, "by_house": None} for one in rows]
    return rows


def by_house(scores: Sequence[SeatScore]) -> dict[str, int]:
    """Return the number of deals that the house played for somebody, its points in them, and the totals of both."""
    made = [points for score in scores for points in score.by_house]
    return {
        "deals": len(made),
        "points": sum(made),
        "of_deals": sum(len(score.deals) for score in scores),
        "of_points": sum(score.points for score in scores),
    }


def row(standing: Standing, entry: Entry, scores: Sequence[SeatScore]) -> Row:
    """Return a row as JSON: `tie_breaks` are pairs of slug and shown value, `rounds` the cells of the results grid,
    `by_house` the house's share in a person's result at the tables that count, or None (see `rows_of`)."""
    house = by_house(scores)
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
        "by_house": house if house["deals"] and entry.player_id is not None else None,
    }
