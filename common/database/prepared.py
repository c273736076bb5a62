"""Cursors whose statements PostgreSQL parses and plans once for each connection."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast
from weakref import WeakKeyDictionary

import psycopg
from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg._queries import PostgresQuery

from common.database.pooler import is_pooled

_seen: WeakKeyDictionary[psycopg.Connection[Any], bool] = WeakKeyDictionary()
"""By connection: whether it keeps prepared statements."""


@contextmanager
def prepared_cursor(connection: BaseDatabaseWrapper) -> Iterator[Any]:
    """Lend a cursor of Django's whose statements are prepared when they are first executed.

    Django writes the parameters into the SQL text, so PostgreSQL has to parse and plan every statement again. Here they
    are sent separately. Do not use it for statements that are executed only once: each is kept as long as its
    connection lives. Behind a pooler nothing is prepared, since the next transaction may reach another PostgreSQL
    process. On other databases it is an ordinary cursor.
    """
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.cursor = _preparing(connection)
        yield cursor


class _Cursor(psycopg.Cursor[Any]):
    """A cursor that remembers a prepared statement after executing it, so that Django can log it."""

    def _send_query_prepared(self, name: bytes, pgq: PostgresQuery, *, binary: bool | None = None) -> None:
        self._query = pgq
        super()._send_query_prepared(name, pgq, binary=binary)


def _preparing(connection: BaseDatabaseWrapper) -> psycopg.Cursor[Any]:
    raw = cast("psycopg.Connection[Any]", connection.connection)
    if raw not in _seen:
        _seen[raw] = not is_pooled(connection)
        raw.prepare_threshold = 0 if _seen[raw] else None
    return _Cursor(raw)
