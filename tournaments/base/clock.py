"""Moments by the clocks of a time zone: which of them there are, twice, or not at all."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

from django.utils.formats import date_format, time_format
from django.utils.translation import gettext_lazy as _

from common.errors import UserError

YEARS = range(2000, 3000)
"""Beyond them a moment has no hour in other zones any more, and weeks cannot be added to it."""


def moment(day: date, hour: time, zone: str) -> datetime:
    """Raises UserError (far) outside of YEARS; and (no-such-time, twice) where the clocks are changed."""
    check_year(day)
    local = datetime.combine(day, hour, ZoneInfo(zone))
    gaps = {"day": date_format(day, "DATE_FORMAT"), "time": time_format(hour, "H:i")}
    if not _exists(local):
        sentence = _("On %(day)s the clocks go forward and pass over %(time)s: choose an earlier or a later time.")
        raise UserError("no-such-time", sentence % gaps)
    if local.utcoffset() != local.replace(fold=1).utcoffset():
        sentence = _("On %(day)s the clocks go back and it is %(time)s twice: choose an earlier or a later time.")
        raise UserError("twice", sentence % gaps)
    return local


def check_year(day: date) -> None:
    """Raises UserError (far)."""
    if day.year not in YEARS:
        raise UserError(
            "far", _("Choose a year between %(first)d and %(last)d.") % {"first": YEARS[0], "last": YEARS[-1]}
        )


def _exists(local: datetime) -> bool:
    return local.astimezone(UTC).astimezone(local.tzinfo).replace(tzinfo=None) == local.replace(tzinfo=None)
