"""Threads whose transactions somebody waits for leave checkpoints of SQLite's log to other threads."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.db import connection

from common.database.checkpoints import LONGEST, checkpoint, leave_to_others

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL makes them in a process of its own"),
]


def in_a_thread(job: Callable[[], Any], *, leaves: bool) -> Any:
    def and_close() -> Any:
        try:
            return job()
        finally:
            connection.close()

    with ThreadPoolExecutor(1, initializer=leave_to_others if leaves else None) as thread:
        return thread.submit(and_close).result()


def pages_until_a_checkpoint() -> int:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_autocheckpoint")
        return int(cursor.fetchone()[0])


def write_much() -> None:
    """Write more than a thousand pages, after which SQLite makes a checkpoint by default."""
    for number in range(4):
        Group.objects.bulk_create(Group(name=f"{number} {row} {'x' * 130}") for row in range(4000))


@pytest.mark.parametrize(("leaves", "pages"), [(True, LONGEST), (False, 1000)])
def test_a_thread_leaves_checkpoints_to_others_only_if_told_to(leaves: bool, pages: int) -> None:
    assert in_a_thread(pages_until_a_checkpoint, leaves=leaves) == pages


def test_another_thread_can_checkpoint_what_was_left() -> None:
    file = Path(connection.settings_dict["NAME"])
    checkpoint()
    before = file.stat().st_size
    in_a_thread(write_much, leaves=True)
    assert file.stat().st_size == before
    checkpoint()
    assert file.stat().st_size > before + 1000 * 4000
