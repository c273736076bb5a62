"""Local times that exist once, twice, or not at all."""

from __future__ import annotations

from datetime import UTC, date, datetime, time

import pytest

from common.errors import UserError
from tournaments.base.clock import moment
from tournaments.terms.moments import nearest_moment


def test_eight_in_the_evening_is_the_hour_of_the_zone() -> None:
    assert moment(date(2027, 7, 2), time(20), "Europe/Berlin") == datetime(2027, 7, 2, 18, tzinfo=UTC)
    assert moment(date(2027, 12, 3), time(20), "Europe/Berlin") == datetime(2027, 12, 3, 19, tzinfo=UTC)


@pytest.mark.parametrize(
    ("day", "hour", "zone", "code"),
    [
        (date(2027, 3, 28), time(2, 0), "Europe/Berlin", "no-such-time"),
        (date(2027, 3, 28), time(2, 59), "Europe/Berlin", "no-such-time"),
        (date(2027, 10, 31), time(2, 0), "Europe/Berlin", "twice"),
        (date(2027, 10, 31), time(2, 59), "Europe/Berlin", "twice"),
        (date(2027, 3, 14), time(2, 30), "America/New_York", "no-such-time"),
        (date(2027, 10, 3), time(2, 15), "Australia/Lord_Howe", "no-such-time"),
        (date(2011, 12, 30), time(12), "Pacific/Apia", "no-such-time"),
    ],
)
def test_missing_and_ambiguous_times_are_refused(day: date, hour: time, zone: str, code: str) -> None:
    with pytest.raises(UserError) as refusal:
        moment(day, hour, zone)
    assert refusal.value.code == code


@pytest.mark.parametrize("hour", [time(1, 59), time(3, 0)])
@pytest.mark.parametrize("day", [date(2027, 3, 28), date(2027, 10, 31)])
def test_a_minute_before_or_after_is_accepted(day: date, hour: time) -> None:
    assert moment(day, hour, "Europe/Berlin").astimezone(UTC) == nearest_moment(
        datetime.combine(day, hour), "Europe/Berlin"
    )
