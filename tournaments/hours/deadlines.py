"""The deadline for agreeing on the hour of a match, and the hour that applies otherwise."""

from __future__ import annotations

from datetime import datetime, timedelta

from tournaments.models import Round, Tournament
from tournaments.terms import Dates

AT_THE_LATEST = timedelta(hours=2)
"""A match begins at least this long before its round is over, so that there is time to play it."""
TOLD_AHEAD = timedelta(days=1)
"""If the organisers have not decided, the fixed hour is set this long in advance."""


def agree_by(tournament: Tournament, round_: Round) -> datetime:
    """Return the deadline for agreeing on an hour."""
    return _after(tournament, round_, tournament.agree_days)


def fixed_hour(tournament: Tournament, round_: Round) -> datetime:
    """Return the hour that applies if none is agreed, unless the match then counts as missed."""
    return _after(tournament, round_, tournament.fixed_day)


def rule_applies_at(tournament: Tournament, round_: Round) -> datetime:
    """Return when the organiser's rule takes effect; if the organisers decide, this is the deadline for doing so."""
    by = agree_by(tournament, round_)
    if tournament.agreeing == Tournament.Agreeing.ORGANISER:
        return max(by, fixed_hour(tournament, round_) - TOLD_AHEAD)
    return by


def latest_hour(round_: Round) -> datetime:
    """Return the latest hour at which a match of a round that has begun may begin."""
    assert round_.ends_at is not None
    return round_.ends_at - AT_THE_LATEST


def _after(tournament: Tournament, round_: Round, days: int) -> datetime:
    schedule = tournament.schedule
    assert isinstance(schedule, Dates)
    assert round_.started_at is not None
    return min(schedule.days_after(round_.started_at, days), latest_hour(round_))
