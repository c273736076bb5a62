"""Running the site's on-commit functions in a test whose own transaction is rolled back at its end.

This is far quicker than committing and emptying the database after each test.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from django.db import connection


@contextmanager
def as_if_committed() -> Iterator[None]:
    """Run on-commit functions as soon as the site's outermost transaction has succeeded."""
    outside = len(connection.savepoint_ids)
    end, wait = connection.savepoint_commit, connection.on_commit

    def run_if_committed() -> None:
        if len(connection.savepoint_ids) > outside:
            return
        waiting, connection.run_on_commit = connection.run_on_commit, []
        for one in waiting:
            one[1]()

    def ended(savepoint: str) -> None:
        end(savepoint)
        run_if_committed()

    def waits(function: Callable[[], Any], robust: bool = False) -> None:
        wait(function, robust)
        run_if_committed()

    with patch.multiple(connection, savepoint_commit=ended, on_commit=waits):
        yield
