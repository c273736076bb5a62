"""Seating at tables of any size: who sits with whom, and on which seat."""

import random
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.often import times
from tests.tournaments.formats.tables.at_tables import (
    ANNA,
    BEN,
    CARLA,
    DAVID,
    EMMA,
    FINN,
    GRETA,
    HUGO,
    company,
    doubles,
    entrants,
    event,
    kardinal,
    meetings,
    played,
    played_through,
    repeats,
    scored,
    seat,
    seats_taken,
    table,
    with_round,
)
from tournaments.formats import FORMATS, Entrant, Event, Plan, PlayedTable
from tournaments.formats.tables.seating import fairest

SEATINGS = ("spread", "standings", "random", "fixed")
EIGHT = range(1, 9)

few = settings(max_examples=times(10, 200), deadline=None)


@settings(max_examples=times(30, 600), deadline=None)
@given(
    count=st.integers(1, 60),
    size=st.integers(2, 7),
    seating=st.sampled_from(SEATINGS),
    duplicate=st.booleans(),
    there=st.sampled_from([1.0, 0.9, 0.5]),
    seed=st.integers(0, 999),
)
def test_nobody_is_seated_twice_or_left_out(
    count: int, size: int, seating: str, duplicate: bool, there: float, seed: int
) -> None:
    plan, rng = doubles(size, seating, duplicate=duplicate, high=4), random.Random(seed)
    its = event(plan, count)
    for number in range(5):
        present = [one.id for one in its.entrants if rng.random() < there]
        seating_of_round = seat(its, present, seed + number)
        placed = [one for each in seating_of_round.tables for one in each.entrants]
        placed += [one for one, _ in seating_of_round.byes]
        assert sorted(placed) == present
        sizes = tuple(sorted((len(each.entrants) for each in seating_of_round.tables), reverse=True))
        assert sizes == FORMATS[plan.format].table_sizes(plan, len(present))
        its = with_round(its, seating_of_round, rng)


@pytest.mark.parametrize("seating", SEATINGS)
def test_two_hundred_are_all_seated(seating: str) -> None:
    its = played_through(doubles(5, seating, high=2), 200, seed=1)
    assert all(sum(len(one.entrants) for one in each.tables) == 200 for each in its.rounds)


@few
@given(count=st.integers(2, 40), seating=st.sampled_from(SEATINGS), seed=st.integers(0, 999))
def test_seating_is_reproducible(count: int, seating: str, seed: int) -> None:
    its = played_through(doubles(4, seating, high=2), count, seed)
    present = [one.id for one in its.entrants]
    assert seat(its, present, seed) == seat(its, list(reversed(present)), seed)


@pytest.mark.parametrize("plan", [*map(partial(doubles, 4), SEATINGS), doubles(duplicate=True), kardinal(3, 3)])
def test_whatever_has_happened_before_there_are_tables_ranks_and_reasons(plan: Plan) -> None:
    """Tables of any size, changed by hand, without results, with people absent or alone."""
    form = FORMATS[plan.format]
    for seed in range(40):
        its = odd_event(plan, random.Random(seed))
        present = [one.id for one in its.entrants if not one.is_out]
        seating = seat(its, present, seed)
        placed = [one for each in seating.tables for one in each.entrants] + [one for one, _ in seating.byes]
        assert sorted(placed) == present
        assert sorted(one.entrant for one in form.standings(its)) == [one.id for one in its.entrants]
        for one in its.entrants:
            form.why_this_table(its, one.id)
            assert form.why_this_rank(its, one.id)
            form.what_is_needed(its, one.id)


def odd_event(plan: Plan, rng: random.Random) -> Event:
    people = [Entrant(id, id, is_out=rng.random() < 0.2) for id in range(1, rng.randint(1, 9) + 1)]
    rounds = []
    for number in range(1, rng.randint(0, 4) + 1):
        tables: list[PlayedTable] = []
        byes: list[int] = []
        left = rng.sample([one.id for one in people], len(people))
        while left:
            size = rng.randint(1, 5)
            circle, left = left[:size], left[size:]
            match rng.randrange(4):
                case 0:
                    byes += circle
                case 1:
                    tables.append(PlayedTable(len(tables) + 1, tuple(circle)))
                case 2:
                    tables.append(
                        PlayedTable(len(tables) + 1, tuple(circle), scored(rng.randrange(50) for _ in circle))
                    )
        rounds.append(played(number, *tables, byes=tuple(byes)))
    return Event(plan, tuple(people), tuple(rounds))


def test_withdrawn_or_unknown_entrants_are_not_seated() -> None:
    its = Event(doubles(4), (*entrants(4), Entrant(5, 5, is_out=True)))
    seating = seat(its, [1, 2, 3, 4, 5, 99], seed=1)
    assert company(seating.tables) == {frozenset({1, 2, 3, 4})}


@pytest.mark.parametrize(
    ("count", "size", "rounds", "most"),
    [(9, 3, 4, 0), (16, 4, 5, 0), (20, 4, 5, 4), (32, 4, 8, 12), (64, 4, 10, 0), (100, 4, 10, 0), (200, 7, 10, 0)],
)
def test_spread_lets_few_meet_again(count: int, size: int, rounds: int, most: int) -> None:
    for seed in range(2):
        assert repeats(played_through(doubles(size, low=10 - rounds), count, seed)) <= most


