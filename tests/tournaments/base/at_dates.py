"""Spans of time, and the dates of a league."""

from datetime import datetime, timedelta

from tests.tournaments.people import date_of
from tournaments.models import Tournament

WEEK, DAY, HOUR, MINUTE = timedelta(days=7), timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)


def dates(league: Tournament) -> list[datetime]:
    return [date_of(league, number) for number in range(1, 5)]
