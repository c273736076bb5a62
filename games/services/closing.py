"""Ending a table without a result: by its owner, by organisers, or because nobody plays there any more."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts import demo
from accounts.standing import Moderator
from games.models import Table, TableQuerySet
from games.signals import result_changed
from games.state.messages_out import table_message
from games.state.rooms import lobby_changed
from live.hub import News, announce, encode

AT_ONCE = 100
"""The most tables that one run closes."""

NOBODY_CAME = timedelta(days=1)
"""How long an open table waits for players."""


def close_now(*, table_id: str) -> None:
    """Close a table, within a transaction, and tell everyone who has its page open."""
    Table.objects.filter(pk=table_id).update(status=Table.Status.CLOSED, due_at=None, finished_at=timezone.now())
    announce(News(table_id, everyone=[encode(table_message(Table.Status.CLOSED.value))]))
    lobby_changed()


def stop(*, table_id: str, by: Moderator) -> bool:
    """Break off a match, or close a table that waits for players; return whether there was something to stop.

    Not for tables of tournaments, which need a result.
    """
    with transaction.atomic():
        table = Table.objects.select_for_update(of=("self",)).get(pk=table_id)
        is_going_on = table.status in (Table.Status.OPEN, Table.Status.RUNNING)
        if table.visibility == Table.Visibility.SET or not is_going_on:
            return False
        close_now(table_id=table_id)
    return True


def void(*, table_id: str, by: Moderator, now: datetime) -> bool:
    """Void the result of a finished match; return whether it counted before. Idempotent."""
    with transaction.atomic():
        is_new = bool(Table.objects.counted().filter(pk=table_id).update(voided_at=now))
        if is_new:
            result_changed.send(sender=Table, table_ids=[table_id])
    return is_new


def count_again(*, table_id: str, by: Moderator) -> None:
    """Let a voided result count again. Idempotent."""
    with transaction.atomic():
        Table.objects.filter(pk=table_id).update(voided_at=None)
        result_changed.send(sender=Table, table_ids=[table_id])


def close_forgotten(*, now: datetime) -> int:
    """Close open tables that nobody has filled for a day; return how many.

    Tournament tables are left out: they are full from the beginning, and if nothing is due there, they are paused.
    """
    waiting = Table.objects.open().filter(opened_at__lt=now - NOBODY_CAME, due_at=None)
    return _close_all(waiting.exclude(visibility=Table.Visibility.SET))


def close_abandoned(*, now: datetime) -> int:
    """Close matches in which the house alone has played for some time; return how many.

    Tournament tables are played to the end, because their results count; those of demo players exist to be watched.
    """
    tables = Table.objects.running().without_people(since=now - timedelta(minutes=settings.ABANDONED_MINUTES))
    if settings.DEMO:
        tables = tables.exclude(owner__username__in=demo.OTHERS)
    return _close_all(tables)


def _close_all(tables: TableQuerySet) -> int:
    closed = 0
    for table_id in list(tables.values_list("pk", flat=True)[:AT_ONCE]):
        with transaction.atomic():
            Table.objects.select_for_update(of=("self",)).get(pk=table_id)
            if tables.filter(pk=table_id).exists():  # unless somebody has come back meanwhile
                close_now(table_id=table_id)
                closed += 1
    return closed
