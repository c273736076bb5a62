"""The Celery task that shows that a queue has a living worker."""

from __future__ import annotations

from celery import shared_task

from health import signs


@shared_task(ignore_result=True, expires=10)
def give_sign(queue: str) -> None:
    signs.give(queue)
