"""Detection of a connection pooler, such as PgBouncer, in front of PostgreSQL."""

from __future__ import annotations

from typing import Any, cast

import psycopg
from django.db.backends.base.base import BaseDatabaseWrapper

GO_DIRECT = "Connect this command to PostgreSQL directly: DATABASE_URL=postgresql://user:password@host:5432/name"


def is_pooled(connection: BaseDatabaseWrapper) -> bool:
    """Return whether the connection goes through a pooler.

    PostgreSQL sends its process id when a connection starts. A pooler makes one up, because it has no process of its
    own for each connection, so it differs from the id of the process that answers queries.
    """
    if connection.vendor != "postgresql":
        return False
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        asked = cursor.fetchone()[0]
        greeted = cast("psycopg.Connection[Any]", connection.connection).info.backend_pid
    return bool(asked != greeted)
