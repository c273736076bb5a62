"""Telling the opponents of somebody who withdraws which of their matches no longer count."""

from __future__ import annotations

from dataclasses import replace

from tournaments.base.snapshot import event_of, format_of
from tournaments.models import Board, Entry, Tournament
from tournaments.notices import changes


def tell_opponents(tournament: Tournament, entry: Entry) -> None:
    """Tell the opponents whose matches with the entry, or its team, no longer count after its withdrawal."""
    played, after = format_of(tournament), event_of(tournament)
    uncounted = played.uncounted(after)
    if not uncounted:
        return
    back = tuple(replace(one, is_out=one.is_out and one.id != entry.pk) for one in after.entrants)
    newly = uncounted - played.uncounted(replace(after, entrants=back))
    boards = Board.objects.filter(round__tournament=tournament).select_related("round")
    for board in boards.prefetch_related("places__entry"):
        if (board.round.number, board.number) in newly:
            changes.does_not_count(tournament, board, entry)
