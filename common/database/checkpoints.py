"""Checkpoints of SQLite's write-ahead log, made outside the transactions that somebody is waiting for.

By default the connection whose commit makes the log reach a thousand pages moves them into the database, and waits
until they are on disk.
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
"""The pages of the log, some 16 MB, at which a thread that leaves checkpoints to others makes one anyway. The log only
starts over after a checkpoint during which nobody wrote, and on a busy site that might never happen."""

_here = threading.local()


def leave_to_others() -> None:
    """Make this thread's connections leave checkpoints to other threads, which must call `checkpoint` now and then."""
    _here.leaves = True


def checkpoint() -> None:
    """Move the log into the database as far as no reader still needs it. Blocks neither readers nor writers."""
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
