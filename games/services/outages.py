"""Corrections of deadlines after an outage, or after the machine's clock was set back."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import DateTimeField, DurationField, ExpressionWrapper, F, IntegerField, Value
from django.db.models.functions import Cast, Greatest, Least

from games.models import Pulse, Table
from games.state.clock import LONGEST

OUTAGE = timedelta(seconds=20)
"""How long the sweep may be missing before players get their time back."""

A_SECOND = Value(timedelta(seconds=1), DurationField())


def note_pulse(*, name: str, now: datetime) -> timedelta | None:
    """Record that a recurring job runs; return how long it did not run, if that counts as an outage.

    If several callers notice the same outage, it is returned to only one of them.
    """
    pulse, is_new = Pulse.objects.get_or_create(name=name, defaults={"at": now})
    if is_new or now - pulse.at < OUTAGE / 4:
        return None
    gap = now - pulse.at
    is_ours = Pulse.objects.filter(name=name, at=pulse.at).update(at=now)
    return gap if is_ours and gap > OUTAGE else None


def note_clock_put_back(*, name: str, now: datetime, by_more_than: timedelta = OUTAGE) -> timedelta | None:
    """Return how far the machine's clock was set back, if a recorded run lies in the future.

    If several callers notice it, it is returned to only one of them. Up to a quarter of OUTAGE remains unnoticed, since
    runs are not recorded more often.
    """
    ahead = Pulse.objects.filter(name=name, at__gt=now + by_more_than).first()
    if ahead is None:
        return None
    is_ours = Pulse.objects.filter(name=name, at=ahead.at).update(at=now)
    return ahead.at - now if is_ours else None


def give_time_back(*, gap: timedelta, now: datetime) -> int:
    """Make up for an outage of `gap` at the tables where people could not play; return how many these were.

    Nobody gets more than the full time for a move, because some turns may have begun during or after the outage. The
    house gets no time back: it acts at once.
    """
    tables = Table.objects.running().filter(due_at__gt=now - gap)
    pause = Value(now + timedelta(seconds=_longest_pause()), DateTimeField())
    of_people = tables.waiting_for_people().update(due_at=_later(Least(F("due_at") + gap, _full_time(now))))
    between_deals = tables.filter(turn=None).update(due_at=_later(Least(F("due_at") + gap, pause)))
    return of_people + between_deals


def bring_deadlines_forward(*, by: timedelta, now: datetime) -> int:
    """Bring forward the deadlines of tables that were set by a clock that was ahead; return how many tables.

    Deadlines within the usual time stay: they may have been set after the clock was corrected.
    """
    of_people = Table.objects.waiting_for_people()
    late = of_people.filter(due_at__gt=_full_time(now))
    soon = now + timedelta(seconds=_longest_pause())
    return late.update(due_at=Least(F("due_at") - by, _full_time(now))) + Table.objects.filter(due_at__gt=soon).exclude(
        pk__in=of_people.values("pk")
    ).update(due_at=soon)


def _later(due_at: Least) -> Greatest:
    return Greatest(F("due_at"), due_at)


def _full_time(now: datetime) -> ExpressionWrapper:
    """Return when the time for a move that begins now runs out."""
    seconds = ExpressionWrapper(Cast("seconds", IntegerField()) * A_SECOND, output_field=DurationField())
    return ExpressionWrapper(Value(now, DateTimeField()) + seconds, output_field=DateTimeField())


def _longest_pause() -> float:
    """Return the longest time in seconds after which the house acts where no person is on turn."""
    pauses = (
        settings.BOT_PAUSE * LONGEST,
        settings.FORCED_PAUSE,
        settings.AWAY_PAUSE,
        settings.DEAL_PAUSE,
        settings.START_PAUSE,
    )
    return max(pauses)
