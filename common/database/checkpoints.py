"""Checkpoints of SQLite's write-ahead log, beside the transactions of those who wait for an answer.

Whoever commits when the log has a thousand pages moves them into the database, and waits for the disk to have them.
"""

from __future__ import annotations

import logging
import threading
from typing import Any

from django.db import DatabaseError, InterfaceError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

logger = logging.getLogger(__name__)

LONGEST = 4000
"""The pages of the log, some 16 MB, at which a thread that leaves checkpoints to others makes one all the same. The log
starts over only after a checkpoint during which nobody wrote; on a busy site there would be none."""

_here = threading.local()


def leave_to_others() -> None:
    """Have connections of this thread leave checkpoints to others, who must make them now and then."""
    _here.leaves = True


def checkpoint() -> None:
    """Move what the log holds into the database, as far as nobody is still reading it. Nobody has to wait for it."""
    if connection.vendor != "sqlite":
        return
    try:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(PASSIVE)")
    except (DatabaseError, InterfaceError) as error:
        logger.warning("no checkpoint was made: %s", error)
        connection.close()


def _set_up(connection: BaseDatabaseWrapper, **kwargs: Any) -> None:
    if connection.vendor == "sqlite" and getattr(_here, "leaves", False):
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA wal_autocheckpoint = {LONGEST}")


connection_created.connect(_set_up)
