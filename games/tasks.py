"""Celery tasks of tables: playing for the house, sweeping, closing, packing. Each may run twice, late or never."""

from __future__ import annotations

from datetime import datetime, timedelta

from celery import shared_task
from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.utils import timezone

from games import reminding, services
from games.demo import Watch
from games.models import Table
from games.state import dispatch
from games.state.turns import Due
from telemetry.metrics import SWEEPS

SWEEP_GRACE = timedelta(seconds=1)
"""How long a bot's own task may take before the sweep asks again."""

MOST_WAITING = 200
"""The sweep makes no requests while this many are waiting for the workers, apart from `LEAST_PER_SWEEP`."""

LEAST_PER_SWEEP = 10
"""The sweep always makes this many requests: waiting does not recover those that were lost."""

CLOCK_STEP = timedelta(seconds=3)
"""How far the clock must be set back to be noticed; the clocks of several machines may differ by less."""

LATE = timedelta(seconds=4)
"""A table that is overdue by this much was never requested, or the request was lost on its way to a worker."""

watch = Watch()


@shared_task(ignore_result=True)
def act(table_id: str, ply: int) -> None:
    """Do whatever is due at a table; a worker that takes the house's turns combines it with what is due at others."""
    if not dispatch.ask_here(table_id, ply):
        services.act(table_id=table_id, ply=ply)


@shared_task(ignore_result=True)
def think(table_id: str, ply: int) -> None:
    """Act at a table for a bot that thinks ahead."""
    services.think(table_id=table_id, ply=ply)


@shared_task(ignore_result=True, expires=5)
def sweep() -> None:
    """Request everything that is overdue: moves whose time has run out, lost turns of bots, deals to be started.

    If that is more than the workers can do soon, it requests only as many tables as they can, one of each owner in
    turn, so that nobody's tables delay those of others; the next sweep continues.
    """
    now = timezone.now()
    SWEEPS.labels("tables").inc()
    if settings.DEMO:
        watch.look(now)
    make_up_for_outage(now)
    overdue = Table.objects.overdue(now - SWEEP_GRACE if settings.BOT_PAUSE else now)
    found = list(overdue.in_turns().values_list("pk", "ply")[: MOST_WAITING + LEAST_PER_SWEEP])
    if len(found) > LEAST_PER_SWEEP:
        found = found[: max(LEAST_PER_SWEEP, MOST_WAITING - dispatch.waiting())]
    for table_id, ply in found:
        if cache.add(f"swept:{table_id}:{ply}", 1, timeout=5):
            dispatch.ask(table_id, ply)


def make_up_for_outage(now: datetime) -> None:
    """Record that the sweep runs; after an outage or a change of the clock, correct the tables' deadlines."""
    with transaction.atomic():
        if by := services.note_clock_put_back(name="tables", now=now, by_more_than=CLOCK_STEP):
            services.bring_deadlines_forward(by=by, now=now)
        if gap := services.note_pulse(name="tables", now=now):
            services.give_time_back(gap=gap, now=now)


def catch_up() -> None:
    """Do whatever is overdue, in this process and without the queues. A table that fails does not affect the others."""
    now = timezone.now()
    make_up_for_outage(now)
    late = Table.objects.overdue(now - LATE).in_turns()
    for table_id, ply in late.values_list("pk", "ply")[:MOST_WAITING]:
        services.act_or_log(Due(table_id, ply))


@shared_task(ignore_result=True)
def finish(table_id: str) -> None:
    """Play a match to its end."""
    services.finish(table_id=table_id)


@shared_task(ignore_result=True)
def close_forgotten_tables() -> None:
    """Close tables that nobody came to."""
    services.close_forgotten(now=timezone.now())


@shared_task(ignore_result=True, expires=50)
def close_abandoned_tables() -> None:
    """Close tables at which nobody plays any more."""
    services.close_abandoned(now=timezone.now())


@shared_task(ignore_result=True)
def remind() -> None:
    """Remind players at slow tables that it is their turn."""
    reminding.remind(timezone.now())


@shared_task(ignore_result=True)
def pack() -> None:
    """Pack matches that have been over for some time."""
    services.pack_finished(now=timezone.now())
