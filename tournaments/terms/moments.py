"""Converting local times to moments."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo


def nearest_moment(local: datetime, zone: str) -> datetime:
    """Return the moment of a naive local time: the earlier if it exists twice, shifted forward if it does not exist."""
    return local.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)
