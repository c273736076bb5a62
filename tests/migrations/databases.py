"""An empty database in place of the usual one, and migrating it between states."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from django.contrib.contenttypes.models import ContentType
from django.db import connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.state import StateApps

Targets = Sequence[tuple[str, str]]


@contextmanager
def empty_database(folder: Path, name: str) -> Iterator[None]:
    """Make this thread use a new database, which is deleted afterwards."""
    usual = connections["default"]
    if usual.vendor == "sqlite":
        with _used(usual, str(folder / f"{name}.sqlite3")):
            yield
        return
    name = f"{name}_{os.getpid()}"
    with usual._nodb_cursor() as cursor:
        cursor.execute(f'CREATE DATABASE "{name}"')
    try:
        with _used(usual, name):
            yield
    finally:
        with usual._nodb_cursor() as cursor:
            cursor.execute(f'DROP DATABASE "{name}"')


@contextmanager
def _used(usual: BaseDatabaseWrapper, name: str) -> Iterator[None]:
    fresh = usual.copy()
    fresh.settings_dict["NAME"] = name
    fresh.settings_dict["OPTIONS"].pop("pool", None)
    connections["default"] = fresh
    ContentType.objects.clear_cache()
    try:
        yield
    finally:
        connections["default"] = usual
        fresh.close()
        ContentType.objects.clear_cache()


def migrated(targets: Targets) -> StateApps:
    """Migrate forwards or backwards; return the models of the target state."""
    MigrationExecutor(connection).migrate(targets)
    return MigrationExecutor(connection).loader.project_state(targets).apps


def newest() -> Targets:
    return MigrationExecutor(connection).loader.graph.leaf_nodes()
