"""The terms of a tournament: one value, stored in its columns."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import timedelta

import pytest

from accounts.models import Player
from tests.tournaments.plans import CHICKEN_FOOT, changed, planned
from tournaments.models import Tournament
from tournaments.terms import Breaks, Dates, Terms
from tournaments.terms.terms import COLUMNS

TERMS = Terms.from_columns(CHICKEN_FOOT)


def test_a_tournament_gives_the_terms_on_which_it_was_planned(olga: Player) -> None:
    agreed = replace(TERMS, schedule=replace(TERMS.schedule, round_minutes=20), tie_breaks=(), most=12, absence="drop")
    tournament = planned(olga, **agreed.columns)
    tournament.refresh_from_db()
    assert tournament.terms == replace(agreed, options=tournament.options)
    assert tournament.schedule == agreed.schedule


def test_terms_go_into_columns_and_back() -> None:
    for terms in (TERMS, replace(TERMS, schedule=Dates(days=7)), replace(TERMS, tie_breaks=("buchholz", "wins"))):
        assert Terms.from_columns(terms.columns) == terms
        assert set(terms.columns) == set(COLUMNS)


def test_what_is_usual_is_the_same_in_the_columns() -> None:
    usual = Terms(format="swiss", game="two-step").columns
    needed = {"name", "description", "format", "game", "starts_at", "registration_at"}
    for name in set(COLUMNS) - needed:
        assert usual[name] == getattr(Tournament(), name), name


def test_a_column_that_there_is_not_is_refused() -> None:
    with pytest.raises(TypeError):
        Terms.from_columns(CHICKEN_FOOT | {"days": 7})


def test_the_format_is_told_what_it_plays_by() -> None:
    plan = replace(TERMS, rounds=3, tie_breaks=("wins",)).plan
    assert {one.name: getattr(plan, one.name) for one in fields(plan)}.items() <= {
        **replace(TERMS, rounds=3).columns, "tie_breaks": ("wins",)
    }.items()  # fmt: skip


@pytest.mark.parametrize(
    "different",
    [
        changed(rounds=7),
        changed(game="two-step"),
        changed(tie_breaks=["wins"]),
        changed(starts_at=TERMS.starts_at + timedelta(hours=1)),
        changed(days_between=7),
    ],
)
def test_what_decides_the_results_is_settled_at_the_start(different: object) -> None:
    assert callable(different)
    assert different(TERMS).differs_in_fixed_terms(TERMS)


def test_the_rest_can_be_changed_while_it_runs() -> None:
    other = changed(name="Another", seconds=60, break_seconds=600, round_minutes=9, most=12, late_rounds=3)(TERMS)
    assert not other.differs_in_fixed_terms(TERMS)
    assert other.columns_unlike(TERMS) == {"name", "seconds", "break_seconds", "round_minutes", "most", "late_rounds"}


def test_terms_can_be_kept_for_another_start() -> None:
    weekly = replace(TERMS, schedule=Dates(days=7, time_zone="Europe/Berlin"))
    later = weekly.starting(TERMS.starts_at, registration_at=TERMS.starts_at)
    assert (later.starts_at, later.registration_at) == (TERMS.starts_at, TERMS.starts_at)
    assert later.columns_unlike(weekly) == {"starts_at", "registration_at"}
    assert isinstance(later.schedule, Dates)
    assert isinstance(TERMS.schedule, Breaks)
