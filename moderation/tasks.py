"""Celery tasks of moderation. Every task may run twice, late or never."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from moderation.services import play_checks


@shared_task(ignore_result=True)
def check_play(player_id: int) -> None:
    """Compare a player's newest matches with what a bot would have played."""
    play_checks.compute(player_id=player_id, now=timezone.now())
