"""Processes of the previous release can run with every newer migration applied (docs/deploying.md)."""

from __future__ import annotations

import pytest
from django.db import migrations, models
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ModelState, ProjectState

from tests.migrations.gentle import harm_of, harm_since, newest, released


def test_nothing_that_came_since_the_last_release_does_harm() -> None:
    """If one does, change it as the message says; if it was prepared, name the release with `prepared_in`."""
    assert list(harm_since(released())) == []


def test_the_baseline_knows_apps_that_there_are() -> None:
    """Apps added since the release are not in it."""
    assert released().keys() <= newest().keys()
    assert len(released()) > 5


def test_since_the_beginning_there_was_some_harm() -> None:
    assert len(list(harm_since({}))) > 3


def migration(*operations: Operation, prepared_in: str = "") -> migrations.Migration:
    made = migrations.Migration("0002_test", "games")
    list.extend(made.operations, operations)  # type: ignore[arg-type]
    made.prepared_in = prepared_in  # type: ignore[attr-defined]
    return made


def before() -> ProjectState:
    state = ProjectState()
    fields: list[tuple[str, models.Field]] = [
        ("id", models.BigAutoField(primary_key=True)),
        ("name", models.CharField(max_length=30)),
        ("note", models.CharField(max_length=30, null=True)),
    ]
    state.add_model(ModelState("games", "Thing", fields))
    return state


CHAR = models.CharField


@pytest.mark.parametrize(
    "operation",
    [
        migrations.RemoveField("thing", "name"),
        migrations.RenameField("thing", "name", "title"),
        migrations.DeleteModel("Thing"),
        migrations.RenameModel("Thing", "Object"),
        migrations.AddField("thing", "size", models.IntegerField(default=0)),
        migrations.AlterField("thing", "note", CHAR(max_length=30, default="")),
        migrations.AlterField("thing", "name", models.TextField()),
        migrations.AlterField("thing", "name", CHAR(max_length=10)),
    ],
    ids=lambda operation: operation.describe(),
)
def test_harm_is_named(operation: Operation) -> None:
    assert len(list(harm_of(migration(operation), before()))) == 1


@pytest.mark.parametrize(
    "operation",
    [
        migrations.AddField("thing", "size", models.IntegerField(null=True)),
        migrations.AddField("thing", "size", models.IntegerField(default=0, db_default=0)),
        migrations.AlterField("thing", "name", CHAR("name", max_length=60)),
        migrations.AlterField("thing", "note", CHAR(max_length=30, default="", db_default="")),
        migrations.AddIndex("thing", models.Index(fields=["name"], name="by_name")),
        migrations.RunPython(migrations.RunPython.noop),
    ],
    ids=lambda operation: operation.describe(),
)
def test_harmless_changes_pass(operation: Operation) -> None:
    assert list(harm_of(migration(operation), before())) == []


def test_a_new_table_may_be_as_it_likes() -> None:
    new = migrations.CreateModel("Piece", [("id", models.BigAutoField(primary_key=True))])
    field = migrations.AddField("piece", "size", models.IntegerField())
    assert list(harm_of(migration(new, field), before())) == []


def test_a_removal_that_was_prepared_passes() -> None:
    removal = migrations.RemoveField("thing", "name")
    assert list(harm_of(migration(removal, prepared_in="0.2"), before())) == []
