"""Moments by the clock: what there is once, twice, and not at all; and what to expect of a plan."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

import pytest

from accounts.models import Player
from common.errors import UserError
from tests.tournaments.plans import planned
from tournaments.base.clock import moment, nearest_moment
from tournaments.planning.estimate import forecast, in_words


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
def test_what_there_is_not_or_twice_is_refused(day: date, hour: time, zone: str, code: str) -> None:
    with pytest.raises(UserError) as refusal:
        moment(day, hour, zone)
    assert refusal.value.code == code


@pytest.mark.parametrize("hour", [time(1, 59), time(3, 0)])
@pytest.mark.parametrize("day", [date(2027, 3, 28), date(2027, 10, 31)])
def test_a_minute_beside_it_is_fine(day: date, hour: time) -> None:
    assert moment(day, hour, "Europe/Berlin").astimezone(UTC) == nearest_moment(
        datetime.combine(day, hour), "Europe/Berlin"
    )


# --- What to expect ---


def test_tables_byes_and_rounds_are_those_of_the_format(olga: Player) -> None:
    knockout = planned(olga, game="two-step", format="knockout", options={"target": 5}, break_seconds=0)
    seen = forecast(knockout, 6)
    assert (seen.sizes, seen.rounds, seen.byes) == ((2, 2), 3, 2)
    assert in_words(knockout, 6)[1] == "2 players go on to the second round without a match."


def test_a_round_is_no_longer_than_its_time(olga: Player) -> None:
    league = planned(
        olga, game="two-step", format="swiss", rounds=3, options={"target": 10}, round_minutes=10, break_seconds=300
    )
    seen = forecast(league, 8)
    assert seen.round_minutes == 10
    assert seen.ends_at == seen.ends_by == league.starts_at + timedelta(minutes=3 * 10 + 2 * 5)


def test_nobody_tells_how_long_it_takes_with_hours_for_a_move(olga: Player) -> None:
    slow = planned(olga, game="two-step", format="swiss", rounds=3, seconds=8 * 3600)
    assert forecast(slow, 8).ends_at is None
    assert in_words(slow, 8)[1] == "3 rounds, each as long as its tables take."
    weekly = planned(olga, game="two-step", format="swiss", rounds=2, seconds=8 * 3600, round_minutes=7 * 24 * 60)
    assert in_words(weekly, 8)[1] == "2 rounds; it ends by 20:02 on Friday, 20 March at the latest."


def test_a_league_ends_on_a_date(olga: Player) -> None:
    league = planned(olga, game="two-step", format="round-robin", seconds=86_400, days_between=7, break_seconds=0)
    assert forecast(league, 4).ends_by == league.starts_at + timedelta(days=21)
    assert in_words(league, 4)[1] == (
        "3 rounds, every week: the last begins at 20:00 on Friday, 20 March, "
        "and it ends by 20:00 on Friday, 27 March at the latest."
    )
    after_the_change = in_words(league, 6)[1]
    assert "the last begins at 20:00 on Friday, 3 April" in after_the_change


def test_a_league_of_evenings_ends_on_its_last_evening(olga: Player) -> None:
    league = planned(olga, game="two-step", format="swiss", rounds=4, options={"target": 5}, days_between=14)
    seen = forecast(league, 8)
    assert seen.ends_at == league.starts_at + timedelta(days=42, hours=-1, minutes=seen.round_minutes or 0)
    assert in_words(league, 8)[1] == (
        "4 rounds of about 21 min, every 2 weeks: the last begins at 20:00 on Friday, 17 April."
    )


def test_one_alone_finds_no_table(olga: Player) -> None:
    assert "too few" in in_words(planned(olga), 1)[0]
