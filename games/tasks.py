"""What Celery runs: what the house does when it is due. Every task may run twice, late or never."""

from __future__ import annotations

import logging
from datetime import timedelta

from celery import shared_task
from django.conf import settings
from django.core.cache import cache
from django.utils import timezone
from kombu.exceptions import OperationalError

from games import services
from games.models import Table

logger = logging.getLogger(__name__)

SWEEP_GRACE = timedelta(seconds=1)
"""How long a bot's own task gets before the sweep asks again."""

MOST_A_SWEEP = 200


@shared_task(ignore_result=True)
def act(table_id: str, ply: int) -> None:
    """The house does what is due at a table."""
    services.act(table_id=table_id, ply=ply)


def act_soon(table_id: str, ply: int, pause: float) -> None:
    """Ask the house to act after `pause` seconds. If Redis is away the sweep will ask again."""
    try:
        act.apply_async((table_id, ply), countdown=pause or None, retry=False, expires=pause + 60)
    except OperationalError as error:
        logger.warning("the house was not asked to act at %s, the sweep will: %s", table_id, error)


@shared_task(ignore_result=True, expires=5)
def sweep() -> None:
    """Ask for everything that is overdue: times that are over, bot turns that got lost, deals to be started."""
    now = timezone.now()
    overdue = Table.objects.overdue(now - SWEEP_GRACE if settings.BOT_PAUSE else now)
    for table_id, ply in overdue.order_by("due_at").values_list("pk", "ply")[:MOST_A_SWEEP]:
        if cache.add(f"swept:{table_id}:{ply}", 1, timeout=5):
            act_soon(table_id, ply, 0)


@shared_task(ignore_result=True)
def close_forgotten_tables() -> None:
    services.close_forgotten()
