"""Rolling tables: free players are seated at once, with similar scores and new opponents, and points add up."""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.often import times
from tournaments.formats import Entrant, Event, Plan, PlanError, PlayedRound, PlayedTable, Seating, SeatScore
from tournaments.formats.rolling import reasons
from tournaments.formats.rolling.formats import RollingTables
from tournaments.formats.rolling.points import standings, table_results, totals
from tournaments.formats.rolling.seating import seat, sizes
from tournaments.formats.tables.texts import YOU_MET

FOURS = Plan("rolling", "chicken-foot", {"set": 9, "high": 9, "low": 0}, table_size=4)
TWOS = Plan("rolling", "two-step", {"target": 1}, table_size=2)


def event(entrants: int, plan: Plan = FOURS) -> Event:
    plan = replace(plan, options=plan.rules.complete(plan.options))
    return Event(plan, tuple(Entrant(id, id) for id in range(1, entrants + 1)))


def seated(at: Event, free: Collection[int], seed: int = 0) -> Seating:
    return seat(at, free, random.Random(seed))


def opened(at: Event, seating: Seating) -> Event:
    tables = tuple(PlayedTable(number, table.entrants) for number, table in enumerate(seating.tables, 1))
    return replace(at, rounds=(*at.rounds, PlayedRound(len(at.rounds) + 1, tables)))


def over(at: Event, *points: int, absent: Collection[int] = ()) -> Event:
    """Return the event after one more table of the first entrants, who have these points left."""
    scores = tuple(SeatScore(one, absent=id in absent) for id, one in enumerate(points, 1))
    table = PlayedTable(1, tuple(range(1, len(points) + 1)), scores)
    return replace(at, rounds=(*at.rounds, PlayedRound(len(at.rounds) + 1, (table,))))


def ended(at: Event, which: int, rng: random.Random) -> Event:
    """Return the event with the running tables of one round over."""
    tables = tuple(
        replace(table, scores=table.scores or tuple(SeatScore(rng.randrange(30)) for _ in table.entrants))
        for table in at.rounds[which].tables
    )
    rounds = (*at.rounds[:which], replace(at.rounds[which], tables=tables), *at.rounds[which + 1 :])
    return replace(at, rounds=rounds)


def companies(seating: Seating) -> list[set[int]]:
    return [set(table.entrants) for table in seating.tables]


# --- Who sits together ---


@pytest.mark.parametrize(
    ("free", "parts"),
    [(0, ()), (2, ()), (3, (3,)), (4, (4,)), (5, (5,)), (6, (3, 3)), (7, (4, 3)), (8, (4, 4)), (11, (4, 4, 3))],
)
def test_tables_have_four_or_else_three_or_five(free: int, parts: tuple[int, ...]) -> None:
    assert sizes(event(20).plan, free) == parts


def test_duels_are_seated_in_pairs_and_one_waits() -> None:
    assert sizes(event(9, TWOS).plan, 9) == (2, 2, 2, 2)
    assert len(seated(event(9, TWOS), range(1, 10)).tables) == 4


def test_those_near_in_score_sit_together() -> None:
    at = over(over(event(8), 0, 1, 2, 3), 0, 1, 2, 3)
    strong, weak = companies(seated(event(8), range(1, 9)))
    assert (strong, weak) == ({1, 2, 3, 4}, {5, 6, 7, 8})
    assert 1 in companies(seated(at, range(1, 9)))[0]


def test_a_company_that_has_just_met_is_mixed_with_others_who_are_free() -> None:
    at = over(event(8), 0, 1, 2, 3)
    for company in companies(seated(at, range(1, 9))):
        assert len(company & {1, 2, 3, 4}) == 2


def test_a_company_waits_while_others_are_playing_and_sits_down_again_if_nobody_is() -> None:
    at = over(event(8), 0, 1, 2, 3)
    others_play = replace(at, rounds=(*at.rounds, PlayedRound(2, (PlayedTable(1, (5, 6, 7, 8)),))))
    assert seated(others_play, range(1, 9)).tables == ()
    assert companies(seated(replace(at, entrants=at.entrants[:4]), [1, 2, 3, 4])) == [{1, 2, 3, 4}]


