"""A fallback for beat and the queues: every worker looks for overdue work itself and does it.

Beat, the queues and the other workers may be dead, stuck or cut off from Redis. A single worker that reaches the
database is enough to get all overdue work done.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence

from django.db import OperationalError, close_old_connections, connection

logger = logging.getLogger(__name__)

PAUSE = 2.0
"""Seconds between two runs of the jobs."""

Job = Callable[[], object]


def run_repeatedly(jobs: Sequence[Job], over: threading.Event, every: float = PAUSE) -> None:
    """Run all jobs every `every` seconds until `over` is set."""
    while not over.wait(every):
        for job in jobs:
            run_logged(job)


def run_logged(job: Job) -> None:
    """Run one job, logging any error, so that a failure does not stop the others."""
    close_old_connections()
    try:
        job()
    except OperationalError as error:
        connection.close()
        logger.warning("the database was unavailable while looking for overdue work: %s", error)
    except Exception:
        logger.exception("overdue work failed")
