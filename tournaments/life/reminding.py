"""Reminders to entrants that their tournament, or the next round of their league, begins soon."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.core.cache import cache
from django.db.models import F

from tournaments import notices
from tournaments.base.cached import rounds_in_all
from tournaments.models import Round, Tournament

A_DAY = timedelta(days=1)
HOURS = (24, 1)
"""Hours before the start, the longest first."""


def remind(now: datetime) -> int:
    """Send every reminder that is due, once; return for how many tournaments.

    A late reminder is still sent until the next one is due.
    """
    spans = zip(HOURS, (*HOURS[1:], 0), strict=True)
    return sum(_remind(hours, not_before, now) for hours, not_before in spans) + _remind_of_rounds(now)


def _remind(hours: int, not_before: int, now: datetime) -> int:
    soon = Tournament.objects.coming().filter(
        starts_at__gt=now + timedelta(hours=not_before), starts_at__lte=now + timedelta(hours=hours)
    )
    sent = 0
    for tournament in soon:
        # saves work only; uniqueness of the notices prevents duplicates
        mark = f"reminded:{tournament.pk}:{hours}:{tournament.starts_at.timestamp()}"
        if cache.get(mark) is None:
            notices.reminder(tournament, hours)
            cache.set(mark, 1, timeout=hours * 3600)
            sent += 1
    return sent


def _remind_of_rounds(now: datetime) -> int:
    """Remind once a round: a day ahead, or an hour if there is a round every day."""
    current = Round.objects.filter(
        tournament__in=Tournament.objects.running().on_dates().filter(paused_at=None),
        number=F("tournament__round_number"),
        status__in=[Round.Status.RUNNING, Round.Status.FINISHED],
    )
    sent = 0
    for round_ in current.select_related("tournament"):
        tournament, schedule = round_.tournament, round_.tournament.schedule
        ahead = timedelta(hours=HOURS[0] if schedule.apart > A_DAY else HOURS[-1])
        for number, begins_at in schedule.coming(round_, rounds_in_all(tournament))[:1]:
            mark = f"reminded:{tournament.pk}:round-{number}"
            if now < begins_at <= now + ahead and cache.get(mark) is None:
                notices.round_is_near(tournament, number, begins_at)
                cache.set(mark, 1, timeout=int(ahead.total_seconds()))
                sent += 1
    return sent
