"""Detection of a database that was restored from a backup, by the number of deals that the site has ever dealt.

The links of a table follow from its secret, so an old database would deal tiles that players have already seen. The
database counts its deals, and the highest count is also kept outside it: in a file on this machine and in Redis. A
database with a lower count is an old one. Neither place is indispensable: if one has been emptied, the other still
serves, and if both have been, no database is refused.
"""

from __future__ import annotations

import fcntl
import logging
import os
import threading
import time
from pathlib import Path

from django.conf import settings
from django.core.cache import cache
from django.db import connection, transaction

from games.models import Copy
from games.state.move_sql import CopyRow, read_copy

logger = logging.getLogger(__name__)

FRESH = 1.0
"""Seconds for which a process trusts the count that it has read outside the database: no restore is that quick."""

TELL_AFTER = 0.5
"""Seconds for which deals are collected before the count is written to Redis. It is written to the file at once."""

DIGITS = 20
"""The length of any number in the file, so that it can be overwritten: truncating the file would take longer than
everything else at the beginning of a deal."""

_read: dict[str, tuple[int, float]] = {}
"""The count last known outside the database, by the copy's name, and until when it is fresh."""

_to_tell: dict[str, int] = {}
"""The count still to be written to Redis, by the copy's name."""
_guard = threading.Lock()
_telling: threading.Timer | None = None


class Restored(Exception):
    """The database is older than what players have already seen; the message says what to do."""

    def __init__(self, known: int, counted: int) -> None:
        why = f"it counts {counted} deals, but {known} were dealt" if known > counted else "after_restore has not run"
        super().__init__(
            f"The database was restored from a backup ({why}): its tables would deal tiles that were already seen. "
            "Stop all processes, run `python manage.py after_restore`, and start them again."
        )


def check_is_not_restored() -> None:
    """Raise Restored if unfinished matches would deal the same tiles again."""
    copy = Copy.objects.first()
    if copy is not None:
        _check(copy, counted())


def claim(deal: int) -> None:
    """Count a deal, given its row's id, within the transaction that deals it. Raises Restored."""
    copy = read_copy() or Copy.this()
    if copy.is_restored or deal <= highest(copy.name):  # others may have been faster, and committed later deals
        _check(copy, counted())
    transaction.on_commit(lambda: raise_to(copy.name, deal))


def _check(copy: Copy | CopyRow, counted: int) -> None:
    known = highest(copy.name)
    if copy.is_restored or known > counted:
        raise Restored(known, counted)


def counted() -> int:
    """Return the highest id that a deal ever had in this database."""
    if connection.vendor == "sqlite":
        statement = "SELECT seq FROM sqlite_sequence WHERE name = 'games_deal'"
    else:
        statement = "SELECT pg_sequence_last_value(pg_get_serial_sequence('games_deal', 'id')::regclass)"
    with connection.cursor() as cursor:
        cursor.execute(statement)
        found = cursor.fetchone()
    return int(found[0] or 0) if found else 0


def highest(name: str) -> int:
    """Return the highest count of deals that is kept outside the database for the copy with this name."""
    known, until = _read.get(name, (0, 0.0))
    if time.monotonic() > until:
        known = max(_in_file(name), int(cache.get(_key(name)) or 0))
        _remember(name, known)
    return known


def _remember(name: str, known: int) -> None:
    if name not in _read:
        _read.clear()
    _read[name] = known, time.monotonic() + FRESH


def raise_to(name: str, deal: int) -> None:
    """Record outside the database that a deal was dealt."""
    if deal > highest(name):
        _remember(name, deal)
        _tell_soon(name, deal)
    try:
        _path(name).parent.mkdir(exist_ok=True)
        file = os.open(_path(name), os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(file, fcntl.LOCK_EX)
            if deal > _number(os.read(file, DIGITS)):
                os.pwrite(file, b"%0*d" % (DIGITS, deal), 0)
        finally:
            os.close(file)
    except OSError as error:
        logger.warning("the count of deals could not be written to a file: %s", error)


def _tell_soon(name: str, deal: int) -> None:
    """Schedule one write to Redis for several deals, since it takes as long as several moves."""
    global _telling
    with _guard:
        _to_tell[name] = max(deal, _to_tell.get(name, 0))
        if _telling is None or not _telling.is_alive():  # a forked process does not have its parent's threads
            _telling = threading.Timer(TELL_AFTER, _tell)
            _telling.daemon = True
            _telling.start()


def _tell() -> None:
    global _telling
    with _guard:
        told, _telling = dict(_to_tell), None
        _to_tell.clear()
    for name, deal in told.items():
        cache.set(_key(name), max(deal, int(cache.get(_key(name)) or 0)), timeout=None)


def _in_file(name: str) -> int:
    try:
        return _number(_path(name).read_bytes()[:DIGITS])
    except OSError:
        return 0


def _number(content: bytes) -> int:
    """Return the number in a file, or 0 if a power failure has left none there."""
    try:
        return int(content or 0)
    except ValueError:
        return 0


def _path(name: str) -> Path:
    return Path(settings.VAR_DIR) / "dealt" / name


def _key(name: str) -> str:
    return f"dealt:{name}"
