"""Series of tournaments that repeat by a rule; each date is created in advance as a copy of the newest one."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.errors import UserError
from tournaments.base.locking import locked
from tournaments.life import stages
from tournaments.models import Series, Tournament
from tournaments.planning import plans
from tournaments.planning.organising import check_may_plan
from tournaments.planning.series.recurrence import checked, local, next_date
from tournaments.terms.moments import nearest_moment

MOST_DAYS_AHEAD = 60
MOST_AT_ONCE = 70
LATER = timedelta(hours=6)
"""Says when to retry a date that cannot be created now."""
PASSING = {"too-many", "frozen"}
"""Refusals that pass by themselves; any other ends the series."""


@transaction.atomic
def repeat(*, tournament_id: str, rule: str, days_ahead: int, now: datetime | None = None) -> Series:
    """Begin a series with this tournament. Raises UserError (in-series, draft, bad-rule, too-often, bad-days)."""
    tournament = locked(tournament_id)
    if tournament.series_id is not None:
        raise UserError("in-series", _("This tournament is already part of a series."))
    if tournament.status == Tournament.Status.DRAFT:
        raise UserError("draft", _("Announce this tournament first, then it can be repeated."))
    series = Series.objects.create(
        rule=checked(rule, tournament.starts_at, tournament.time_zone),
        time_zone=tournament.time_zone,
        first_at=tournament.starts_at,
        last_at=tournament.starts_at,
        days_ahead=_checked_days(days_ahead),
    )
    Tournament.objects.filter(pk=tournament.pk).update(series=series)
    _create_due(series, now or timezone.now())
    return series


def _checked_days(days_ahead: int) -> int:
    if not 1 <= days_ahead <= MOST_DAYS_AHEAD:
        sentence = _("Dates can be created 1 to %(most)d days ahead.")
        raise UserError("bad-days", sentence % {"most": MOST_DAYS_AHEAD})
    return days_ahead


@transaction.atomic
def change_series(
    *, series_id: int, rule: str, hour: int, minute: int, days_ahead: int, now: datetime | None = None
) -> Series:
    """Change the rule for dates that have not been created yet, and resume a stopped series.

    Raises UserError (bad-rule, too-often, bad-days).
    """
    series = _locked_series(series_id)
    day = local(series.last_at, series.time_zone)
    series.first_at = nearest_moment(day.replace(hour=hour, minute=minute), series.time_zone)
    series.rule = checked(rule, series.first_at, series.time_zone)
    series.days_ahead = _checked_days(days_ahead)
    # moving the last date to a later hour must not create a second date on that day
    series.last_at = max(series.last_at, series.first_at)
    series.is_stopped = False
    series.save(update_fields=["rule", "days_ahead", "first_at", "last_at", "is_stopped"])
    _create_due(series, now or timezone.now())
    return series


@transaction.atomic
def stop_series(*, series_id: int) -> None:
    """Stop creating dates; existing ones stay. Idempotent."""
    series = _locked_series(series_id)
    series.is_stopped, series.next_at = True, None
    series.save(update_fields=["is_stopped", "next_at"])


@transaction.atomic
def create_dates(*, series_id: int, now: datetime | None = None) -> int:
    """Create all dates that are due, each once; return their number."""
    return _create_due(_locked_series(series_id), now or timezone.now())


def _locked_series(series_id: int) -> Series:
    return Series.objects.select_for_update().get(pk=series_id)


def _create_due(series: Series, now: datetime) -> int:
    if series.is_stopped:
        return 0
    created, until = 0, now + timedelta(days=series.days_ahead)
    while True:
        # dates that passed while the site was down are skipped
        date = next_date(series.rule, series.first_at, series.time_zone, max(series.last_at, now))
        if date is None or date > until or created >= MOST_AT_ONCE:
            series.next_at = None if date is None else date - timedelta(days=series.days_ahead)
            break
        try:
            with transaction.atomic():
                _create(series, date, now)
        except UserError as refusal:
            series.is_stopped = refusal.code not in PASSING
            series.next_at = None if series.is_stopped else now + LATER
            break
        series.last_at, created = date, created + 1
    series.save(update_fields=["last_at", "next_at", "is_stopped"])
    return created


def _create(series: Series, date: datetime, now: datetime) -> None:
    """Create a date. Raises UserError if the organiser may not plan it any more."""
    like = _newest(series)
    if like is None:
        raise UserError("no-pattern", _("There is no tournament left to repeat."))
    if series.tournaments.filter(starts_at=date).exists():
        return
    check_may_plan(like.organiser, like.club)
    lead = like.starts_at - like.registration_at
    tournament = plans.plan(
        organiser=like.organiser,
        club=like.club,
        series=series,
        terms=like.terms.starting(date, registration_at=min(max(date - lead, now), date)),
    )
    tournament.helpers.set(like.helpers.all())
    stages.announce(tournament_id=tournament.pk, now=now)


def _newest(series: Series) -> Tournament | None:
    """Return the tournament to copy: the newest that was not cancelled, or else the newest."""
    tournaments = series.tournaments.select_related("club", "organiser").order_by("-starts_at")
    return tournaments.exclude(status=Tournament.Status.CANCELLED).first() or tournaments.first()