def test_a_company_of_whom_one_has_waited_long_enough_sits_down_again_while_others_play() -> None:
    at = over(event(8), 0, 1, 2, 3)
    at = replace(at, rounds=(*at.rounds, PlayedRound(2, (PlayedTable(1, (5, 6, 7, 8)),))))
    assert companies(seated(replace(at, weary=frozenset({2})), range(1, 9))) == [{1, 2, 3, 4}]
    assert companies(seated(replace(at, weary=frozenset({5})), range(1, 9))) == [], "it is others who have waited"


def test_those_who_have_waited_long_enough_still_get_new_company_where_there_is_some() -> None:
    at = replace(over(event(8), 0, 1, 2, 3), weary=frozenset({1, 2, 3, 4}))
    for company in companies(seated(at, range(1, 9))):
        assert len(company & {1, 2, 3, 4}) == 2


def test_players_who_are_playing_or_have_left_are_not_seated() -> None:
    at = opened(event(12), seated(event(12), [1, 2, 3, 4]))
    at = replace(at, entrants=tuple(replace(one, is_out=one.id == 5) for one in at.entrants))
    named = set().union(*companies(seated(at, range(1, 13))))
    assert named == {6, 7, 8, 9, 10, 11, 12}


def test_the_player_who_has_waited_longest_goes_first() -> None:
    at = over(event(5, replace(TWOS, table_size=2)), 0, 0)
    assert set().union(*companies(seated(at, [1, 3, 4, 5, 2]))) >= {3, 4, 5}


def test_a_pair_to_keep_apart_is_kept_apart() -> None:
    at = replace(event(8), apart=frozenset({frozenset({1, 2})}))
    assert not any({1, 2} <= company for company in companies(seated(at, range(1, 9))))


def test_answers_are_reproducible() -> None:
    at = over(event(23), 5, 0, 9, 3)
    assert seated(at, range(1, 24), seed=4) == seated(at, range(1, 24), seed=4)


@given(st.integers(2, 40), st.integers(0, 2**32))
@settings(max_examples=times(25, 300), deadline=None)
def test_an_evening_of_coming_and_going(entrants: int, seed: int) -> None:
    """Nobody sits at two tables at once or is forgotten, and nobody meets the same players again if others are free."""
    rng = random.Random(seed)
    at = event(entrants)
    for _step in range(12):
        playing = {id for each in at.rounds for table in each.tables if not table.scores for id in table.entrants}
        there = [one.id for one in at.entrants if rng.random() < 0.8]
        free = set(there) - playing
        seating = seated(at, there, seed)
        circles = companies(seating)
        named = [id for circle in circles for id in circle]
        assert len(named) == len(set(named))
        assert set(named) <= free
        assert all(3 <= len(circle) <= 5 for circle in circles)
        if not playing:
            assert len(named) == len(free) or len(free) < 3
        assert all(str(why) for table in seating.tables for why in table.why)
        at = opened(at, seating)
        for which, each in enumerate(at.rounds):
            if any(table.scores is None for table in each.tables) and rng.random() < 0.6:
                at = ended(at, which, rng)
    assert sum(totals(at).values()) >= 0
    assert sorted(one.entrant for one in standings(at)) == list(range(1, entrants + 1))


# --- How tables score ---


@pytest.mark.parametrize(
    ("left", "points"),
    [
        ((0, 5, 9, 20), "3 2 1 0"),
        ((0, 5, 9), "3 3/2 0"),
        ((0, 5, 9, 20, 30), "3 9/4 3/2 3/4 0"),
        ((0, 0, 9, 20), "5/2 5/2 1 0"),
        ((7, 7, 7, 7), "3/2 3/2 3/2 3/2"),
    ],
)
def test_points_by_place(left: tuple[int, ...], points: str) -> None:
    found = totals(over(event(len(left)), *left))
    assert [found[id] for id in range(1, len(left) + 1)] == [Fraction(one) for one in points.split()]


