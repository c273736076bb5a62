"""Tests begin with a copy of an empty database, which is made again when a migration has changed."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.db.migrations.loader import MigrationLoader

from run.trial import empty_database as making
from run.trial.empty_database import empty_database
from run.trial.environment import ROOT


def test_it_is_up_to_date_and_empty() -> None:
    with closing(sqlite3.connect(empty_database())) as database:
        applied = set(database.execute("SELECT app, name FROM django_migrations"))
        assert applied == set(MigrationLoader(None).disk_migrations)
        assert database.execute("SELECT count(*) FROM accounts_player").fetchone() == (0,)


def test_it_is_made_once_and_again_when_a_migration_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(making, "KEPT", tmp_path)
    monkeypatch.setattr(making, "_migrate_into", lambda file: file.write_text(str(os.urandom(8))))
    migrations = [ROOT / "requirements.txt"]
    monkeypatch.setattr(making, "_sources", lambda: migrations)
    first = empty_database()
    assert empty_database() == first
    migrations.append(ROOT / "pyproject.toml")
    second = empty_database()
    assert second != first
    assert second.exists()
    assert not first.exists()
