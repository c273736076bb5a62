"""Emptying the database quickly between tests that commit, of which there are more than a thousand.

Django recreates content types and permissions each time, which no test needs, and makes PostgreSQL truncate all tables,
which takes a hundred times as long as deleting the few rows that a test leaves. On SQLite, the triggers that protect
the action log are dropped temporarily if the log has any entries.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from django.contrib.contenttypes.models import ContentType
from django.core.management.commands import flush
from django.db import connection

from action_log import append_only
from action_log.models import LogLine


def empty_quickly() -> None:
    """Replace Django's flush in this process."""
    flush.emit_post_migrate_signal = _forget_content_types  # type: ignore[attr-defined]
    if connection.vendor == "postgresql":
        connection.ops.sql_flush = _deletions  # type: ignore[method-assign]
    else:
        connection.ops.sql_flush = partial(_without_triggers, connection.ops.sql_flush)  # type: ignore[method-assign]


def _forget_content_types(*args: Any, **options: Any) -> None:
    ContentType.objects.clear_cache()


def _deletions(style: Any, tables: Sequence[str], **options: Any) -> list[str]:
    """Return DELETE statements that wait for other writers, as TRUNCATE would, and ignore foreign keys and triggers."""
    names = [connection.ops.quote_name(table) for table in tables]
    return [
        f"LOCK TABLE {', '.join(names)} IN ACCESS EXCLUSIVE MODE",
        "SET LOCAL session_replication_role = replica",
        " ".join(f"DELETE FROM {name};" for name in names),  # noqa: S608 (names of our own tables)
    ]


def _without_triggers(
    sql_flush: Callable[..., list[str]], style: Any, tables: Sequence[str], **options: Any
) -> list[str]:
    statements = sql_flush(style, tables, **options)
    if not LogLine.objects.exists():
        return statements
    return [*append_only.lifting(connection.vendor), *statements, *append_only.installing(connection.vendor)]
