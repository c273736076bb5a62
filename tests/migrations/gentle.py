"""Which migrations processes of the previous release can tolerate, since they still run while a migration is applied.

These rules judge the operations themselves and hold for both databases, while django-migration-linter judges the SQL of
one database, which on SQLite rebuilds whole tables.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import migrations
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.db.models import NOT_PROVIDED, Field, ManyToManyField

BASELINE = Path(__file__).with_name("baseline.txt")
TAKES_AWAY = (
    migrations.RemoveField,
    migrations.RenameField,
    migrations.DeleteModel,
    migrations.RenameModel,
    migrations.AlterModelTable,
)


def newest() -> dict[str, str]:
    """Return the newest migration of each of our apps."""
    loader = MigrationLoader(None)
    return {app: name for app, name in sorted(loader.graph.leaf_nodes()) if is_ours(loader, app)}


def is_ours(loader: MigrationLoader, app: str) -> bool:
    from django.apps import apps

    return Path(apps.get_app_config(app).path).is_relative_to(settings.BASE_DIR) and ".venv" not in str(
        apps.get_app_config(app).path
    )


def released() -> dict[str, str]:
    """Return the newest migration of each app in the previous release."""
    return dict(line.split() for line in BASELINE.read_text().splitlines())


def harm_since(baseline: dict[str, str]) -> Iterator[str]:
    """Yield what processes of the previous release could not tolerate in each newer migration."""
    loader = MigrationLoader(None)
    known = {node for leaf in baseline.items() for node in loader.graph.forwards_plan(leaf)}
    for app, name in sorted(loader.graph.nodes):
        if (app, name) in known or not is_ours(loader, app):
            continue
        before = loader.project_state([(app, name)], at_end=False)
        migration = loader.get_migration(app, name)
        yield from (f"{app} {name}: {harm}" for harm in harm_of(migration, before))


def harm_of(migration: migrations.Migration, before: ProjectState) -> Iterator[str]:
    new_models: set[str] = set()
    for operation in migration.operations:
        if isinstance(operation, migrations.CreateModel):
            new_models.add(operation.name_lower)
        elif getattr(operation, "model_name_lower", "") not in new_models:
            yield from _harm(operation, migration, before)
        operation.state_forwards(migration.app_label, before)


def _harm(operation: Operation, migration: migrations.Migration, before: ProjectState) -> Iterator[str]:
    if isinstance(operation, TAKES_AWAY) and not getattr(migration, "prepared_in", ""):
        yield f"“{operation.describe()}” takes away what the release before uses; say in which release nothing did"
    elif isinstance(operation, migrations.AddField) and _is_demanded(operation.field):
        yield f"“{operation.describe()}”: rows of the release before lack it; make it nullable, or set db_default"
    elif isinstance(operation, migrations.AlterField):
        model = before.models[migration.app_label, operation.model_name_lower]
        yield from _harm_of_change(operation, model.fields[operation.name])


def _harm_of_change(operation: migrations.AlterField, old: Field[Any, Any]) -> Iterator[str]:
    new = operation.field
    if old.null and not new.null and new.db_default is NOT_PROVIDED:
        yield f"“{operation.describe()}”: the release before leaves it empty; set db_default"
    if old.get_internal_type() != new.get_internal_type():
        yield f"“{operation.describe()}”: the release before reads another type; add a new column instead"
    if (new.max_length or old.max_length or 0) < (old.max_length or 0):
        yield f"“{operation.describe()}”: what the release before writes may be too long"


def _is_demanded(field: Field[Any, Any]) -> bool:
    return not field.null and field.db_default is NOT_PROVIDED and not isinstance(field, ManyToManyField)
