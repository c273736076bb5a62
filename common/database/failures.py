"""One sentence for the operator when a command fails because the database does not answer or was not migrated."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import Error, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor


@contextmanager
def explained() -> Iterator[None]:
    """Exit with a sentence if a command fails because of the state of the database; leave other errors alone."""
    try:
        yield
    except Error:
        reason = None if "--traceback" in sys.argv else why_no_connection() or _why_not_migrated()
        if reason is None:
            raise
        sys.exit(reason)


def why_no_connection() -> str | None:
    """Return a sentence that says why the database cannot be reached, without waiting for a pool; None if it can."""
    try:
        with _fresh_connection() as fresh, fresh.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error as error:
        lines = [line.strip() for line in str(error).splitlines()]
        cause = " ".join(line for line in lines if not line.startswith("Is the server running"))
        return f"The database cannot be used: {cause}. Is DATABASE_URL right?"
    return None


def is_migrated(one: BaseDatabaseWrapper) -> bool:
    """Return whether a database has all migrations of this release."""
    executor = MigrationExecutor(one)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def _why_not_migrated() -> str | None:
    with _fresh_connection() as fresh:
        if is_migrated(fresh):
            return None
    return (
        "The database lacks tables or columns of this release: run `python manage.py migrate`. "
        "(If it was migrated before, is DATABASE_URL right?)"
    )


@contextmanager
def _fresh_connection() -> Iterator[BaseDatabaseWrapper]:
    """Yield a connection of its own, since the usual one may be in a failed transaction."""
    fresh: BaseDatabaseWrapper = connection.copy()
    fresh.settings_dict["OPTIONS"].pop("pool", None)
    try:
        yield fresh
    finally:
        fresh.close()
