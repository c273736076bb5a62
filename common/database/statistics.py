"""Table statistics for SQLite's query planner. PostgreSQL gathers its own."""

from __future__ import annotations

from django.db import connection as usual
from django.db.backends.base.base import BaseDatabaseWrapper

MOST_ROWS = 1000
"""How many rows of each index are sampled, so that it takes milliseconds on tables of any size."""


def gather_statistics(connection: BaseDatabaseWrapper = usual) -> None:
    """Make SQLite gather statistics, table by table, and all connections load them. May run twice, late or never."""
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA analysis_limit = {MOST_ROWS}")
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"ANALYZE {connection.ops.quote_name(table)}")  # locks the database only briefly
        # Connections load the statistics together with the schema, and reload them only when the schema has changed.
        cursor.execute("CREATE TABLE IF NOT EXISTS statistics_are_new (of_all_tables)")
        cursor.execute("DROP TABLE IF EXISTS statistics_are_new")
