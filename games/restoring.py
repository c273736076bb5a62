"""Putting right what a database that was restored from a backup left unfinished at tables."""

from __future__ import annotations

from django.db import transaction

from common.codes import new_secret
from games import notices
from games.models import Copy, Table
from games.services.closing import close_now
from games.state import dealt
from live.starting import CannotOpen


def is_restored() -> bool:
    """Return whether the database is older than what its players have seen."""
    try:
        dealt.check_is_not_restored()
    except dealt.Restored:
        return True
    return False


def check_may_open() -> None:
    """Raise CannotOpen if the site would deal tiles that are known."""
    try:
        dealt.check_is_not_restored()
    except dealt.Restored as restored:
        raise CannotOpen(str(restored)) from None


def mark_as_restored() -> None:
    """Let the site refuse to open until what was unfinished has been put right."""
    Copy.objects.filter(pk=Copy.this().pk).update(is_restored=True)


def close_unfinished() -> int:
    """Close every table without a result and tell its players; return how many. Those of tournaments stay.

    Their players have seen tiles, or have contributed to shuffles, that would come again.
    """
    unfinished = Table.objects.filter(status__in=[Table.Status.OPEN, Table.Status.RUNNING])
    tables = list(unfinished.exclude(visibility=Table.Visibility.SET).order_by("pk"))
    for table in tables:
        with transaction.atomic():
            close_now(table_id=table.pk)
            notices.broken_off(table)
    return len(tables)


def put_right() -> None:
    """Let the site open again, as a copy of its own."""
    Copy.objects.filter(pk=Copy.this().pk).update(name=new_secret(), is_restored=False)
