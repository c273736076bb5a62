"""Knockout: correct brackets for every number of entrants and all absences."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.often import times
from tests.tournaments.formats.duels.duelling import (
    by_chance_with_shared_wins,
    closed,
    event,
    lost,
    opened,
    played,
    seat,
    shared,
    the_lower_id,
    won,
)
from tournaments.formats import FORMATS, Event, Plan, SeatScore, Standing
from tournaments.formats.brackets.bracket import bracket, seeded

KNOCKOUT = FORMATS["knockout"]


def plan(*, third_place: bool = False) -> Plan:
    return Plan("knockout", "two-step", third_place=third_place)


def ranks(at: Event) -> dict[int, int]:
    return {standing.entrant: standing.rank for standing in KNOCKOUT.standings(at)}


@pytest.mark.parametrize("entrants", [*range(2, 129), 200, 513, 1000, 1024])
def test_seeds_meet_as_late_as_they_can(entrants: int) -> None:
    """The better seed always wins, so each round halves the seeds; the best have byes in the first."""
    at = event(plan(third_place=True), entrants)
    size = 2 ** KNOCKOUT.rounds(at.plan, entrants)
    assert entrants <= size < 2 * entrants
    seating = seat(at)
    assert sorted(id for id, _ in seating.byes) == list(range(1, size - entrants + 1))
    assert len(seating.tables) == len(KNOCKOUT.table_sizes(at.plan, entrants))
    for _ in range(KNOCKOUT.rounds(at.plan, entrants)):
        left = [id for slot in bracket(at).rounds[len(at.rounds)] for id in slot.entrants if id]
        assert sorted(left) == list(range(1, min(size, entrants) + 1))
        for slot in bracket(at).rounds[len(at.rounds)]:
            if None not in slot.entrants:
                assert sum(filter(None, slot.entrants)) == size + 1
        at = closed(opened(at, seat(at)), the_lower_id, random.Random(0))
        size //= 2
    assert KNOCKOUT.is_over(at)
    assert bracket(at).winner == 1
    assert [ranks(at)[id] for id in range(1, min(entrants, 4) + 1)] == [1, 2, 3, 4][:entrants]
    assert [standing.rank for standing in KNOCKOUT.standings(at)][4:8] == [5, 5, 5, 5][: max(0, entrants - 4)]


def test_eight_in_order() -> None:
    assert seeded(8) == [0, 7, 3, 4, 1, 6, 2, 5]


def test_without_a_match_for_third_place_it_is_shared() -> None:
    at = played(event(plan(), 8), the_lower_id)
    assert [standing.rank for standing in KNOCKOUT.standings(at)] == [1, 2, 3, 3, 5, 5, 5, 5]
    assert bracket(at).third is None


def test_with_three_the_loser_of_the_only_semi_final_is_third() -> None:
    at = played(event(plan(third_place=True), 3), the_lower_id)
    assert ranks(at) == {1: 1, 2: 2, 3: 3}


def test_with_three_the_loser_of_the_only_semi_final_has_nothing_left_to_play() -> None:
    at = event(plan(third_place=True), 3)
    assert KNOCKOUT.still_in(at) == frozenset({1, 2, 3})
    at = closed(opened(at, seat(at)), the_lower_id, random.Random(0))
    assert KNOCKOUT.still_in(at) == frozenset({1, 2})
    four = event(plan(third_place=True), 4)
    four = closed(opened(four, seat(four)), the_lower_id, random.Random(0))
    assert KNOCKOUT.still_in(four) == frozenset({1, 2, 3, 4}), "the losers of the semi-finals meet"


def test_a_shared_match_sends_the_better_seed_on() -> None:
    at = opened(event(plan(), 2), seat(event(plan(), 2)))
    over = closed(at, lambda seats, rng: (shared(), shared()), random.Random(0))
    slot = bracket(over).rounds[0][0]
    assert (slot.winner, slot.is_shared) == (1, True)


def test_the_opponent_of_an_absentee_advances() -> None:
    at = event(plan(), 4)
    seating = seat(at, [2, 3, 4])
    assert [id for id, _ in seating.byes] == [4]
    at = closed(opened(at, seating), the_lower_id, random.Random(0))
    assert bracket(at).rounds[1][0].entrants == (4, 2)
    assert ranks(at) == {2: 1, 4: 1, 3: 3, 1: 4}


def test_if_both_are_missing_the_next_opponent_has_a_bye() -> None:
    at = event(plan(), 4)
    seating = seat(at, [2, 3])
    assert [table.entrants for table in seating.tables] == [(2, 3)]
    assert seating.byes == ()
    at = closed(opened(at, seating), the_lower_id, random.Random(0))
    final = seat(at, [1, 2, 3, 4])
    assert final.tables == ()
    assert [id for id, _ in final.byes] == [2]
    at = opened(at, final)
    assert bracket(at).winner == 2
    assert KNOCKOUT.is_over(at)


def test_one_who_missed_the_semi_final_may_play_for_third_place() -> None:
    at = event(plan(third_place=True), 4)
    at = closed(opened(at, seat(at, [2, 3, 4])), the_lower_id, random.Random(0))
    tables = [set(table.entrants) for table in seat(at).tables]
    assert tables == [{2, 4}, {1, 3}]


def test_the_organisers_changes_are_respected() -> None:
    """The published seating differs from the bracket's."""
    at = event(plan(), 8)
    seating = seat(at)
    assert [set(table.entrants) for table in seating.tables] == [{1, 8}, {4, 5}, {2, 7}, {3, 6}]
    tables = tuple(
        replace(table, entrants=both)
        for table, both in zip(seating.tables, [(1, 5), (4, 8), (2, 7), (3, 6)], strict=True)
    )
    at = opened(at, replace(seating, tables=tables))
    assert [slot.entrants for slot in bracket(at).rounds[0]] == [(1, 5), (4, 8), (2, 7), (3, 6)]
    at = closed(at, the_lower_id, random.Random(0))
    assert [slot.entrants for slot in bracket(at).rounds[0]] == [(1, 5), (4, 8), (2, 7), (3, 6)]
    assert [slot.winner for slot in bracket(at).rounds[0]] == [1, 4, 2, 3]
    assert {5, 8, 7, 6} == {slot.loser for slot in bracket(at).rounds[0]}


