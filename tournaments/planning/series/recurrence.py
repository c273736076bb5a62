"""Rules of repetition (RRULE): read, bounded, and turned into the dates that follow from them."""

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
MOST_LOOKED_AT = 4000
"""Dates of a rule before nothing more is expected of it: ten years of days."""
KNOWN = {"FREQ", "INTERVAL", "COUNT", "UNTIL", "BYDAY", "BYMONTHDAY", "BYMONTH", "BYSETPOS", "WKST"}
"""What a rule may say. The hour follows from the first date."""
FIRST, TEN_YEARS = datetime(2024, 1, 1, 20), timedelta(days=3653)


def checked(rule: str) -> str:
    """The rule as it is kept. Raises UserError (bad-rule, too-often)."""
    rule = rule.strip().upper().removeprefix("RRULE:")
    bad = UserError("bad-rule", _("This is no rule of repetition. An example: FREQ=WEEKLY;INTERVAL=2;BYDAY=FR"))
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
        possible = _read(rule, FIRST).replace(count=None, until=FIRST + TEN_YEARS)
        if next(iter(possible), None) is None:
            raise UserError("bad-rule", _("No day is like that."))
    except (ValueError, TypeError, KeyError, IndexError, OverflowError):
        raise bad from None
    return rule


def _read(rule: str, first: datetime) -> rrule:
    """`first` without a zone. An end in UTC ("UNTIL=...Z") is taken by the clocks of the place."""
    read = rrulestr(re.sub(r"(UNTIL=\d{8}(T\d{6})?)Z", r"\1", rule), dtstart=first)
    if not isinstance(read, rrule):
        raise TypeError
    return read


def dates(rule: str, first: datetime, zone: str) -> Iterator[datetime]:
    """In UTC, each at the hour that the clocks of `zone` showed at `first`; the first is not among them unless the
    rule says so."""
    local = first.astimezone(ZoneInfo(zone)).replace(tzinfo=None)
    for date in islice(_read(rule, local), MOST_LOOKED_AT):
        yield nearest_moment(date, zone)


def next_date(rule: str, first: datetime, zone: str, after: datetime) -> datetime | None:
    """The first date after `after`; None if there is none."""
    return next((date for date in dates(rule, first, zone) if date > after.astimezone(UTC)), None)
