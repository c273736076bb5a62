"""Consistent reads: several queries that all see the database as of the same moment."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction


@contextmanager
def snapshot() -> Iterator[None]:
    """Open a read-only transaction in which every query sees the moment of the first one. Takes no locks.

    Must not be used inside another transaction.
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
    """Open SQLite transactions without the write lock, which the site's transactions normally take at the start."""
    sqlite: Any = connection
    usual, sqlite.transaction_mode = sqlite.transaction_mode, "DEFERRED"
    try:
        yield
    finally:
        sqlite.transaction_mode = usual
