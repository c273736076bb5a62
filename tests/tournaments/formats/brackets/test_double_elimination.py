"""Double elimination: nobody is out before a second loss, even if others are absent."""

import random
from collections import Counter
from itertools import chain

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
    the_lower_id,
    won,
)
from tournaments.formats import FORMATS, Event, Plan, SeatScore
from tournaments.formats.brackets.double_bracket import double_bracket

DOUBLE = FORMATS["double-elimination"]
PLAN = Plan("double-elimination", "two-step")


def ranks(at: Event) -> list[int]:
    return [standing.rank for standing in DOUBLE.standings(at)]


def defeats(at: Event) -> Counter[int]:
    """Count the lost matches of each entrant; the better seed has not lost a shared one."""
    beaten: Counter[int] = Counter()
    for table in chain.from_iterable(round_.tables for round_ in at.rounds):
        assert table.scores
        best = max((one.won, one.shared) for one in table.scores)
        through = min(id for id, one in zip(table.entrants, table.scores, strict=True) if (one.won, one.shared) == best)
        beaten.update(id for id in table.entrants if id != through)
    return beaten


@pytest.mark.parametrize("entrants", [*range(2, 34), 64, 100, 200])
def test_if_all_come_everybody_but_the_winner_loses_twice(entrants: int) -> None:
    at = played(event(PLAN, entrants), seed=entrants)
    beaten = defeats(at)
    first = DOUBLE.standings(at)[0].entrant
    assert beaten.pop(first, 0) < 2
    assert beaten == dict.fromkeys(set(range(1, entrants + 1)) - {first}, 2)


@pytest.mark.parametrize("entrants", [2, 3, 4, 8, 13, 16, 128])
def test_if_the_better_seed_always_wins_the_first_is_first_and_the_final_is_played_once(entrants: int) -> None:
    at = played(event(PLAN, entrants), the_lower_id)
    assert [standing.entrant for standing in DOUBLE.standings(at)][:2] == [1, 2]
    assert len(at.rounds) == DOUBLE.rounds(PLAN, entrants) - 1


def test_places_of_eight() -> None:
    assert ranks(played(event(PLAN, 8), the_lower_id)) == [1, 2, 3, 4, 5, 5, 7, 7]


def test_the_final_is_played_again_if_the_winner_of_the_lower_bracket_wins_it() -> None:
    at = played(event(PLAN, 4), the_lower_id, rounds=3)
    final = opened(at, seat(at))
    assert [set(table.entrants) for table in final.rounds[-1].tables] == [{1, 2}]

    def the_higher_id(seats: tuple[int, ...], rng: random.Random) -> tuple[SeatScore, SeatScore]:
        return (won(), lost()) if seats[0] > seats[1] else (lost(), won())

    once = closed(final, the_higher_id, random.Random(0))
    assert not DOUBLE.is_over(once)
    assert ranks(once) == [1, 1, 3, 4]
    again = closed(opened(once, seat(once)), the_lower_id, random.Random(0))
    assert DOUBLE.is_over(again)
    assert [one.entrant for one in DOUBLE.standings(again)] == [1, 2, 3, 4]


def test_the_winner_of_the_upper_bracket_waits_with_a_bye() -> None:
    at = played(event(PLAN, 8), the_lower_id, rounds=3)
    assert 1 in [id for id, _ in seat(at).byes]


@pytest.mark.parametrize("entrants", [5, 8, 23])
def test_everybody_still_in_has_a_match_or_a_bye_in_every_round(entrants: int) -> None:
    at = event(PLAN, entrants)
    while not DOUBLE.is_over(at):
        out = set(double_bracket(at).out_at())
        at = closed(opened(at, seat(at)), the_lower_id, random.Random(0))
        named = {*chain.from_iterable(table.entrants for table in at.rounds[-1].tables), *at.rounds[-1].byes}
        assert named == set(range(1, entrants + 1)) - out


def test_an_absentee_loses_once() -> None:
    at = event(PLAN, 4)
    at = closed(opened(at, seat(at, [2, 3, 4])), the_lower_id, random.Random(0))
    tables = [set(table.entrants) for table in seat(at).tables]
    assert {1, 3} in tables  # the lower bracket
    assert {4, 2} in tables


def test_few_meet_again_before_the_last_rounds() -> None:
    at = played(event(PLAN, 64), seed=5, rounds=7)
    pairs = Counter(frozenset(table.entrants) for round_ in at.rounds for table in round_.tables)
    assert max(pairs.values()) == 1


@given(st.integers(1, 40), st.integers(0, 2**32))
@settings(max_examples=times(60, 600), deadline=None)
def test_only_those_with_less_than_two_losses_are_seated_and_it_ends(entrants: int, seed: int) -> None:
    rng = random.Random(seed)
    at = event(PLAN, entrants)
    for _ in range(DOUBLE.rounds(PLAN, entrants)):
        if DOUBLE.is_over(at):
            break
        there = [entrant.id for entrant in at.entrants if rng.random() < 0.8]
        out = set(double_bracket(at).out_at())
        seating = seat(at, there)
        named = [id for table in seating.tables for id in table.entrants] + [id for id, _ in seating.byes]
        assert len(named) == len(set(named))
        assert not out & set(named)
        at = closed(opened(at, seating), by_chance_with_shared_wins, rng)
        assert all(beaten <= 2 for beaten in defeats(at).values())
        assert out <= set(double_bracket(at).out_at())
    assert DOUBLE.is_over(at)
    drawn = double_bracket(at)
    assert len(drawn.out_at()) >= entrants - 1
    if drawn.winner:
        assert DOUBLE.standings(at)[0].entrant == drawn.winner
