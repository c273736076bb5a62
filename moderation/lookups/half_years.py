"""Public figures for a half-year, rounded so that they cannot be traced to people."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from statistics import median
from typing import Self
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import Count, Min, QuerySet
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import Sanction
from moderation.models import Act, Appeal, Case, Matter, Report

STEP = 5
"""Numbers are rounded to multiples of this; smaller ones are not given."""

ACTS: list[tuple[str | Promise, tuple[str, ...]]] = [
    (gettext_lazy("messages hidden"), ("hide-line", "hide-all")),
    (
        gettext_lazy("names taken away"),
        ("rename", "rename-club", "rename-tournament", "rename-seasons", "rename-leagues", "rename-teams"),
    ),
    (
        gettext_lazy("texts and pictures removed"),
        ("remove-club-text", "remove-emblem", "remove-announcement", "clean-tournament", "clean-series"),
    ),
    (gettext_lazy("players taken from tables and tournaments"), ("remove-from-table", "withdraw-entry")),
    (gettext_lazy("matches stopped, and results voided"), ("stop-table", "void-result")),
    (
        gettext_lazy("clubs and tournaments frozen or closed"),
        ("freeze-club", "close-club", "freeze-tournament", "close-tournament"),
    ),
]
"""Acts without a sanction, in groups, as a single kind may be too rare to be published."""

Row = tuple[str, str]
"""A label and a number in words."""


@dataclass(frozen=True, slots=True)
class HalfYear:
    year: int
    half: int
    """1 or 2."""

    @classmethod
    def of(cls, moment: datetime) -> Self:
        there = moment.astimezone(ZoneInfo(settings.TIME_ZONE))
        return cls(there.year, 1 if there.month <= 6 else 2)

    @property
    def begins(self) -> datetime:
        return datetime(self.year, 6 * self.half - 5, 1, tzinfo=ZoneInfo(settings.TIME_ZONE))

    @property
    def next(self) -> HalfYear:
        return HalfYear(self.year + self.half - 1, 3 - self.half)

    @property
    def title(self) -> str:
        last = self.next.begins - timedelta(days=1)
        return f"{date_format(self.begins, 'F')} – {date_format(last, 'F Y')}"


def half_years(now: datetime) -> list[HalfYear]:
    """Return the half-years since the first report, newest first; at least the current one."""
    first = Report.objects.aggregate(first=Min("sent_at"))["first"] or now
    return list(_from(HalfYear.of(first), HalfYear.of(now)))[::-1]


def _from(first: HalfYear, last: HalfYear) -> Iterator[HalfYear]:
    while first != last:
        yield first
        first = first.next
    yield last


@dataclass(frozen=True, slots=True)
class Figures:
    reports: list[Row]
    answers: list[Row]
    sanctions: list[Row]
    appeals: list[Row]


def figures_of(half: HalfYear) -> Figures:
    period = (half.begins, half.next.begins)
    return Figures(_reports(period), _answers(period), _sanctions(period), _appeals(period))


def _reports(period: tuple[datetime, datetime]) -> list[Row]:
    sent = Report.objects.filter(sent_at__gte=period[0], sent_at__lt=period[1])
    return [(_("All"), in_steps(sent.count())), *_by(sent, "kind", dict(Matter.choices))]


def _answers(period: tuple[datetime, datetime]) -> list[Row]:
    closed = Case.objects.filter(closed_at__gte=period[0], closed_at__lt=period[1])
    times = [(one.closed_at - one.opened_at) for one in closed.only("closed_at", "opened_at") if one.closed_at]
    rows = [(_("All"), in_steps(len(times))), *_by(closed, "outcome", dict(Case.Outcome.choices))]
    return [*rows, (_("Half of them answered within"), half_within(times))]


def _sanctions(period: tuple[datetime, datetime]) -> list[Row]:
    imposed = Sanction.objects.filter(starts_at__gte=period[0], starts_at__lt=period[1])
    by_people = imposed.filter(cause="")
    others = Act.objects.took_effect().filter(sanction=None, at__gte=period[0], at__lt=period[1])
    return [
        *_by(by_people, "kind", dict(Sanction.Kind.choices)),
        *((capfirst(str(label)), in_steps(others.filter(kind__in=kinds).count())) for label, kinds in ACTS),
        (_("By the site itself, for leaving and stalling"), in_steps(imposed.exclude(cause="").count())),
    ]


def _appeals(period: tuple[datetime, datetime]) -> list[Row]:
    answered = Appeal.objects.filter(answered_at__gte=period[0], answered_at__lt=period[1])
    times = [(one.answered_at - one.sent_at) for one in answered.only("answered_at", "sent_at") if one.answered_at]
    rows = [(_("All"), in_steps(len(times))), *_by(answered, "outcome", dict(Appeal.Outcome.choices))]
    return [*rows, (_("Half of them answered within"), half_within(times))]


def _by(rows: QuerySet, column: str, labels: dict[str, object]) -> list[Row]:
    """Return one row for each label, even if its number is zero."""
    counted = rows.order_by().values_list(column).annotate(many=Count("pk"))
    numbers: dict[str, int] = dict(counted)
    return [(capfirst(str(label)), in_steps(numbers.get(value, 0))) for value, label in labels.items()]


def in_steps(number: int) -> str:
    """Return a number rounded to the nearest multiple of five, in words."""
    if number < STEP:
        return _("fewer than %(least)d") % {"least": STEP}
    return _("about %(number)d") % {"number": STEP * round(number / STEP)}


def half_within(times: list[timedelta]) -> str:
    """Return the median of some times in whole hours or days, in words, or a dash for too few of them."""
    if len(times) < STEP:
        return "–"
    hours = ceil(median(time / timedelta(hours=1) for time in times))
    if hours < 48:
        return ngettext("%(number)d hour", "%(number)d hours", hours) % {"number": hours}
    days = ceil(hours / 24)
    return ngettext("%(number)d day", "%(number)d days", days) % {"number": days}
