"""Celery tasks of clubs. Every task may run twice, late or never."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from clubs import services


@shared_task(ignore_result=True)
def make_emblem(club_id: int) -> None:
    """Prepare a club's picture. Runs in a queue whose worker does one task at a time."""
    services.make_emblem(club_id=club_id, now=timezone.now())


@shared_task(ignore_result=True, expires=50)
def sweep_pictures() -> None:
    """Queue pictures again that should have been prepared by now."""
    services.ask_for_forgotten_pictures(now=timezone.now())
