"""Commands say in one sentence what is wrong with the database."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, connection

from common.database.failures import explained, why_no_connection
from games.backups import _used
from games.models import Table

REFUSAL = b'SFATAL\0C28P01\0Mpassword authentication failed for user "boneyard"\0\0'

COMMANDS = [
    ["after_restore"],
    ["check_log"],
    ["check_records"],
    ["count_ratings"],
    ["demo"],
    ["export_log"],
    ["remove_second_factor", "Alice"],
    ["reseal"],
    ["role"],
    ["simulate_tournament", "--format", "swiss", "--players", "4"],
]


def manage(*arguments: str, url: str, folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "DATABASE_URL": url, "VAR_DIR": str(folder)}
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(
        command, env=environment, cwd=settings.BASE_DIR, capture_output=True, text=True, check=False, timeout=60
    )


@pytest.fixture
def refusing() -> Iterator[str]:
    """Return the address of a PostgreSQL server that takes every password for wrong."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def refuse() -> None:
            while True:
                try:
                    caller, _ = server.accept()
                except OSError:
                    return
                with caller:
                    caller.recv(1024)
                    caller.sendall(b"E" + (len(REFUSAL) + 4).to_bytes(4, "big") + REFUSAL)

        threading.Thread(target=refuse, daemon=True).start()
        plain = "sslmode=disable&gssencmode=disable"
        yield f"postgresql://boneyard:not-to-be-told@127.0.0.1:{server.getsockname()[1]}/site?{plain}"
        server.shutdown(socket.SHUT_RDWR)


def test_a_wrong_password_is_named(refusing: str, tmp_path: Path) -> None:
    done = manage("role", url=refusing, folder=tmp_path)
    assert done.returncode == 1
    assert 'password authentication failed for user "boneyard"' in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr
    assert "couldn't get a connection" not in done.stderr
    assert "not-to-be-told" not in done.stderr + done.stdout


def test_an_empty_database_is_named(tmp_path: Path) -> None:
    done = manage("role", url=f"sqlite:///{tmp_path}/empty.sqlite3", folder=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(
        "The database lacks tables or columns of this release: run `python manage.py migrate`"
    )
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="Only SQLite creates a missing database.")
@pytest.mark.parametrize("command", COMMANDS, ids=[name for name, *_ in COMMANDS])
def test_each_command_says_that_the_database_was_not_migrated(command: list[str], tmp_path: Path) -> None:
    with (
        _used(str(tmp_path / "empty.sqlite3")),
        pytest.raises(SystemExit, match=r"python manage\.py migrate"),
        explained(),
    ):
        call_command(*command)


@pytest.mark.django_db
def test_other_errors_are_left_alone() -> None:
    assert why_no_connection() is None
    with pytest.raises(DatabaseError), explained():
        list(Table.objects.raw("SELECT nonsense"))
