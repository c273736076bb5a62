"""Pausing an event or one of its tables, and resuming an event with its time given back.

The pause is written under the tournament's lock and stops the clockwork. The tables are paused afterwards, because
players hold a table before they wait for the database; `apply_pause` may be called at any time by anyone. If a process
dies before calling it, the sweep does: a resumed tournament is due at once, and a paused one is found as long as one of
its tables is playing (`still_playing`).
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet

from games import services as tables
from games.models import Table
from tournaments.models import Board, Tournament


def apply_pause(*, tournament_id: str) -> None:
    """Pause or resume each table, depending on whether the tournament is paused or the table is stopped. Idempotent."""
    tournament = Tournament.objects.get(pk=tournament_id)
    is_paused = tournament.paused_at is not None and tournament.status == Tournament.Status.RUNNING
    boards = _unfinished().filter(round__tournament=tournament)
    stopped = boards if is_paused else boards.filter(is_stopped=True)
    tables.pause(table_ids=_tables(stopped.filter(table__is_paused=False)))
    if not is_paused:
        tables.resume(table_ids=_tables(boards.filter(is_stopped=False, table__is_paused=True)))


def _tables(boards: QuerySet[Board]) -> list[str]:
    return [table_id for table_id in boards.values_list("table_id", flat=True) if table_id]


def still_playing() -> QuerySet[Tournament]:
    """Return running tournaments with tables that are playing although they, or the tournament, are paused."""
    playing = _unfinished().filter(round__tournament=OuterRef("pk"), table__is_paused=False)
    is_paused = Q(paused_at__isnull=False) & Exists(playing)
    return Tournament.objects.running().filter(is_paused | Exists(playing.filter(is_stopped=True)))


def _unfinished() -> QuerySet[Board]:
    return Board.objects.filter(is_done=False, table__status__in=[Table.Status.OPEN, Table.Status.RUNNING])


def shift(tournament: Tournament, gap: timedelta, now: datetime) -> None:
    """Give the round, or the break, back the time in which nothing could happen: the last `gap` before `now`."""
    round_ = tournament.played_rounds.filter(number=tournament.round_number).first()
    if round_ is None:
        return
    times = tournament.schedule.given_back(round_, gap, now)
    round_.opens_at, round_.ends_at, round_.finished_at = times.opens_at, times.ends_at, times.finished_at
    round_.save(update_fields=["opens_at", "ends_at", "finished_at"])
