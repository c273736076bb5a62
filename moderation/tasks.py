"""Celery tasks of moderation. Every task may run twice, late or never."""

from __future__ import annotations

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from games.demo import open_demo_tables
from moderation.services import play_checks
from tournaments.demo import RENEWED_IN, make_demo_tournaments


@shared_task(ignore_result=True)
def check_play(player_id: int) -> None:
    """Compare a player's newest matches with what a bot would have played."""
    play_checks.compute(player_id=player_id, now=timezone.now())


@shared_task(ignore_result=True, expires=100)
def renew_demo() -> None:
    """Replace demo tables and tournaments that are over, on a site with the demo."""
    if settings.DEMO:
        open_demo_tables()
        make_demo_tournaments(starts_in=RENEWED_IN)
