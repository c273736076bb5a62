"""What a worker does without being asked: it looks for overdue work and does it.

Beat, the queues and the other workers may be dead, stuck or cut off from Redis; a single worker with a database is
enough to get done whatever is due.
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
    """Look repeatedly until it is `over`."""
    while not over.wait(every):
        for look in looks:
            look_once(look)


def look_once(look: Look) -> None:
    """Run one look. If it fails, it is tried again later, and the others run all the same."""
    close_old_connections()
    try:
        look()
    except OperationalError as error:
        connection.close()
        logger.warning("what is due could not be looked for: %s", error)
    except Exception:
        logger.exception("what is due could not be done")
