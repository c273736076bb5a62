"""Celery tasks of ratings."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from games.rules import GAMES
from ratings import services


@shared_task(ignore_result=True, expires=25)
def count() -> None:
    """Count matches that have finished or changed since the last run; the next run continues where this one stops."""
    for game in GAMES:
        services.catch_up(game=game, now=timezone.now())
