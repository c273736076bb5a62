"""Expiry of tables without a result, and of the marks of seats that shared an internet connection."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.personal.expiry import AT_ONCE, Rule, register
from chat import services as chat
from games.models import Chain, Seat, Table
from games.services.chat import OnlookersRoom, PlayersRoom

TABLES_AT_ONCE = 20
"""Few, because a table may have thousands of moves."""


def _closed_tables(before: datetime) -> int:
    """Delete tables that closed without a result; those of a tournament belong to its results."""
    closed = Table.objects.filter(status=Table.Status.CLOSED, finished_at__lt=before)
    closed = closed.exclude(visibility=Table.Visibility.SET)
    batch = list(closed.order_by("pk")[:TABLES_AT_ONCE])
    for table in batch:
        with transaction.atomic():
            for room in (PlayersRoom(table.pk), OnlookersRoom(table.pk)):
                chat.forget(room)
            table.delete()
            Chain.objects.filter(pk=table.chain_id, tables=None).delete()
    return len(batch)


def _connections(before: datetime) -> int:
    seats = Seat.objects.filter(table__finished_at__lt=before).exclude(connection="")
    batch = list(seats.order_by("pk").values_list("pk", flat=True)[:AT_ONCE])
    return Seat.objects.filter(pk__in=batch).update(connection="")


register(
    Rule(
        "closed-tables",
        _("tables that were closed without a result, with their chat"),
        _closed_tables,
    ),
    Rule(
        "connections",
        _("keyed hashes that mark seats taken from one internet connection, after the match"),
        _connections,
    ),
)