@pytest.mark.parametrize(("count", "size"), [(12, 4), (16, 4), (23, 4), (30, 5), (37, 4), (60, 6), (100, 4), (200, 4)])
def test_spread_beats_random_clearly(count: int, size: int) -> None:
    """Random seating has many times as many avoidable repeats as spread."""
    drawn = played_through(doubles(size, "random"), count, seed=5)
    spread = played_through(doubles(size), count, seed=5)
    unavoidable = max(0, meetings(spread).total() - count * (count - 1) // 2)
    assert 3 * (repeats(spread) - unavoidable) <= repeats(drawn) - unavoidable


def test_spread_lets_all_meet_equally_often_where_they_must_meet_again() -> None:
    assert set(meetings(played_through(doubles(4), 16, seed=3)).values()) <= {1, 2, 3}


@settings(max_examples=times(5, 50), deadline=None)
@given(count=st.integers(12, 40), seed=st.integers(0, 99))
def test_spread_rotates_people_through_the_smaller_tables(count: int, seed: int) -> None:
    its = played_through(doubles(4), count, seed)
    small: Counter[int] = Counter({one.id: 0 for one in its.entrants})
    for each in its.rounds:
        sizes = [len(one.entrants) for one in each.tables]
        if len(set(sizes)) == 2:
            small.update(entrant for one in each.tables if len(one.entrants) == min(sizes) for entrant in one.entrants)
    assert max(small.values()) - min(small.values()) <= 2


@few
@given(tables=st.integers(1, 15), size=st.integers(2, 6), seating=st.sampled_from(SEATINGS), seed=st.integers(0, 99))
def test_seats_even_out(tables: int, size: int, seating: str, seed: int) -> None:
    """Each table is seated at the least price, so that occasionally three neighbours get the same seat once more."""
    its = played_through(doubles(size, seating), tables * size, seed)
    apart = []
    for taken in seats_taken(its).values():
        times = [taken[seat] for seat in range(size)]
        apart.append(max(times) - min(times))
    assert max(apart) <= 3
    assert sum(one > 2 for one in apart) <= 1
    assert sum(apart) / len(apart) <= 1.2


def test_seating_two_hundred_takes_well_under_a_second() -> None:
    its = played_through(doubles(4, high=8), 200, seed=1)
    its = Event(doubles(4), its.entrants, its.rounds)
    start = time.process_time()
    seat(its, [one.id for one in its.entrants], seed=1)
    assert time.process_time() - start < 1


def test_leaders_meet_leaders() -> None:
    first = played(1, table(1, anna=1, ben=50, carla=2, david=60), table(2, emma=3, finn=70, greta=4, hugo=80))
    seating = seat(event(doubles(4, "standings"), 8, first), EIGHT, seed=1)
    assert [set(one.entrants) for one in seating.tables] == [
        {ANNA, CARLA, EMMA, GRETA},
        {BEN, DAVID, FINN, HUGO},
    ]


def test_fixed_tables_stay_together_and_newcomers_fill_up() -> None:
    first = played(1, table(1, anna=1, ben=50, carla=2, david=60), table(2, emma=3, finn=70, greta=4))
    its = event(doubles(4, "fixed"), 8, first)
    assert company(seat(its, EIGHT, 1).tables) == {
        frozenset({ANNA, BEN, CARLA, DAVID}),
        frozenset({EMMA, FINN, GRETA, HUGO}),
    }
    assert set(seat(its, EIGHT, 1).tables[0].entrants) == {ANNA, BEN, CARLA, DAVID}


def test_returning_players_go_back_to_their_fixed_table() -> None:
    rounds = (
        played(1, table(1, anna=1, ben=50, carla=2, david=60), table(2, emma=3, finn=70, greta=4, hugo=5)),
        played(2, table(1, emma=3, finn=70, greta=4, hugo=5), table(2, anna=1, ben=50, carla=2)),
    )
    seating = seat(event(doubles(4, "fixed"), 8, *rounds), EIGHT, seed=1)
    assert company(seating.tables) == company(rounds[0].tables)


def test_fixed_tables_are_even_when_two_of_one_are_away() -> None:
    first = played(1, table(1, anna=1, ben=50, carla=2, david=60), table(2, emma=3, finn=70, greta=4, hugo=5))
    seating = seat(event(doubles(4, "fixed"), 8, first), [ANNA, BEN, EMMA, FINN, GRETA, HUGO], seed=1)
    assert sorted(len(one.entrants) for one in seating.tables) == [3, 3]
    assert any({ANNA, BEN} < set(one.entrants) for one in seating.tables)


def test_duplicate_shares_out_byes_fairly() -> None:
    its = played_through(doubles(4, duplicate=True), 23, seed=7)
    byes = Counter(one for each in its.rounds for one in each.byes)
    assert byes.total() == 20
    assert max(byes.values()) == 1


@few
@given(count=st.integers(2, 30), size=st.integers(2, 6), seed=st.integers(0, 99))
def test_byes_are_one_apart_at_most(count: int, size: int, seed: int) -> None:
    its = played_through(doubles(size, "random", duplicate=True), count, seed)
    byes = Counter({one.id: 0 for one in its.entrants})
    byes.update(one for each in its.rounds for one in each.byes)
    assert max(byes.values()) - min(byes.values()) <= 1


def test_a_single_player_has_a_bye() -> None:
    seating = seat(event(doubles(4), 5), [CARLA], seed=1)
    assert seating.tables == ()
    assert [(one, str(why)) for one, why in seating.byes] == [
        (CARLA, "Nobody else was there to play with in this round.")
    ]


@given(st.data())
def test_the_fairest_seats_are_the_cheapest_of_all(data: st.DataObject) -> None:
    count = data.draw(st.integers(1, 5))
    row = st.lists(st.integers(0, 6), min_size=count, max_size=count)
    prices = data.draw(st.lists(row, min_size=count, max_size=count))

    def total(order: tuple[int, ...] | list[int]) -> int:
        return sum(prices[person][seat] for seat, person in enumerate(order))

    price: Callable[[int, int], int] = lambda person, seat: prices[person][seat]  # noqa: E731
    assert total(fairest(range(count), price)) == min(map(total, permutations(range(count))))
