"""Local times in a time zone, some of which exist twice or not at all."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

from django.utils.formats import date_format, time_format
from django.utils.translation import gettext_lazy as _

from common.errors import UserError

YEARS = range(2000, 3000)
"""Beyond these years, datetimes cannot be converted to other zones or moved by weeks any more."""


def moment(day: date, hour: time, zone: str) -> datetime:
    """Return the moment of a local time. Raises UserError: far (outside YEARS), no-such-time, twice (clock changes)."""
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
    """Raise UserError (far) outside YEARS."""
    if day.year not in YEARS:
        raise UserError(
            "far", _("Choose a year between %(first)d and %(last)d.") % {"first": YEARS[0], "last": YEARS[-1]}
        )


def _exists(local: datetime) -> bool:
    return local.astimezone(UTC).astimezone(local.tzinfo).replace(tzinfo=None) == local.replace(tzinfo=None)
