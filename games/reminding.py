"""Telling players that it is their turn, where a move may take hours or days: they do not sit at the table and wait."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.core.cache import cache
from django.db.models import F, QuerySet

from accounts import notices as told
from games import notices
from games.models import Seat, Table
from games.state.rooms import table_room
from live.presence import present

SLOW = timedelta(hours=1)
"""At tables with this time for a move, or more, players are told."""

LET_BE = timedelta(minutes=10)
"""Nobody is told so soon: who is there sees it anyway."""

TOO_LATE = timedelta(minutes=1)
"""Nor when so little time is left; a move that is forced is played by the house before."""


def remind(now: datetime) -> int:
    """Tell everyone whose turn it has been for a while and who does not look at the table, once; how many. Who has
    moved, or was moved for, need not read of that turn any more."""
    turns = list(_turns())
    told.settle(kind=notices.TURN, but={notices.turn_key(seat.table) for seat in turns}, now=now)
    return sum(_remind(seat, now) for seat in turns)


def _turns() -> QuerySet[Seat]:
    """Of players that the house does not play for, wherever they have long for a move; also where the match stands
    still, for then it is their turn afterwards."""
    slow = Table.objects.running().filter(seconds__gte=SLOW.total_seconds())
    on_turn = Seat.objects.filter(table__in=slow, number=F("table__turn"), player__isnull=False, away=False, left=False)
    return on_turn.select_related("table")


def _remind(seat: Seat, now: datetime) -> bool:
    table = seat.table
    if table.is_paused or table.due_at is None:
        return False
    began_at = table.due_at - timedelta(seconds=table.seconds)
    if now < began_at + LET_BE or now > table.due_at - TOO_LATE:
        return False
    # only spares the work; that nobody is told twice is kept by the notices
    mark = f"reminded:{notices.turn_key(table)}"
    if cache.get(mark) is not None or seat.player_id in present(table_room(table.pk)):
        return False
    notices.your_turn(table, seat, table.due_at)
    cache.set(mark, 1, timeout=table.seconds)
    return True
