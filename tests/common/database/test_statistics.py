"""SQLite's statistics about its tables."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import ConnectionHandler

from common.database.statistics import gather_statistics
from health.tasks import count_rows

pytestmark = pytest.mark.django_db

MANY = 3000
number = count()


@pytest.fixture
def two(tmp_path: Path) -> Iterator[tuple[BaseDatabaseWrapper, BaseDatabaseWrapper]]:
    """Yield two connections to a temporary database whose statistics were gathered when it had one row."""
    one = {"ENGINE": "django.db.backends.sqlite3", "NAME": tmp_path / "things.sqlite3"}
    handler: Any = ConnectionHandler({"default": one, "other": {**one}})
    both = handler["default"], handler["other"]
    with both[0].cursor() as cursor:
        cursor.execute("PRAGMA journal_mode = WAL")
        cursor.execute("CREATE TABLE thing (status text, name text)")
        cursor.execute("CREATE INDEX by_name ON thing (name)")
        cursor.execute("CREATE INDEX by_status ON thing (status)")
        cursor.execute("INSERT INTO thing VALUES ('a', 'b')")
    gather_statistics(both[0])
    yield both
    for each in both:
        each.close()


def plan(connection: BaseDatabaseWrapper) -> str:
    query = "SELECT * FROM thing WHERE status = 'new' AND name = 'name-17'"
    with connection.cursor() as cursor:
        cursor.execute(
            query
        ).fetchall()  # EXPLAIN alone, or a statement prepared earlier, does not reload the statistics
        cursor.execute(f"EXPLAIN QUERY PLAN {query} -- {next(number)}")
        return str(cursor.fetchall())


def test_other_connections_notice_new_statistics(two: tuple[BaseDatabaseWrapper, BaseDatabaseWrapper]) -> None:
    one, other = two
    assert "SCAN thing" in plan(other)
    with one.cursor() as cursor:
        cursor.executemany("INSERT INTO thing VALUES ('new', %s)", [[f"name-{number}"] for number in range(MANY)])
    assert "SCAN thing" in plan(other)
    gather_statistics(one)
    assert "by_name" in plan(other)
    with one.cursor() as cursor:
        assert set(one.introspection.table_names(cursor)) == {"sqlite_stat1", "thing"}


def test_statistics_can_be_gathered_repeatedly() -> None:
    for _ in range(2):
        count_rows()
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM sqlite_stat1")
            assert cursor.fetchone()[0] > 5
