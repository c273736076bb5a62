"""Celery tasks of tournaments. Every task may run twice, late or never."""

from __future__ import annotations

import logging
import time
from datetime import datetime, timedelta

from celery import shared_task
from django.core.cache import cache
from django.db import InterfaceError, OperationalError, transaction
from django.utils import timezone

from games import services as tables
from telemetry.metrics import SWEEPS
from tournaments.inviting import inviting
from tournaments.life import clockwork, outages, reminding
from tournaments.life.entering import hand_over_left_seats
from tournaments.life.pausing import apply_pause, still_playing
from tournaments.models import Series, Tournament
from tournaments.planning.series import repeating
from tournaments.rehearsal import jobs
from tournaments.teams import forming

logger = logging.getLogger(__name__)

MOST_A_SWEEP = 50

LATE = timedelta(seconds=4)
"""A step overdue by this much was lost on its way to a worker, or never requested."""


@shared_task(ignore_result=True)
def advance(tournament_id: str) -> None:
    """Do whatever is due in a tournament, and what a process that died has left undone after a commit."""
    clockwork.advance(tournament_id=tournament_id)
    apply_pause(tournament_id=tournament_id)
    hand_over_left_seats(tournament_id=tournament_id)


@shared_task(ignore_result=True, expires=5)
def sweep() -> None:
    """Queue `advance` for tournaments in which something is due, or whose tables are still playing during a pause."""
    now = timezone.now()
    SWEEPS.labels("tournaments").inc()
    make_up_for_outage(now)
    due = Tournament.objects.due(now).order_by("next_at").values_list("pk", flat=True)
    for tournament_id in [*due[:MOST_A_SWEEP], *still_playing().values_list("pk", flat=True)[:MOST_A_SWEEP]]:
        if cache.add(f"swept:{tournament_id}", 1, timeout=3):
            advance.delay(tournament_id)


def make_up_for_outage(now: datetime) -> None:
    """Record that the clockwork is running; correct tournament times if it was down, or the clock was set back."""
    with transaction.atomic():
        if by := tables.note_clock_put_back(name="tournaments", now=now):
            outages.bring_deadlines_forward(by=by, now=now)
        if gap := tables.note_pulse(name="tournaments", now=now):
            outages.give_time_back(gap=gap, now=now)


def catch_up() -> None:
    """Do whatever is overdue in this process, without the workers. A tournament that fails does not stop the others."""
    now = timezone.now()
    make_up_for_outage(now)
    late = Tournament.objects.due(now - LATE).order_by("next_at").values_list("pk", flat=True)
    for tournament_id in late[:MOST_A_SWEEP]:
        try:
            advance(tournament_id)
        except (OperationalError, InterfaceError):
            raise  # the database is down, so that all others would fail as well
        except Exception:
            logger.exception("tournament %s could not be advanced", tournament_id)


@shared_task(ignore_result=True, expires=50)
def remind() -> None:
    """Remind players of tournaments that begin soon, and settle notices of invitations that are no longer open."""
    now = timezone.now()
    reminding.remind(now)
    inviting.settle_notices(now)
    forming.settle_notices(now)


@shared_task(ignore_result=True, expires=500)
def sweep_series() -> None:
    """Queue `create_dates` for the series in which a date is due."""
    for series_id in Series.objects.filter(next_at__lte=timezone.now()).values_list("pk", flat=True):
        create_dates.delay(series_id)


@shared_task(ignore_result=True)
def create_dates(series_id: int) -> None:
    repeating.create_dates(series_id=series_id)


@shared_task(ignore_result=True, acks_late=False)
def rehearse(tournament_id: str, version: int, players: int, no_shows: int) -> None:
    """Let bots play the event in memory. A run that dies halfway is not repeated: its page offers to try again."""
    wish = jobs.Wish(tournament_id, version, players, no_shows)
    if jobs.state_of(wish).name not in ("running", "done"):
        jobs.run(wish, time.monotonic)
