"""The health checks of the running site, with the limits of what counts as healthy."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

from django.db import Error, connection
from django.utils import timezone

from common.database.failures import is_migrated
from games.models import Pulse, Table
from games.state import dispatch
from health import signs

SWEEP_LATE = 15.0
"""Seconds since the last sweep; normally sweeps run every second."""

SWEEPS = ("tables", "tournaments")

WORKER_LATE = {"bots": 45.0, "thinking": 45.0, "clock": 45.0, "slow": 180.0}
"""Seconds without a sign of life from a queue's workers; a rehearsal alone may take a minute."""

MOST_OVERDUE = timedelta(seconds=30)

FULL = 500
"""The number of tasks in one queue from which on its workers are taken to be falling behind."""


@dataclass(frozen=True, slots=True)
class Check:
    """The result of a health check."""

    name: str
    state: str
    is_well: bool
    number: float | None = None
    """The measured value, if there is one."""


def ready() -> Iterator[Check]:
    """Check what this process needs to serve pages."""
    yield _database()


def whole() -> Iterator[Check]:
    """Check all parts of the site."""
    database = _database()
    yield database
    if database.is_well:
        yield from sweeps()
        yield overdue()
    yield from queues()


_is_migrated = False


def _database() -> Check:
    """Check that the database answers and, until it has been, that it is migrated to this release."""
    global _is_migrated
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        if not _is_migrated:
            _is_migrated = is_migrated(connection)
    except Error as error:
        connection.close()
        return Check("database", f"does not answer ({type(error).__name__})", is_well=False)
    if not _is_migrated:
        return Check("database", "waits for `manage.py migrate`", is_well=False)
    return Check("database", f"{connection.vendor} answers", is_well=True)


def sweeps() -> Iterator[Check]:
    ages = {pulse.name: (timezone.now() - pulse.at).total_seconds() for pulse in Pulse.objects.filter(name__in=SWEEPS)}
    for name in SWEEPS:
        age = ages.get(name)
        state = "has never run" if age is None else f"{age:.0f} s ago"
        yield Check(f"sweep of {name}", state, age is not None and age < SWEEP_LATE, age)


def overdue() -> Check:
    many = Table.objects.overdue(timezone.now() - MOST_OVERDUE).count()
    return Check("tables that wait for the house", str(many), many == 0, many)


def queues() -> Iterator[Check]:
    """Check Redis, and for each queue its length and the last sign of life of its workers."""
    waiting = dispatch.waiting_by_queue()
    yield Check("redis", "does not answer" if waiting is None else "answers", waiting is not None)
    for name, many in (waiting or {}).items():
        yield Check(f"queue {name}", f"{many} waiting", many < FULL, many)
        yield _worker(name)


def _worker(queue: str) -> Check:
    age = signs.age(queue)
    state = "no sign of life" if age is None else f"last sign of life {age:.0f} s ago"
    return Check(f"workers of {queue}", state, age is not None and age < WORKER_LATE[queue], age)