def test_during_a_round_winners_are_ahead_and_losers_behind() -> None:
    at = event(plan(), 8)
    at = opened(at, seat(at))
    last = at.rounds[0]
    tables = (replace(last.tables[0], scores=(won(), lost())), *last.tables[1:])
    at = replace(at, rounds=(replace(last, tables=tables),))
    found = ranks(at)
    assert (found[1], found[8]) == (1, 8)
    assert {found[id] for id in range(2, 8)} == {2}


@given(st.integers(1, 40), st.integers(0, 2**32), st.booleans())
@settings(max_examples=times(80, 800), deadline=None)
def test_only_those_still_in_are_seated_and_it_ends_in_time(entrants: int, seed: int, third_place: bool) -> None:
    rng = random.Random(seed)
    at = event(plan(third_place=third_place), entrants)
    still_in = set(range(1, entrants + 1))
    losers_of_semi_finals: set[int] = set()
    for number in range(KNOCKOUT.rounds(at.plan, entrants)):
        is_final = number == KNOCKOUT.rounds(at.plan, entrants) - 1
        there = [entrant.id for entrant in at.entrants if rng.random() < 0.8]
        seating = seat(at, there)
        named = [id for table in seating.tables for id in table.entrants] + [id for id, _ in seating.byes]
        assert len(set(named)) == len(named)
        assert set(named) >= still_in & set(there)
        assert set(named) - still_in <= (losers_of_semi_finals if is_final else set())
        at = closed(opened(at, seating), by_chance_with_shared_wins, rng)
        winners = {slot.winner for slot in bracket(at).rounds[number]} - {None}
        losers_of_semi_finals = still_in - winners if third_place else set()
        still_in = {id for id in winners if id}
    assert KNOCKOUT.is_over(at)
    assert len(still_in) <= 1
    standings: list[Standing] = KNOCKOUT.standings(at)
    if still_in:
        assert [standing.entrant for standing in standings if standing.rank == 1] == [*still_in]


def test_after_a_shared_match_the_better_seed_advances() -> None:
    at = event(plan(), 2)
    at = closed(opened(at, seat(at)), lambda seats, rng: (SeatScore(3), SeatScore(3)), random.Random(0))
    assert bracket(at).winner == 1
