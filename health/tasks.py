"""Celery tasks for the site's health: signs of life of the workers, and the database's statistics."""

from __future__ import annotations

from celery import shared_task

from common.database.statistics import gather_statistics
from health import signs


@shared_task(ignore_result=True, expires=10)
def give_sign(queue: str) -> None:
    signs.give(queue)


@shared_task(ignore_result=True, expires=3000)
def count_rows() -> None:
    """Update the statistics that the database's query planner uses."""
    gather_statistics()
