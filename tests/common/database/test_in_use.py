"""Commands that replace the database notice every process of the site that uses it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection

from accounts.models import Player
from common.database import in_use
from games import restoring
from games.models import Copy

pytestmark = pytest.mark.django_db(transaction=True)

HOLD = """
import sys
from django.conf import settings
settings.configure(DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3"}})
from django.db import connection
connection.settings_dict["NAME"] = sys.argv[1]
from common.database import in_use
in_use.hold()
print("held", flush=True)
sys.stdin.read()
"""
"""A process of the site on SQLite, without the seconds that loading it takes."""

Ends = Callable[[], Any]


@pytest.fixture
def running() -> Iterator[Ends]:
    """Let another process of the site use the database; the value ends it."""
    if connection.vendor == "sqlite":
        with subprocess.Popen(
            [sys.executable, "-c", HOLD, str(connection.settings_dict["NAME"])],
            cwd=settings.BASE_DIR,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        ) as process:
            assert process.stdout
            assert process.stdout.readline() == b"held\n"
            yield process.kill
            process.kill()
        return
    parameters = {**connection.get_connection_params(), "application_name": "boneyard-another"}
    parameters = {name: parameters[name] for name in parameters if name not in ("cursor_factory", "context", "pool")}
    with psycopg.connect(**parameters) as other:
        yield other.close


def test_nothing_is_restored_while_the_site_runs(running: Ends, alice: Player, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"The site is running, so nothing was changed: .* --all-stopped"):
        call_command("restore", tmp_path / "one", "--replace")
    assert Player.objects.get() == alice
    with pytest.raises(CommandError, match="There is no backup"):
        call_command("restore", tmp_path / "one", "--replace", "--all-stopped")
    running()
    with pytest.raises(CommandError, match="There is no backup"):
        call_command("restore", tmp_path / "one", "--replace")


def test_nothing_is_repaired_while_the_site_runs(running: Ends, alice: Player) -> None:
    restoring.mark_as_restored()
    with pytest.raises(CommandError, match="The site is running"):
        call_command("after_restore", verbosity=0)
    assert Copy.this().is_restored
    call_command("after_restore", "--all-stopped", verbosity=0)
    assert not Copy.this().is_restored


def test_it_is_said_what_shows_it(running: Ends) -> None:
    with pytest.raises(in_use.StillRunning) as refused:
        in_use.check_is_stopped()
    told = (
        "at least one process locks"
        if connection.vendor == "sqlite"
        else "other processes have connections to the database (1 from"
    )
    assert told in str(refused.value)


def test_a_command_does_not_take_its_own_connections_for_the_site(alice: Player) -> None:
    in_use.check_is_stopped()
