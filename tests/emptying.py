"""Between tests that commit, the database is emptied, as quickly as can be: it is done more than a thousand times.

Django makes content types and permissions anew after each of them, which nobody here looks at, and has PostgreSQL
truncate all tables, which takes a hundred times as long as deleting the few rows that a test leaves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib.contenttypes.models import ContentType
from django.core.management.commands import flush
from django.db import connection


def empty_quickly() -> None:
    """From now on, in this process."""
    flush.emit_post_migrate_signal = _forget_content_types  # type: ignore[attr-defined]
    if connection.vendor == "postgresql":
        connection.ops.sql_flush = _deletions  # type: ignore[method-assign]


def _forget_content_types(*args: Any, **options: Any) -> None:
    ContentType.objects.clear_cache()


def _deletions(style: Any, tables: Sequence[str], **options: Any) -> list[str]:
    """Whoever still writes is waited for, as with TRUNCATE; the order of foreign keys does not matter."""
    names = [connection.ops.quote_name(table) for table in tables]
    return [
        f"LOCK TABLE {', '.join(names)} IN ACCESS EXCLUSIVE MODE",
        "SET LOCAL session_replication_role = replica",
        " ".join(f"DELETE FROM {name};" for name in names),  # noqa: S608 (names of our own tables)
    ]
