"""When rounds are played: after a break, or on dates so many days apart, at the same hour by the tournament's clock.

Dates hold: a round that is done early is followed at its date, one that is late at once. Only a round that begins so
late that less than half of its time is left lasts until the date after, and puts off those that follow by one date.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from tournaments.base.clock import nearest_moment
from tournaments.models import Round, Tournament


def date_of(tournament: Tournament, number: int) -> datetime:
    """On which round `number` is planned, whatever has happened since."""
    if number == 1:
        return tournament.starts_at
    local = tournament.starts_at.astimezone(ZoneInfo(tournament.time_zone)).replace(tzinfo=None)
    return nearest_moment(local + timedelta(days=(number - 1) * tournament.days_between), tournament.time_zone)


def next_date(tournament: Tournament, round_: Round) -> datetime:
    """Until which a round is played at the latest; also of the last one, which is as long as the others."""
    return date_after(tournament, round_.number, round_.started_at or round_.opens_at)


def date_after(tournament: Tournament, number: int, begins_at: datetime) -> datetime:
    """The first date after that of round `number` before which more than half of its time is left."""
    apart = timedelta(days=tournament.days_between)
    enough = begins_at + apart / 2
    at = max(number, (enough - tournament.starts_at) // apart) + 1
    while date_of(tournament, at) < enough:
        at += 1
    return date_of(tournament, at)


def next_round_at(tournament: Tournament, last: Round) -> datetime:
    """When the round after `last`, which is over, begins."""
    assert last.finished_at is not None
    if tournament.days_between:
        return max(next_date(tournament, last), last.finished_at)
    return last.finished_at + timedelta(seconds=tournament.break_seconds)


def coming(tournament: Tournament, current: Round | None, rounds: int) -> list[tuple[int, datetime]]:
    """The rounds after `current`, of `rounds` in all, and when each of them begins if nothing else comes between."""
    if current is None:
        return [(number, date_of(tournament, number)) for number in range(1, rounds + 1)]
    at = _expected_after(tournament, current)
    dates = []
    for number in range(current.number + 1, rounds + 1):
        dates.append((number, at))
        at = date_after(tournament, number, at)
    return dates


def _expected_after(tournament: Tournament, current: Round) -> datetime:
    if current.finished_at is not None:
        return next_round_at(tournament, current)
    date = next_date(tournament, current)
    return max(date, current.ends_at or date)


def end_of_round(tournament: Tournament, round_: Round) -> datetime | None:
    """When the time of a round that has begun is over; None: never."""
    assert round_.started_at is not None
    ends = []
    if tournament.round_minutes:
        ends.append(round_.started_at + timedelta(minutes=tournament.round_minutes))
    if tournament.days_between:
        ends.append(next_date(tournament, round_))
    return min(ends, default=None)


def given_back(at: datetime, gap: timedelta, latest: datetime | None, now: datetime) -> datetime:
    """`at` as much later as nothing could happen, but not later than `latest`, a date that is still to come."""
    if latest is None or max(latest, at) <= now:
        return at + gap
    return min(at + gap, max(latest, at))
