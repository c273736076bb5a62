"""Asking the house to act at a table: a request to the workers, which may get lost without harm."""

from __future__ import annotations

import logging

from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

logger = logging.getLogger(__name__)

TASK = "games.tasks.act"


def ask_after_commit(table_id: str, ply: int, pause: float) -> None:
    """Have the house act `pause` seconds after the running transaction is committed."""
    transaction.on_commit(lambda: ask(table_id, ply, pause))


def ask(table_id: str, ply: int, pause: float = 0) -> None:
    """If Redis is away, the next sweep asks again."""
    try:
        current_app.send_task(TASK, (table_id, ply), countdown=pause or None, retry=False, expires=pause + 60)
    except OperationalError as error:
        logger.warning("the house was not asked to act at %s, the sweep will: %s", table_id, error)