def test_from_the_third_table_won_in_a_row_each_brings_one_more() -> None:
    at = event(4)
    for _table in range(4):
        at = over(at, 0, 1, 2, 3)
    assert [one.total for one in table_results(at)[1]] == [3, 3, 4, 4]
    at = over(over(at, 9, 0, 2, 3), 0, 1, 2, 3)
    assert [one.total for one in table_results(at)[1]] == [3, 3, 4, 4, 0, 3]


def test_the_example_of_the_manual() -> None:
    at = event(4)
    for _table in range(3):
        at = over(at, 0, 1, 2, 3)
    at = over(over(at, 5, 0, 9), 0, 0, 1, 2)
    assert [one.total for one in table_results(at)[1]] == [3, 3, 4, Fraction(3, 2), Fraction(5, 2)]
    assert totals(at)[1] == 14


def test_a_shared_first_place_ends_the_row() -> None:
    at = over(over(over(event(4), 0, 1, 2, 3), 0, 1, 2, 3), 0, 0, 2, 3)
    assert table_results(at)[1][-1].row == 0


def test_a_seat_to_which_nobody_came_scores_nothing() -> None:
    at = over(event(4), 0, 1, 2, 3, absent=[1])
    assert totals(at) == {1: 0, 2: 2, 3: 1, 4: 0}
    assert standings(at)[-1].entrant == 1
    assert (standings(at)[-1].played, standings(at)[-1].by) == (0, "came")


def test_in_two_step_the_most_points_win() -> None:
    assert totals(over(event(2, TWOS), 0, 1)) == {1: 0, 2: 3}


@given(st.lists(st.integers(0, 5), min_size=3, max_size=5))
def test_a_table_gives_out_the_same_whoever_is_level(left: list[int]) -> None:
    assert sum(totals(over(event(len(left)), *left)).values()) == Fraction(3 * len(left), 2)


def test_level_players_share_a_place_after_tables_won_and_tables_played() -> None:
    at = over(event(6), 0, 1, 2, 3)
    ranks = {one.entrant: one.rank for one in standings(at)}
    assert ranks == {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 5}


# --- In words ---


def test_places_are_explained() -> None:
    at = event(6)
    for _table in range(3):
        at = over(at, 0, 1, 2, 3)
    rolling = RollingTables()
    assert [str(one) for one in rolling.why_this_rank(at, 1)] == [
        "You are first of 6 with a total of 10.",
        "Your tables, in order, brought: 3, 3, 4.",
        "Of that, for winning three or more in a row: 1.",
    ]
    assert str(rolling.what_is_needed(at, 1)[-1]) == "You have won your last 3 tables: your next win brings 4 points."
    assert [one.template for one in rolling.what_is_needed(at, 2)] == [reasons.BEHIND, reasons.A_WIN]
    assert [one.template for one in rolling.why_this_rank(at, 6)] == [reasons.NOT_PLAYED]
    assert [one.template for one in rolling.why_this_table(at, 1)] == [reasons.FREE_TOGETHER, YOU_MET]
    assert [one.template for one in rolling.why_this_table(at, 6)] == [reasons.NO_TABLE]


def test_why_somebody_level_is_ahead() -> None:
    at = over(over(event(5), 0, 1, 2, 3), 3, 0, 1, 2)
    two = replace(at, rounds=(*at.rounds, PlayedRound(3, (PlayedTable(1, (5, 4), (SeatScore(0), SeatScore(9))),))))
    above = {one.entrant: one for one in standings(two)}
    assert (above[5].rank, above[1].rank) == (2, 3), "both have 3 points and one win; 5 needed fewer tables"
    assert [one.template for one in RollingTables().why_this_rank(two, 1)][-1] == reasons.NEEDED_FEWER
    assert [one.template for one in RollingTables().why_this_rank(two, 3)][-1] == reasons.WON_MORE


def test_duplicate_is_refused() -> None:
    with pytest.raises(PlanError):
        RollingTables().check(replace(event(4).plan, duplicate=True))
    RollingTables().check(event(4).plan)
