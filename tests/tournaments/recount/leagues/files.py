"""The seasons of a league as the site has them, held against the recount of who rises and falls."""

from __future__ import annotations

from collections.abc import Sequence

from tests.tournaments.recount.files import recount
from tests.tournaments.recount.leagues.moves import Division, next_divisions
from tournaments.models import Entry, Tournament


def wrong_divisions(played: Sequence[Tournament], drafted: Sequence[Tournament]) -> list[str]:
    """Return in which divisions of a drafted season others are placed than follow from the season before."""
    following = next_divisions([_division(one) for one in played])
    found = []
    for draft, players in zip(drafted, following, strict=True):
        placed = set(draft.placings.values_list("player", flat=True))
        if placed != players:
            found.append(f"{draft.name}: {sorted(placed)} are placed, not {sorted(players)}")
    return found


def _division(tournament: Tournament) -> Division:
    assert tournament.division is not None
    entries = {entry.pk: entry for entry in tournament.entries.all()}
    was_cancelled = tournament.status == Tournament.Status.CANCELLED
    if was_cancelled:
        order = list(tournament.placings.order_by("number").values_list("player", flat=True))
        order += [one.player_id for one in entries.values() if one.player_id and one.player_id not in order]
    else:
        rows = sorted(recount(tournament), key=lambda row: (row["rank"], entries[row["entry"]].seed))
        order = [player for row in rows if (player := entries[row["entry"]].player_id)]
    left = [one.player_id for one in entries.values() if one.status == Entry.Status.WITHDRAWN and one.player_id]
    return Division(tournament.division.places, tournament.division.falls, order, frozenset(left), was_cancelled)
