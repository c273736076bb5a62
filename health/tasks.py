"""Celery tasks that keep the site well: a sign that a queue has a living worker, and the database's statistics."""

from __future__ import annotations

from celery import shared_task

from common.database.statistics import gather_statistics
from health import signs


@shared_task(ignore_result=True, expires=10)
def give_sign(queue: str) -> None:
    signs.give(queue)


@shared_task(ignore_result=True, expires=3000)
def count_rows() -> None:
    """Let the database count its rows, so that it knows the quickest way to them."""
    gather_statistics()
