"""Triggers by which the database refuses to change or delete lines of the log.

They are reinstalled after every migration, because SQLite loses them when a migration rebuilds a table. They apply to
every database role, even to the owner of the tables, who could however drop them: see docs/safety.md.
"""

from __future__ import annotations

from collections.abc import Collection

from django.db.backends.base.base import BaseDatabaseWrapper

TABLES = ("action_log_logline", "action_log_link")
REFUSAL = "The action log is append-only."

FUNCTION = f"""
    CREATE OR REPLACE FUNCTION action_log_refuses() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION '{REFUSAL}' USING ERRCODE = 'integrity_constraint_violation'; END $$
"""


def _triggers(vendor: str) -> dict[str, tuple[str, str]]:
    """Return the table and the SQL of each trigger, by the trigger's name."""
    if vendor == "postgresql":
        refused = (("change", "UPDATE OR DELETE", "ROW"), ("truncate", "TRUNCATE", "STATEMENT"))
        return {
            f"{table}_no_{name}": (
                table,
                f"CREATE TRIGGER {table}_no_{name} BEFORE {events} ON {table} "
                f"FOR EACH {each} EXECUTE FUNCTION action_log_refuses()",
            )
            for table in TABLES
            for name, events, each in refused
        }
    return {
        f"{table}_no_{event}": (
            table,
            f"CREATE TRIGGER {table}_no_{event} BEFORE {event} ON {table} BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END",
        )
        for table in TABLES
        for event in ("update", "delete")
    }


def missing(connection: BaseDatabaseWrapper) -> list[str]:
    """Return the names of triggers that are missing or, on PostgreSQL, disabled."""
    kept = (
        "SELECT tgname FROM pg_trigger WHERE tgenabled <> 'D'"
        if connection.vendor == "postgresql"
        else "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    )
    with connection.cursor() as cursor:
        cursor.execute(kept)
        there = {name for (name,) in cursor.fetchall()}
    return [name for name in _triggers(connection.vendor) if name not in there]


def install(connection: BaseDatabaseWrapper) -> None:
    """Create missing triggers. Idempotent."""
    tables = set(connection.introspection.table_names())
    wanted = [name for name in missing(connection) if _triggers(connection.vendor)[name][0] in tables]
    with connection.cursor() as cursor:
        for statement in [*lifting(connection.vendor, wanted), *installing(connection.vendor, wanted)]:
            cursor.execute(statement)


def installing(vendor: str, names: Collection[str] | None = None) -> list[str]:
    """Return the SQL that creates these triggers, or all."""
    triggers = [sql for name, (_table, sql) in _triggers(vendor).items() if names is None or name in names]
    return [FUNCTION, *triggers] if triggers and vendor == "postgresql" else triggers


def lifting(vendor: str, names: Collection[str] | None = None) -> list[str]:
    """Return the SQL that drops these triggers, or all; for migrations that must change lines."""
    return [
        f"DROP TRIGGER IF EXISTS {name}{f' ON {table}' if vendor == 'postgresql' else ''}"
        for name, (table, _sql) in _triggers(vendor).items()
        if names is None or name in names
    ]
