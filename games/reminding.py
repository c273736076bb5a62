"""Reminders that it is a player's turn, at tables where a move may take hours or days."""

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
"""Players at tables with at least this much time for a move are reminded."""

WAIT = timedelta(minutes=10)
"""A reminder is sent this long after a turn began, since a player who is online sees the turn anyway."""

TOO_LATE = timedelta(minutes=1)
"""Players with less time left than this are not reminded; that includes those whose forced move the house plays."""


def remind(now: datetime) -> int:
    """Remind everyone who has been on turn for a while and does not have the table open; return how many.

    There is one reminder for each turn. Reminders of turns that are over are marked as read.
    """
    turns = list(_turns())
    told.settle(kind=notices.TURN, but={notices.turn_key(seat.table) for seat in turns}, now=now)
    return sum(_remind(seat, now) for seat in turns)


def _turns() -> QuerySet[Seat]:
    """Return the seats on turn at slow tables, paused or not, whose players are not away and have not left."""
    slow = Table.objects.running().filter(seconds__gte=SLOW.total_seconds())
    on_turn = Seat.objects.filter(table__in=slow, number=F("table__turn"), player__isnull=False, away=False, left=False)
    return on_turn.select_related("table")


def _remind(seat: Seat, now: datetime) -> bool:
    table = seat.table
    if table.is_paused or table.due_at is None:
        return False
    began_at = table.due_at - timedelta(seconds=table.seconds)
    if now < began_at + WAIT or now > table.due_at - TOO_LATE:
        return False
    # this mark only saves work; what prevents duplicates is the unique key of the notice
    mark = f"reminded:{notices.turn_key(table)}"
    if cache.get(mark) is not None or seat.player_id in present(table_room(table.pk)):
        return False
    notices.your_turn(table, seat, table.due_at)
    cache.set(mark, 1, timeout=table.seconds)
    return True
