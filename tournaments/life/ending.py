"""The end of a tournament: with final standings, or cancelled."""

from __future__ import annotations

from datetime import datetime

from games import services as tables
from tournaments import notices
from tournaments.base.locking import write
from tournaments.base.standings import rows_of
from tournaments.formats import Event
from tournaments.life.divisions import tell_if_over
from tournaments.life.teams.standings import team_rows_of
from tournaments.models import Board, HourProposal, Tournament

Status = Tournament.Status
BY_ITSELF = ("", "too-few", "restored")
"""Why the site cancels a tournament; any other reason is in the words of those who did."""


def finish(tournament: Tournament, event: Event, now: datetime) -> None:
    write(
        tournament,
        status=Status.FINISHED,
        final=rows_of(tournament, event),
        final_teams=team_rows_of(tournament, event) if tournament.has_teams else None,
        finished_at=now,
        next_at=None,
    )
    notices.finished(tournament)
    tell_if_over(tournament)


def cancel(tournament: Tournament, because: str, now: datetime) -> None:
    """Cancel a tournament and annul its running matches. `because` is one of `BY_ITSELF` or the organisers' words."""
    for table_id in unfinished_tables(tournament):
        tables.annul(table_id=table_id)
    HourProposal.objects.filter(board__round__tournament=tournament).delete()
    played = Board.objects.filter(round__tournament=tournament, table__isnull=False)
    tables.unseal(table_ids=list(played.values_list("table_id", flat=True)))
    write(tournament, status=Status.CANCELLED, cancelled_because=because, finished_at=now, next_at=None)
    notices.check_in_changes(tournament)
    notices.cancelled(tournament, "" if because in BY_ITSELF else because)
    tell_if_over(tournament)


def unfinished_tables(tournament: Tournament) -> list[str]:
    boards = Board.objects.filter(round__tournament=tournament, is_done=False, table__isnull=False)
    return list(boards.values_list("table_id", flat=True))
