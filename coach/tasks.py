"""Celery tasks of the coach. Every task may run twice, late or never."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from coach import problems, services


@shared_task(ignore_result=True)
def analyse(analysis_id: int) -> None:
    """Continue an analysis for some seconds; if it is not finished, queue it again behind the waiting tasks."""
    if services.work(analysis_id=analysis_id, now=timezone.now()):
        services.send(analysis_id)


@shared_task(ignore_result=True, expires=50)
def sweep() -> None:
    """Resend the tasks of analyses that were lost."""
    services.send_lost(now=timezone.now())


@shared_task(ignore_result=True, expires=500)
def make_problems() -> None:
    """Find today's missing problems."""
    problems.make_missing(now=timezone.now())
