"""Adding indexes to large tables while the site is running."""

from __future__ import annotations

from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import AddIndex
from django.db.migrations.state import ProjectState

INVALID = "SELECT 1 FROM pg_class JOIN pg_index ON indexrelid = oid WHERE relname = %s AND NOT indisvalid"


class AddIndexConcurrently(AddIndex):
    """Add an index without locking the table against writing, where the database can: in PostgreSQL.

    Its migration needs `atomic = False`. One that was interrupted leaves an invalid index, which the next try removes.
    Django's own operation of this name is for PostgreSQL alone.
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
