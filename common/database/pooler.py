"""Telling whether a pooler, such as PgBouncer, stands between us and PostgreSQL."""

from __future__ import annotations

from typing import Any, cast

import psycopg
from django.db.backends.base.base import BaseDatabaseWrapper

GO_DIRECT = "Name PostgreSQL itself, for this command: DATABASE_URL=postgresql://user:password@host:5432/name"


def is_pooled(connection: BaseDatabaseWrapper) -> bool:
    """Return whether what has answered our greeting is not the process that answers our queries.

    PostgreSQL names its process when a connection begins. A pooler names one too, which it makes up, since the
    connection has no process of its own.
    """
    if connection.vendor != "postgresql":
        return False
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        asked = cursor.fetchone()[0]
        greeted = cast("psycopg.Connection[Any]", connection.connection).info.backend_pid
    return bool(asked != greeted)
