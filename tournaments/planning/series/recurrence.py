"""Recurrence rules (RRULE): parsing, limiting, and expanding them to dates."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice
from zoneinfo import ZoneInfo

from dateutil.rrule import rrule, rrulestr
from django.utils.translation import gettext_lazy as _

from common.errors import UserError
from tournaments.terms.moments import nearest_moment

LONGEST = 200
MOST_DATES = 4000
"""A rule is expanded to at most this many dates: ten years of days."""
KNOWN = {"FREQ", "INTERVAL", "COUNT", "UNTIL", "BYDAY", "BYMONTHDAY", "BYMONTH", "BYSETPOS", "WKST"}
"""The parts that a rule may have. The time of day is that of the first date."""
TEN_YEARS = timedelta(days=3653)
YEARS_AHEAD = 19 * 400
"""Years by which `checked` moves the first date: a multiple of 400, so that weekdays stay the same, and close to the
last year 9999, so that the search for a day that matches the rule ends soon."""


def checked(rule: str, first: datetime, zone: str) -> str:
    """Return the rule in normal form if it has dates from `first` on. Raises UserError (bad-rule, too-often)."""
    rule = rule.strip().upper().removeprefix("RRULE:")
    bad = UserError("bad-rule", _("This is not a repetition rule. An example: FREQ=WEEKLY;INTERVAL=2;BYDAY=FR"))
    if len(rule) > LONGEST or not re.fullmatch(r"[A-Z]+=[-+A-Z0-9,]+(;[A-Z]+=[-+A-Z0-9,]+)*", rule):
        raise bad
    parts = dict(part.split("=", 1) for part in rule.split(";"))
    if len(parts) < rule.count("=") or not parts.keys() <= KNOWN:
        raise bad
    if not all(re.fullmatch(r"[1-9]\d{0,3}", parts.get(name, "1")) for name in ("INTERVAL", "COUNT")):
        raise bad
    if parts.get("FREQ") not in ("DAILY", "WEEKLY", "MONTHLY", "YEARLY"):
        raise UserError("too-often", _("A tournament can be repeated daily, weekly, monthly or yearly."))
    try:
        begin = local(first, zone)
        begin = begin.replace(year=begin.year + YEARS_AHEAD)
        possible = _read(rule, begin).replace(count=None, until=begin + TEN_YEARS)
        if next(iter(possible), None) is None:
            raise UserError("bad-rule", _("No day matches this rule."))
    except (ValueError, TypeError, KeyError, IndexError, OverflowError):
        raise bad from None
    return rule


def _read(rule: str, first: datetime) -> rrule:
    """Parse a rule with a naive `first`. An end in UTC ("UNTIL=...Z") is read as local time."""
    read = rrulestr(re.sub(r"(UNTIL=\d{8}(T\d{6})?)Z", r"\1", rule), dtstart=first)
    if not isinstance(read, rrule):
        raise TypeError
    return read


def dates(rule: str, first: datetime, zone: str) -> Iterator[datetime]:
    """Yield the dates in UTC, each at the local time of `first` in `zone`; `first` itself only if the rule includes
    it."""
    for date in islice(_read(rule, local(first, zone)), MOST_DATES):
        yield nearest_moment(date, zone)


def local(moment: datetime, zone: str) -> datetime:
    """Return a moment as naive local time of a zone."""
    return moment.astimezone(ZoneInfo(zone)).replace(tzinfo=None)


def next_date(rule: str, first: datetime, zone: str, after: datetime) -> datetime | None:
    """Return the first date after `after`, or None."""
    return next((date for date in dates(rule, first, zone) if date > after.astimezone(UTC)), None)
