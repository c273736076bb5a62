"""Moments by the clocks of a time zone: which of them there are, twice, or not at all."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

from django.utils.formats import date_format, time_format
from django.utils.translation import gettext_lazy as _

from accounts.refusals import Refused


def moment(day: date, hour: time, zone: str) -> datetime:
    """Raises Refused (no-such-time, twice) where the clocks are changed."""
    local = datetime.combine(day, hour, ZoneInfo(zone))
    gaps = {"day": date_format(day, "DATE_FORMAT"), "time": time_format(hour, "H:i")}
    if not _exists(local):
        sentence = _("On %(day)s the clocks go forward and pass over %(time)s: choose an earlier or a later time.")
        raise Refused("no-such-time", sentence % gaps)
    if local.utcoffset() != local.replace(fold=1).utcoffset():
        sentence = _("On %(day)s the clocks go back and it is %(time)s twice: choose an earlier or a later time.")
        raise Refused("twice", sentence % gaps)
    return local


def nearest_moment(local: datetime, zone: str) -> datetime:
    """Of a local time without a zone: the first of two, and as much later as the clocks are put forward."""
    return local.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)


def _exists(local: datetime) -> bool:
    return local.astimezone(UTC).astimezone(local.tzinfo).replace(tzinfo=None) == local.replace(tzinfo=None)
