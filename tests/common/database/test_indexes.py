"""Indexes that are added to large tables, and dropped, while the site is running."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from games.models import Move, Table

pytestmark = pytest.mark.django_db(transaction=True)

NAME = "table_of_club"


class Migration:
    """Applies and reverts the operation that adds the index."""

    def __init__(self) -> None:
        loader = MigrationLoader(None)
        (self.operation,) = loader.get_migration("games", "0014_tables_of_club").operations
        self.before = loader.project_state([("games", "0013_finished_tables_by_game")])
        self.after = loader.project_state([("games", "0014_tables_of_club")])

    def forwards(self) -> None:
        with connection.schema_editor(atomic=False) as editor:
            self.operation.database_forwards("games", editor, self.before, self.after)

    def backwards(self) -> None:
        with connection.schema_editor(atomic=False) as editor:
            self.operation.database_backwards("games", editor, self.after, self.before)


@pytest.fixture
def migration() -> Iterator[Migration]:
    migration = Migration()
    yield migration
    if NAME not in indexes():
        migration.forwards()


def indexes() -> set[str]:
    with connection.cursor() as cursor:
        return set(connection.introspection.get_constraints(cursor, Table._meta.db_table))


def test_the_index_is_removed_and_added(migration: Migration) -> None:
    migration.backwards()
    assert NAME not in indexes()
    migration.forwards()
    assert NAME in indexes()


@pytest.mark.skipif(connection.vendor != "postgresql", reason="Others add indexes as a whole, or not at all.")
def test_an_invalid_index_of_an_interrupted_attempt_is_replaced(migration: Migration) -> None:
    with connection.cursor() as cursor:
        cursor.execute("UPDATE pg_index SET indisvalid = false WHERE indexrelid = %s::regclass", [NAME])
    migration.forwards()
    with connection.cursor() as cursor:
        cursor.execute("SELECT indisvalid FROM pg_index WHERE indexrelid = %s::regclass", [NAME])
        assert cursor.fetchone() == (True,)


def test_only_the_index_of_a_foreign_key_is_dropped_and_restored() -> None:
    loader = MigrationLoader(None)
    before = loader.project_state([("games", "0017_house_level")])
    after = loader.project_state([("games", "0018_moves_by_table_and_ply")])
    operation = loader.get_migration("games", "0018_moves_by_table_and_ply").operations[-1]
    assert not of_the_table_alone()
    with connection.schema_editor(atomic=False) as editor:
        operation.database_backwards("games", editor, after, before)
    assert len(of_the_table_alone()) == (2 if connection.vendor == "postgresql" else 1)
    with connection.schema_editor(atomic=False) as editor:
        operation.database_forwards("games", editor, before, after)
    assert not of_the_table_alone()


def of_the_table_alone() -> list[str]:
    """Return the indexes that cover only the table column of moves."""
    with connection.cursor() as cursor:
        found = connection.introspection.get_constraints(cursor, Move._meta.db_table)
    return [name for name, what in found.items() if what["index"] and what["columns"] == ["table_id"]]
