"""Recovery of the tables after the database was restored from a backup."""

from __future__ import annotations

import logging

from django.db import OperationalError, ProgrammingError, transaction

from common.codes import new_secret
from games import notices
from games.models import Copy, Table
from games.services.closing import close_now
from games.state import dealt
from live.starting import CannotOpen

logger = logging.getLogger(__name__)


def is_restored() -> bool:
    """Return whether the database is older than what players have already seen."""
    try:
        dealt.check_is_not_restored()
    except dealt.Restored:
        return True
    return False


def check_may_open() -> None:
    """Raise CannotOpen if the site would deal tiles that players have already seen. Only warn if the database does not
    answer or has no tables yet."""
    try:
        dealt.check_is_not_restored()
    except dealt.Restored as restored:
        raise CannotOpen(str(restored)) from None
    except (OperationalError, ProgrammingError):
        logger.warning("cannot tell whether the database was restored: it does not answer, or is not migrated")


def mark_as_restored() -> None:
    """Make the site refuse to open until unfinished tables have been dealt with."""
    Copy.objects.filter(pk=Copy.this().pk).update(is_restored=True)


def close_unfinished() -> int:
    """Close all unfinished tables except those of tournaments, and tell their players; return how many were closed.

    Their players have seen tiles that would be dealt again, or contributed to shuffles that would be repeated.
    """
    unfinished = Table.objects.filter(status__in=[Table.Status.OPEN, Table.Status.RUNNING])
    tables = list(unfinished.exclude(visibility=Table.Visibility.SET).order_by("pk"))
    for table in tables:
        with transaction.atomic():
            close_now(table_id=table.pk)
            notices.broken_off(table)
    return len(tables)


def let_site_open() -> None:
    """Let the site open again, as a new copy of its data."""
    Copy.objects.filter(pk=Copy.this().pk).update(name=new_secret(), is_restored=False)
