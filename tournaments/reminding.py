"""Telling those who have entered that their tournament comes near."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.core.cache import cache

from tournaments import notices
from tournaments.models import Tournament

HOURS = (24, 1)
"""How long ahead, the longest first."""


def remind(now: datetime) -> int:
    """Send every reminder that is due, once each; of how many tournaments. One that is late is still sent, until the
    next is due."""
    return sum(_remind(hours, not_before, now) for hours, not_before in zip(HOURS, (*HOURS[1:], 0), strict=True))


def _remind(hours: int, not_before: int, now: datetime) -> int:
    soon = Tournament.objects.coming().filter(
        starts_at__gt=now + timedelta(hours=not_before), starts_at__lte=now + timedelta(hours=hours)
    )
    sent = 0
    for tournament in soon:
        # only spares the work; that nobody is told twice is kept by the notices
        mark = f"reminded:{tournament.pk}:{hours}:{tournament.starts_at.timestamp()}"
        if cache.get(mark) is None:
            notices.reminder(tournament, hours)
            cache.set(mark, 1, timeout=hours * 3600)
            sent += 1
    return sent
