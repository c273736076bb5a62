"""What Celery runs: what the house does when it is due. Every task may run twice, late or never."""

from __future__ import annotations

from datetime import timedelta

from celery import shared_task
from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.utils import timezone

from games import reminding, services
from games.models import Table
from games.state import dispatch

SWEEP_GRACE = timedelta(seconds=1)
"""How long a bot's own task gets before the sweep asks again."""

MOST_A_SWEEP = 200


@shared_task(ignore_result=True)
def act(table_id: str, ply: int) -> None:
    """The house does what is due at a table."""
    services.act(table_id=table_id, ply=ply)


@shared_task(ignore_result=True, expires=5)
def sweep() -> None:
    """Ask for everything that is overdue: times that are over, bot turns that got lost, deals to be started."""
    now = timezone.now()
    with transaction.atomic():
        if gap := services.note_pulse(name="tables", now=now):
            services.give_time_back(gap=gap, now=now)
    overdue = Table.objects.overdue(now - SWEEP_GRACE if settings.BOT_PAUSE else now)
    for table_id, ply in overdue.order_by("due_at").values_list("pk", "ply")[:MOST_A_SWEEP]:
        if cache.add(f"swept:{table_id}:{ply}", 1, timeout=5):
            dispatch.ask(table_id, ply)


@shared_task(ignore_result=True)
def finish(table_id: str) -> None:
    """The house plays a match to its end."""
    services.finish(table_id=table_id)


@shared_task(ignore_result=True)
def close_forgotten_tables() -> None:
    services.close_forgotten()


@shared_task(ignore_result=True)
def remind() -> None:
    """Players who have long for a move are told that it is their turn."""
    reminding.remind(timezone.now())
