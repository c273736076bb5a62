"""What SQLite knows about its tables when it chooses a way to answer. PostgreSQL counts by itself."""

from __future__ import annotations

from django.db import connection as usual
from django.db.backends.base.base import BaseDatabaseWrapper

MOST_ROWS = 1000
"""How many rows of each index are looked at, so that it takes milliseconds whatever there is."""


def gather_statistics(connection: BaseDatabaseWrapper = usual) -> None:
    """Have SQLite count, table by table, and make all connections notice. May run twice, late or never."""
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA analysis_limit = {MOST_ROWS}")
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"ANALYZE {connection.ops.quote_name(table)}")  # a moment's lock for each
        # Connections read the statistics with the schema, and again only when that has changed.
        cursor.execute("CREATE TABLE IF NOT EXISTS statistics_are_new (of_all_tables)")
        cursor.execute("DROP TABLE IF EXISTS statistics_are_new")
