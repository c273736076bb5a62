"""Breaks and dates: when rounds begin and end, whether something is early, late, or clocks change."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tournaments.terms import Breaks, Dates, Schedule
from tournaments.terms.schedule import Times, prolonged

WEEK, DAY, HOUR, MINUTE = timedelta(days=7), timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)
FRIDAY_AT_EIGHT = datetime(2026, 3, 6, 19, tzinfo=UTC)
"""In Berlin, where the clocks go forward on 29 March."""


@dataclass
class Played:
    """A round as a schedule sees it."""

    number: int
    opens_at: datetime
    started_at: datetime | None = None
    ends_at: datetime | None = None
    finished_at: datetime | None = None


def berlin(**changes: Any) -> Dates:
    return replace(Dates(starts_at=FRIDAY_AT_EIGHT, time_zone="Europe/Berlin", days=7), **changes)


def test_eight_o_clock_stays_eight_o_clock_when_the_clocks_change() -> None:
    dates = [berlin().date_of(number) for number in range(1, 6)]
    assert [f"{date.astimezone(UTC):%d.%m. %H:%M}" for date in dates] == [
        "06.03. 19:00", "13.03. 19:00", "20.03. 19:00", "27.03. 19:00", "03.04. 18:00"
    ]  # fmt: skip


def test_an_hour_that_there_is_not_on_that_day_is_as_much_later() -> None:
    daily = berlin(days=1, starts_at=datetime(2026, 3, 27, 1, 30, tzinfo=UTC))
    dates = [daily.date_of(number) for number in range(1, 5)]
    assert [f"{date.astimezone(UTC):%d. %H:%M}" for date in dates] == [
        "27. 01:30", "28. 01:30", "29. 01:30", "30. 00:30"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("number", "late", "date"),
    [
        (1, -2 * DAY, 2),
        (1, timedelta(), 2),
        (3, 2 * WEEK, 4),
        (3, 2 * WEEK + 3 * DAY, 4),
        (3, 2 * WEEK + 4 * DAY, 5),
        (3, 6 * WEEK + DAY, 8),
    ],
    ids=["started early by hand", "in time", "in time too", "late", "too late", "after a long pause"],
)
def test_a_round_lasts_until_the_next_date_that_leaves_it_half_of_its_time(
    number: int, late: timedelta, date: int
) -> None:
    league = berlin()
    assert league.date_after(number, FRIDAY_AT_EIGHT + late) == league.date_of(date)


@pytest.mark.parametrize("apart", [1, 2, 7, 31])
def test_every_date_leads_to_the_next_all_through_the_year(apart: int) -> None:
    league = berlin(days=apart)
    for number in range(1, 400 // apart):
        assert league.date_after(number, league.date_of(number) + 5 * MINUTE) == league.date_of(number + 1)


# --- Breaks and dates, side by side ---

EVENING = Breaks(starts_at=FRIDAY_AT_EIGHT, time_zone="Europe/Berlin", seconds=300)


@pytest.mark.parametrize("schedule", [EVENING, replace(EVENING, round_minutes=20), berlin(), berlin(round_minutes=90)])
def test_columns_tell_the_schedule_and_it_tells_the_columns(schedule: Schedule) -> None:
    assert Schedule.from_columns(schedule.columns) == schedule


def test_what_is_not_said_is_as_usual() -> None:
    assert Schedule.from_columns({}) == Breaks()


@pytest.mark.parametrize(
    ("schedule", "limit", "ends_by", "longest"),
    [
        (EVENING, None, None, None),
        (replace(EVENING, round_minutes=20), 20 * MINUTE, FRIDAY_AT_EIGHT + 70 * MINUTE, 70 * MINUTE),
        (berlin(), WEEK, FRIDAY_AT_EIGHT + 3 * WEEK, 21 * DAY),
        (berlin(round_minutes=90), 90 * MINUTE, FRIDAY_AT_EIGHT + 2 * WEEK + 90 * MINUTE, 15 * DAY),
        (berlin(round_minutes=2 * 24 * 60), 2 * DAY, FRIDAY_AT_EIGHT + 2 * WEEK + 2 * DAY, 16 * DAY),
    ],
)
def test_three_rounds_last_so_long_at_most(
    schedule: Schedule, limit: timedelta | None, ends_by: datetime | None, longest: timedelta | None
) -> None:
    assert (schedule.limit, schedule.ends_by(3), schedule.longest(3)) == (limit, ends_by, longest)


def test_rounds_begin_after_those_before_them_or_on_their_dates() -> None:
    assert EVENING.begins(1, 20 * MINUTE) == FRIDAY_AT_EIGHT
    assert EVENING.begins(3, 20 * MINUTE) == FRIDAY_AT_EIGHT + 50 * MINUTE
    assert berlin().begins(3, 20 * MINUTE) == FRIDAY_AT_EIGHT + 2 * WEEK


def test_a_rehearsal_counts_seconds_from_the_start() -> None:
    assert [EVENING.seconds_until(number, 1000) for number in (1, 2)] == [1000, 1300]
    assert [berlin().seconds_until(number, 1000) for number in (1, 2)] == [0, 7 * 86_400]
    assert EVENING.moment(1300) == FRIDAY_AT_EIGHT + timedelta(seconds=1300)
    after_the_change = berlin().moment(4 * 7 * 86_400 + 60)
    assert after_the_change == FRIDAY_AT_EIGHT + 4 * WEEK - HOUR + MINUTE


@pytest.mark.parametrize(
    ("schedule", "next_at", "ahead", "ends_at"),
    [
        (EVENING, 65 * MINUTE, HOUR, None),
        (replace(EVENING, round_minutes=20), 65 * MINUTE, HOUR, 20 * MINUTE),
        (berlin(), WEEK, 6 * DAY, WEEK),
        (berlin(round_minutes=20), WEEK, 6 * DAY, 20 * MINUTE),
    ],
)
def test_a_round_that_is_done_is_followed_after_the_break_or_on_its_date(
    schedule: Schedule, next_at: timedelta, ahead: timedelta, ends_at: timedelta | None
) -> None:
    done = Played(1, FRIDAY_AT_EIGHT, started_at=FRIDAY_AT_EIGHT, finished_at=FRIDAY_AT_EIGHT + HOUR)
    assert schedule.next_round_at(done) == FRIDAY_AT_EIGHT + next_at
    assert schedule.seated_ahead_at(done, DAY) == FRIDAY_AT_EIGHT + ahead
    assert schedule.end_of(done) == (FRIDAY_AT_EIGHT + ends_at if ends_at else None)


def test_what_is_coming_is_known_on_dates_alone() -> None:
    running = Played(1, FRIDAY_AT_EIGHT, started_at=FRIDAY_AT_EIGHT, ends_at=FRIDAY_AT_EIGHT + WEEK)
    assert EVENING.coming(running, 3) == []
    assert berlin().coming(None, 2) == [(1, FRIDAY_AT_EIGHT), (2, FRIDAY_AT_EIGHT + WEEK)]
    assert berlin().coming(running, 3) == [(2, FRIDAY_AT_EIGHT + WEEK), (3, FRIDAY_AT_EIGHT + 2 * WEEK)]
    extended = replace(running, ends_at=FRIDAY_AT_EIGHT + WEEK + 5 * DAY)
    assert berlin().coming(extended, 3) == [(2, FRIDAY_AT_EIGHT + WEEK + 5 * DAY), (3, FRIDAY_AT_EIGHT + 3 * WEEK)]


# --- What an outage or a pause has taken ---


def test_time_is_given_back_as_far_as_the_date_allows() -> None:
    now = FRIDAY_AT_EIGHT
    assert prolonged(now + HOUR, 2 * HOUR, now + 2 * HOUR, now) == now + 2 * HOUR
    assert prolonged(now - HOUR, 2 * HOUR, now - HOUR, now) == now + HOUR
    assert prolonged(now + 3 * HOUR, 2 * HOUR, now + HOUR, now) == now + 3 * HOUR, "extended beyond its date"


def test_a_break_gets_its_time_back_and_a_date_stays() -> None:
    opens, now = FRIDAY_AT_EIGHT, FRIDAY_AT_EIGHT + HOUR
    seated = Played(1, opens)
    assert EVENING.given_back(seated, 2 * HOUR, now) == Times(opens + 2 * HOUR, None, None)
    assert berlin().given_back(seated, 2 * HOUR, now) == Times(now, None, None)
    running = replace(seated, started_at=opens, ends_at=opens + 2 * HOUR)
    assert EVENING.given_back(running, HOUR, now) == Times(opens, opens + 3 * HOUR, None)
    assert berlin().given_back(running, HOUR, now) == Times(opens, opens + 3 * HOUR, None)
    until_its_date = replace(running, ends_at=opens + WEEK)
    assert berlin().given_back(until_its_date, HOUR, now) == Times(opens, opens + WEEK, None)
    over = replace(running, finished_at=opens + HOUR)
    assert EVENING.given_back(over, HOUR, now).finished_at == opens + 2 * HOUR
    assert berlin().given_back(over, HOUR, now).finished_at == opens + HOUR
