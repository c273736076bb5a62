"""The consolation bracket of a knockout, in which entrants play on after losing their first match."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.often import times
from tests.tournaments.formats.duels.duelling import (
    by_chance_with_shared_wins,
    closed,
    event,
    opened,
    played,
    seat,
    the_lower_id,
)
from tournaments.formats import FORMATS, Plan
from tournaments.formats.brackets.bracket import bracket

KNOCKOUT = FORMATS["knockout"]
PLAN = Plan("knockout", "two-step", third_place=True, consolation=True)


@pytest.mark.parametrize("entrants", [8, 16, 32, *range(9, 16), 17, 23, 100])
def test_everybody_plays_at_least_two_matches(entrants: int) -> None:
    at = played(event(PLAN, entrants))
    assert len(at.rounds) == KNOCKOUT.rounds(PLAN, entrants)
    has_odd_consolation = bracket(at).second > 1
    matches = {one.entrant: one.played for one in KNOCKOUT.standings(at)}
    rests = sum(slot.is_bye for slot in bracket(at).consolation[0])
    assert sum(count < 2 for count in matches.values()) <= (rests if has_odd_consolation else 0)


def test_places_of_eight() -> None:
    over = played(event(PLAN, 8), the_lower_id)
    assert [(one.entrant, one.rank) for one in KNOCKOUT.standings(over)] == [
        (1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6), (7, 7), (8, 7),
    ]  # fmt: skip
    assert KNOCKOUT.standings(over)[5].by == "consolation"


def test_it_begins_in_the_second_round_and_beside_the_main_bracket() -> None:
    at = played(event(PLAN, 8), the_lower_id, rounds=1)
    assert [set(table.entrants) for table in seat(at).tables] == [{1, 4}, {2, 3}, {8, 5}, {7, 6}]


def test_a_field_of_four_has_no_consolation() -> None:
    assert KNOCKOUT.rounds(PLAN, 4) == 2
    assert not bracket(event(PLAN, 4)).consolation


@given(st.integers(1, 40), st.integers(0, 2**32))
@settings(max_examples=times(60, 600), deadline=None)
def test_nobody_has_two_places_in_a_round_and_it_ends_in_time(entrants: int, seed: int) -> None:
    rng = random.Random(seed)
    at = event(PLAN, entrants)
    for _ in range(KNOCKOUT.rounds(PLAN, entrants)):
        there = [entrant.id for entrant in at.entrants if rng.random() < 0.8]
        seating = seat(at, there)
        named = [id for table in seating.tables for id in table.entrants] + [id for id, _ in seating.byes]
        assert len(named) == len(set(named))
        at = closed(opened(at, seating), by_chance_with_shared_wins, rng)
    assert KNOCKOUT.is_over(at)
    main = [one.entrant for one in KNOCKOUT.standings(at)]
    assert sorted(main) == list(range(1, entrants + 1))
    assert not any(draw.still_in for draw in KNOCKOUT.draws(at))
