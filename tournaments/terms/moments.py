"""Moments by the clocks of a time zone."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo


def nearest_moment(local: datetime, zone: str) -> datetime:
    """Of a local time without a zone: the first of two, and as much later as the clocks are put forward."""
    return local.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)
