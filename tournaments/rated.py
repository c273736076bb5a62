"""Excludes tournament results that do not stand from the ratings."""

from __future__ import annotations

from collections.abc import Collection

from games.models import Table
from ratings.counting import disregards
from tournaments.models import Board


@disregards
def does_not_stand(table_ids: Collection[str]) -> Collection[str]:
    """Return the tournament tables among these that were annulled, or whose result was corrected by hand."""
    stands = Board.objects.filter(table__in=table_ids, is_corrected=False).values("table")
    ours = Table.objects.filter(pk__in=table_ids, visibility=Table.Visibility.SET)
    return set(ours.exclude(pk__in=stands).values_list("pk", flat=True))
