"""Requests to the workers to act at a table. They may get lost without harm, because a sweep asks again."""

from __future__ import annotations

import logging
import time
from typing import Any

from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

from common.circuit import Circuit

logger = logging.getLogger(__name__)

TASK = "games.tasks.act"
FINISH = "games.tasks.finish"

PATIENCE = 0.2
"""Seconds after which a broker that hangs is given up; one that is down fails at once."""

_circuit = Circuit()


def ask_after_commit(table_id: str, ply: int, pause: float) -> None:
    """Have the house act `pause` seconds after the current transaction commits."""
    transaction.on_commit(lambda: ask(table_id, ply, pause))


def ask(table_id: str, ply: int, pause: float = 0) -> None:
    """Have the house act in `pause` seconds. If Redis is down, the next sweep asks again."""
    _send(TASK, (table_id, ply), pause)


def ask_to_finish(table_id: str) -> None:
    """Have the house play a match to its end. Callers ask again until the match is over."""
    _send(FINISH, (table_id,), 0)


def waiting() -> int:
    """Return how many requests are waiting for a worker; 0 if Redis is down."""
    queue = current_app.amqp.router.route({}, TASK)["queue"]
    try:
        with current_app.connection_for_write() as connection:
            return queue.bind(connection.default_channel).queue_declare().message_count
    except OperationalError as error:
        logger.warning("the queue of requests to the house cannot be read: %s", error)
        return 0


def _send(task: str, about: tuple[Any, ...], pause: float) -> None:
    if _circuit.is_broken:
        return
    asked_at = time.monotonic()
    try:
        current_app.send_task(task, about, countdown=pause or None, retry=False, expires=pause + 60)
    except OperationalError as error:
        if time.monotonic() - asked_at > PATIENCE:
            _circuit.break_off()
        logger.warning("could not ask the house to act at %s, the sweep will: %s", about[0], error)
