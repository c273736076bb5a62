"""Reading several things as they were at one moment, while others go on writing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction


@contextmanager
def snapshot() -> Iterator[None]:
    """All that is read inside is as of its first query. It locks nothing, waits for nobody, and may not write.

    There must be no transaction around it.
    """
    if connection.vendor == "sqlite":
        with _without_lock(), transaction.atomic(durable=True):
            yield
    else:
        with transaction.atomic(durable=True):
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield


@contextmanager
def _without_lock() -> Iterator[None]:
    """Elsewhere SQLite's transactions ask for the lock when they begin, for they will write."""
    sqlite: Any = connection
    usual, sqlite.transaction_mode = sqlite.transaction_mode, "DEFERRED"
    try:
        yield
    finally:
        sqlite.transaction_mode = usual
