"""Finding out whether the site is running, for commands that replace the database underneath it.

On PostgreSQL each process of the site has at least one connection open, whose name says that it is one of the site's.
On SQLite each holds a lock on a file beside the database. Both end with the process, however it ends.
"""

from __future__ import annotations

import fcntl
import logging
import os
import time
from pathlib import Path
from typing import BinaryIO

from django.db import connection

logger = logging.getLogger(__name__)

PATIENCE = 2.0
"""Seconds for which processes that have been told to stop may still seem to run."""

_held: list[BinaryIO] = []
"""The locked file, open as long as this process lives."""


class StillRunning(Exception):
    """Processes of the site are running; the message is a sentence for the operator."""

    def __init__(self, who: str) -> None:
        super().__init__(
            f"The site is running, so nothing was changed: {who}. Stop all its processes (docs/operations.md, Backups) "
            "and try again. If you are sure that all have ended, add --all-stopped."
        )


def hold() -> None:
    """Show other processes, until this one ends, that it uses the database; a second call does nothing."""
    if connection.vendor != "sqlite" or _held:
        return
    try:
        file = os.fdopen(os.open(_path(), os.O_RDWR | os.O_CREAT, 0o600), "r+b")
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError as error:
        logger.warning("`manage.py restore` will not notice that this process is running: %s", error)
        return
    _held.append(file)


def check_is_stopped() -> None:
    """Raise StillRunning if another process of the site is running."""
    until = time.monotonic() + PATIENCE
    while who := _holders() if connection.vendor == "sqlite" else _others():
        if time.monotonic() > until:
            raise StillRunning(who)
        time.sleep(0.1)


def _path() -> Path:
    return Path(f"{connection.settings_dict['NAME']}.in-use")


def _holders() -> str:
    """Return what shows that another process of the site uses SQLite; nothing if none does."""
    try:
        with _path().open("rb") as file:  # only read: the command may run as a user whose files the site cannot open
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except FileNotFoundError:
        return ""
    except BlockingIOError:
        return f"at least one process locks the file {_path()}"
    return ""


def _others() -> str:
    """Return how many connections to PostgreSQL other processes of the site have, and from where; nothing if none."""
    ours = connection.settings_dict["OPTIONS"]["application_name"]
    kind = ours.rpartition("-")[0] + "-"
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT coalesce(host(client_addr), 'a local socket'), count(*) "
            "FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend' "
            "AND starts_with(application_name, %s) AND application_name <> %s GROUP BY 1 ORDER BY 1",
            [kind, ours],
        )
        found = cursor.fetchall()
    places = ", ".join(f"{number} from {place}" for place, number in found)
    return f"other processes have connections to the database ({places})" if found else ""
