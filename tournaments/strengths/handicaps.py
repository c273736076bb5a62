"""The handicap points of entries, which are fixed so that later rating changes do not affect them."""

from __future__ import annotations

from collections.abc import Iterable

from ratings.models import Rating
from tournaments.base.snapshot import format_of
from tournaments.formats import handicap
from tournaments.models import Entry, Tournament


def fix(tournament: Tournament) -> None:
    """Fix the points of all participants who have none yet, at the start and for late entrants. Idempotent."""
    if not tournament.has_handicap:
        return
    entries = list(tournament.entries.filter(seed__gt=0, handicap=None))
    ratings = ratings_of(tournament, entries)
    for entry in entries:
        entry.rating = ratings.get(entry.player_id or 0)
        entry.handicap = points(tournament, entry.rating)
    Entry.objects.bulk_update(entries, ["rating", "handicap"])


def points(tournament: Tournament, rating: int | None) -> int:
    """Return the points of a player with this rating; None means unrated."""
    plan = tournament.terms.plan
    return handicap.points(plan, rating, low_wins=format_of(tournament).lowest_wins(plan))


def points_of(tournament: Tournament, entry: Entry) -> int:
    """Return the fixed points of an entry, otherwise those for the current rating."""
    if entry.handicap is not None or not tournament.has_handicap:
        return entry.handicap or 0
    return points(tournament, ratings_of(tournament, [entry]).get(entry.player_id or 0))


def ratings_of(tournament: Tournament, entries: Iterable[Entry]) -> dict[int, int]:
    """Return the ratings in the tournament's game by player, omitting unrated players."""
    players = [entry.player_id for entry in entries if entry.player_id is not None]
    return {one.player_id: one.number for one in Rating.objects.filter(player__in=players, game=tournament.game)}
