"""Estimates: tables, byes, rounds, and when it ends."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.tournaments.plans import CHICKEN_FOOT
from tournaments.planning.estimate import estimate, in_words
from tournaments.terms import Terms
from tournaments.terms.checks import by_current_rules


def terms(**columns: Any) -> Terms:
    return by_current_rules(Terms.from_columns(CHICKEN_FOOT | columns))


def test_tables_byes_and_rounds_are_those_of_the_format() -> None:
    knockout = terms(game="two-step", format="knockout", options={"target": 5}, break_seconds=0)
    seen = estimate(knockout, 6)
    assert (seen.sizes, seen.rounds, seen.byes) == ((2, 2), 3, 2)
    assert in_words(knockout, 6)[1] == "2 players go on to the second round without a match."


def test_a_round_is_no_longer_than_its_time() -> None:
    league = terms(
        game="two-step", format="swiss", rounds=3, options={"target": 10}, round_minutes=10, break_seconds=300
    )
    seen = estimate(league, 8)
    assert seen.round_minutes == 10
    assert seen.ends_at == seen.ends_by == league.starts_at + timedelta(minutes=3 * 10 + 2 * 5)


def test_there_is_no_estimate_with_hours_for_a_move() -> None:
    slow = terms(game="two-step", format="swiss", rounds=3, seconds=8 * 3600)
    assert estimate(slow, 8).ends_at is None
    assert in_words(slow, 8)[1] == "3 rounds, each as long as its tables take."
    weekly = terms(game="two-step", format="swiss", rounds=2, seconds=8 * 3600, round_minutes=7 * 24 * 60)
    assert in_words(weekly, 8)[1] == "2 rounds; it ends by 20:02 on Friday, 20 March at the latest."


def test_a_league_ends_on_a_date() -> None:
    league = terms(game="two-step", format="round-robin", seconds=86_400, days_between=7, break_seconds=0)
    assert estimate(league, 4).ends_by == league.starts_at + timedelta(days=21)
    assert in_words(league, 4)[1] == (
        "3 rounds, every week: the last begins at 20:00 on Friday, 20 March, "
        "and it ends by 20:00 on Friday, 27 March at the latest."
    )
    after_the_change = in_words(league, 6)[1]
    assert "the last begins at 20:00 on Friday, 3 April" in after_the_change


def test_a_league_of_evenings_ends_on_its_last_evening() -> None:
    league = terms(game="two-step", format="swiss", rounds=4, options={"target": 5}, days_between=14)
    seen = estimate(league, 8)
    assert seen.ends_at == league.starts_at + timedelta(days=42, hours=-1, minutes=seen.round_minutes or 0)
    assert in_words(league, 8)[1] == (
        "4 rounds of about 21 min, every 2 weeks: the last begins at 20:00 on Friday, 17 April."
    )


def test_one_alone_finds_no_table() -> None:
    assert "too few" in in_words(terms(), 1)[0]
