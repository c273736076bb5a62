"""Entries with their ratings and handicaps, as lists of players show them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ratings.models import Rating
from tournaments.models import Entry, Tournament
from tournaments.models.entries import signed
from tournaments.strengths import handicaps

FRESH_SECONDS = 300
"""How old the ratings shown in a list may be."""


@dataclass(frozen=True, slots=True)
class Listed:
    """An entry, its player's rating in the game, and its handicap with sign.

    The handicap is that for the current rating until it is fixed, and empty if there are no handicaps.
    """

    entry: Entry
    rating: Rating | None
    handicap: str


def listed(tournament: Tournament, entries: Sequence[Entry]) -> list[Listed]:
    """Return these entries with their ratings, using one query."""
    players = [entry.player_id for entry in entries if entry.player_id is not None]
    ratings = {one.player_id: one for one in Rating.objects.filter(player__in=players, game=tournament.game)}
    lines = []
    for entry in entries:
        rating = ratings.get(entry.player_id or 0)
        shown = entry.handicap_shown
        if tournament.has_handicap and not shown:
            shown = signed(handicaps.points(tournament, rating.number if rating else None))
        lines.append(Listed(entry, rating, shown))
    return lines
