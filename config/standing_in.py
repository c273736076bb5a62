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

LOOK_EVERY = 2.0
"""Seconds between two looks."""

Look = Callable[[], object]


def stand_in(looks: Sequence[Look], over: threading.Event, every: float = LOOK_EVERY) -> None:
    """Run all looks every `every` seconds until `over` is set."""
    while not over.wait(every):
        for look in looks:
            look_once(look)


def look_once(look: Look) -> None:
    """Run one look, logging any error, so that a failure does not stop the others."""
    close_old_connections()
    try:
        look()
    except OperationalError as error:
        connection.close()
        logger.warning("the database was unavailable while looking for overdue work: %s", error)
    except Exception:
        logger.exception("overdue work failed")
