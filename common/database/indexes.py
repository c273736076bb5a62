"""Adding indexes to large tables, and dropping them, while the site is running."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import AddIndex, AlterField
from django.db.migrations.state import ProjectState
from django.db.models import ForeignKey, Model

INVALID = "SELECT 1 FROM pg_class JOIN pg_index ON indexrelid = oid WHERE relname = %s AND NOT indisvalid"


class AddIndexConcurrently(AddIndex):
    """Add an index; on PostgreSQL, do so without locking the table against writes.

    Its migration needs `atomic = False`. If it is interrupted, it leaves an invalid index, which the next attempt
    removes. Django's own operation of this name works on PostgreSQL only.
    """

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        model = to_state.apps.get_model(app_label, self.model_name)
        connection = schema_editor.connection
        if connection.vendor != "postgresql":
            super().database_forwards(app_label, schema_editor, from_state, to_state)
        elif self.allow_migrate_model(connection.alias, model):
            editor: Any = schema_editor
            with connection.cursor() as cursor:
                cursor.execute(INVALID, [self.index.name])
                if cursor.fetchone():
                    editor.remove_index(model, self.index, concurrently=True)
            editor.add_index(model, self.index, concurrently=True)

    def database_backwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        model = from_state.apps.get_model(app_label, self.model_name)
        if schema_editor.connection.vendor != "postgresql":
            super().database_backwards(app_label, schema_editor, from_state, to_state)
        elif self.allow_migrate_model(schema_editor.connection.alias, model):
            editor: Any = schema_editor
            editor.remove_index(model, self.index, concurrently=True)


class DropIndexOfForeignKey(AlterField):
    """Drop the index of a foreign key (`db_index=False`) without touching anything else.

    `AlterField` would alter the column, for which SQLite copies the whole table. PostgreSQL has a second index if the
    key is text; both are dropped without locking the table. Needs `atomic = False`.
    """

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        model = from_state.apps.get_model(app_label, self.model_name)
        if self.allow_migrate_model(schema_editor.connection.alias, model):
            how = "CONCURRENTLY " if schema_editor.connection.vendor == "postgresql" else ""
            for index in _indexes_of_column(schema_editor, model, _key(model, self.name).column):
                schema_editor.execute(f"DROP INDEX {how}{schema_editor.quote_name(index)}")

    def database_backwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        model = to_state.apps.get_model(app_label, self.model_name)
        if self.allow_migrate_model(schema_editor.connection.alias, model):
            editor: Any = schema_editor
            for statement in editor._field_indexes_sql(model, _key(model, self.name)):
                schema_editor.execute(statement)


def _key(model: type[Model], name: str) -> ForeignKey[Any, Any]:
    field = model._meta.get_field(name)
    assert isinstance(field, ForeignKey)
    return field


def _indexes_of_column(schema_editor: BaseDatabaseSchemaEditor, model: type[Model], column: str) -> Iterator[str]:
    """Yield the names of the non-unique indexes that cover only this column."""
    with schema_editor.connection.cursor() as cursor:
        found = schema_editor.connection.introspection.get_constraints(cursor, model._meta.db_table)
    for name, what in found.items():
        if what["index"] and not what["unique"] and what["columns"] == [column]:
            yield name
