"""Handicap points: how they follow from ratings, which formats have them, and how they affect standings and reasons."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratings.skill import START
from tests.often import times
from tests.tournaments.formats.tables.at_tables import (
    ANNA,
    BEN,
    CARLA,
    DAVID,
    doubles,
    event,
    kardinal,
    played,
    played_through,
    said,
    table,
)
from tournaments.formats import FORMATS, Event, Plan, PlanError, PlayedRound, Standing, handicap

few = settings(max_examples=times(40, 400), deadline=None)
FIFTY = replace(doubles(), handicap_step=50, handicap_most=8)
ratings = st.one_of(st.none(), st.integers(-500, 3000))
FIRST = played(1, table(1, anna=20, ben=5, carla=30, david=0))


def points(rating: int | None, plan: Plan = FIFTY, *, low_wins: bool = True) -> int:
    return handicap.points(plan, rating, low_wins=low_wins)


def with_handicaps(its: Event, **given: int) -> Event:
    of = {"anna": ANNA, "ben": BEN, "carla": CARLA, "david": DAVID}
    by_id = {of[name]: points for name, points in given.items()}
    return replace(its, entrants=tuple(replace(one, handicap=by_id.get(one.id, 0)) for one in its.entrants))


def evening(*rounds: PlayedRound, plan: Plan = FIFTY) -> Event:
    return with_handicaps(event(plan, 4, *rounds), anna=4, carla=-2, david=8)


def standing(its: Event, entrant: int) -> Standing:
    return next(one for one in FORMATS[its.plan.format].standings(its) if one.entrant == entrant)


def test_the_level_is_where_every_rating_begins() -> None:
    assert handicap.LEVEL == START


@pytest.mark.parametrize(
    ("rating", "expected"), [(1230, 4), (1049, 0), (1050, 1), (951, 0), (870, -2), (1500, 8), (0, -8), (None, 0)]
)
def test_whole_points_for_every_fifty_above_or_below_a_thousand(rating: int | None, expected: int) -> None:
    assert points(rating) == expected
    assert points(rating, low_wins=False) == -expected
    assert points(rating, doubles()) == 0


@few
@given(one=ratings, other=ratings, step=st.integers(5, 1000), most=st.integers(1, 50), low_wins=st.booleans())
def test_the_stronger_never_has_it_easier(
    one: int | None, other: int | None, step: int, most: int, low_wins: bool
) -> None:
    plan = replace(doubles(), handicap_step=step, handicap_most=most)
    harder, easier = sorted((one, other), key=lambda rating: START if rating is None else rating, reverse=True)
    sign = 1 if low_wins else -1
    assert sign * points(harder, plan, low_wins=low_wins) >= sign * points(easier, plan, low_wins=low_wins)
    assert abs(points(one, plan, low_wins=low_wins)) <= most


def test_they_are_part_of_every_round_at_a_table() -> None:
    its = evening(FIRST, played(2, table(1, anna=3, ben=7, carla=0, david=9)))
    assert [standing(its, one).rounds for one in (ANNA, BEN, CARLA, DAVID)] == [
        ("24", "7"),
        ("5", "7"),
        ("28", "-2"),
        ("8", "17"),
    ]
    assert [one.entrant for one in FORMATS[FIFTY.format].standings(its)] == [BEN, DAVID, CARLA, ANNA]


def test_missed_rounds_and_byes_count_like_those_of_others() -> None:
    """The worst of the round is Anna's 24, and Carla's bye the average of her own 28 and -2."""
    its = evening(FIRST, played(2, table(1, anna=20, ben=5), byes=(CARLA,)), played(3, table(1, anna=1, carla=0)))
    assert standing(its, CARLA).rounds == ("28", "bye 13", "-2")
    assert standing(its, DAVID).rounds == ("8", "(24)", "(5)")


def test_with_the_same_tiles_they_are_added_to_the_difference() -> None:
    plan = replace(FIFTY, duplicate=True, table_size=2)
    its = evening(played(1, table(1, anna=20, ben=5), table(2, carla=30, david=0)), plan=plan)
    assert [standing(its, one).rounds for one in (ANNA, BEN, CARLA, DAVID)] == [("-6",), ("+5",), ("+8",), ("+3",)]


@few
@given(seed=st.integers(0, 999), count=st.integers(2, 14), same=st.integers(-9, 9))
def test_the_same_for_everybody_changes_no_rank(seed: int, count: int, same: int) -> None:
    plan = replace(doubles(4, high=3), handicap_step=50, late_score="average")
    plain = played_through(plan, count, seed, there=0.8)
    shifted = replace(plain, entrants=tuple(replace(one, handicap=same) for one in plain.entrants))
    standings = FORMATS[plan.format].standings
    tables = any(each.tables for each in plain.rounds)
    assert [(one.entrant, one.rank) for one in standings(plain)] == [
        (one.entrant, one.rank) for one in standings(shifted)
    ]
    for before, after in zip(standings(plain), standings(shifted), strict=True):
        assert after.score.value - before.score.value == (same * len(plain.rounds) if tables else 0)


def test_tie_breaks_count_the_match_as_it_was_played_except_the_best_round() -> None:
    plan = replace(kardinal(ending="points"), handicap_step=50)
    its = evening(FIRST, plan=plan)
    breaks = {value.slug: value.shown for value in standing(its, DAVID).tie_breaks}
    assert breaks == {"rounds-won": "1", "best-round": "8", "zero-deals": "1", "lowest-deal": "\N{EN DASH}"}


def test_the_reasons_say_how_handicaps_count() -> None:
    its = evening(FIRST, played(2, table(1, anna=3, ben=7)))
    why = {one: said(FORMATS[FIFTY.format].why_this_rank(its, one)) for one in (ANNA, BEN, CARLA)}
    assert "Your handicap adds 4 to your result in every round at a table: 8 so far." in why[ANNA]
    assert "You have no handicap: your results count as they were played." in why[BEN]
    assert "Your handicap takes 2 off your result in every round at a table: 2 so far." in why[CARLA]
    plain = said(FORMATS[FIFTY.format].why_this_rank(event(doubles(), 4, FIRST), ANNA))
    assert not any("handicap" in sentence for sentence in plain)


@pytest.mark.parametrize("format", FORMATS)
def test_a_format_allows_them_or_says_why_not(format: str) -> None:
    played_as = FORMATS[format]
    plan = Plan(format, "chicken-foot", handicap_step=50)
    if format in ("descending-doubles", "table-rounds"):
        handicap.check(plan, played_as)
    else:
        with pytest.raises(PlanError, match="points of all rounds are added up") as refused:
            handicap.check(plan, played_as)
        assert refused.value.at == "handicap_step"
        handicap.check(replace(plan, handicap_step=0), played_as)


@pytest.mark.parametrize(
    ("step", "most", "at"), [(4, 10, "handicap_step"), (1001, 10, "handicap_step"), (50, 0, "handicap_most")]
)
def test_too_many_are_refused(step: int, most: int, at: str) -> None:
    with pytest.raises(PlanError) as refused:
        handicap.check(replace(FIFTY, handicap_step=step, handicap_most=most), FORMATS[FIFTY.format])
    assert refused.value.at == at
