"""Events in stages: groups, who goes on, the final and the consolation, with and without absentees."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.often import LONG, times
from tournaments.formats import FORMATS, Entrant, Event, Plan, PlanError, PlayedRound, PlayedTable, Seating, SeatScore

CUT = Plan("swiss-cut", "two-step", rounds=3, advancing=4, third_place=True)
GROUPS = Plan("stages", "two-step", qualifying="round-robin", groups=4, advancing=8, deciding="knockout")
FINAL_TABLE = Plan(
    "stages", "chicken-foot", {"set": 9, "high": 9, "low": 0}, rounds=3, table_size=4,
    qualifying="descending-doubles", advancing=4, deciding="descending-doubles", deciding_rounds=2,
)  # fmt: skip
TWO_LIVES = replace(GROUPS, groups=3, advancing=7, deciding="double-elimination", consolation=True)
PLANS = [
    CUT,
    replace(CUT, rounds=0, consolation=True),
    GROUPS,
    FINAL_TABLE,
    TWO_LIVES,
    replace(FINAL_TABLE, qualifying="table-rounds", deciding="table-rounds", groups=2, advancing=5, consolation=True),
]


def event(plan: Plan, entrants: int) -> Event:
    plan = replace(plan, options=plan.rules.complete(plan.options if plan.game == "chicken-foot" else {}))
    return Event(plan, tuple(Entrant(id, id) for id in range(1, entrants + 1)))


def opened(at: Event, seating: Seating) -> Event:
    tables = tuple(PlayedTable(number, table.entrants) for number, table in enumerate(seating.tables, 1))
    played = PlayedRound(len(at.rounds) + 1, tables, tuple(id for id, _ in seating.byes))
    return replace(at, rounds=(*at.rounds, played))


def closed(at: Event, rng: random.Random | None = None) -> Event:
    """Return the event with the last round over: won by the lowest id, or by lot."""
    last = at.rounds[-1]
    tables = tuple(replace(table, scores=scores(table.entrants, at.plan, rng)) for table in last.tables)
    return replace(at, rounds=(*at.rounds[:-1], replace(last, tables=tables)))


def scores(seats: tuple[int, ...], plan: Plan, rng: random.Random | None) -> tuple[SeatScore, ...]:
    first = rng.choice(seats) if rng else min(seats)
    few, many = (10, 3) if plan.rules.high_wins else (0, 20)
    return tuple(
        SeatScore(points=few if id == first else many + (id if rng is None else rng.randrange(9)), won=id == first)
        for id in seats
    )


def seat(at: Event, present: list[int] | None = None) -> Seating:
    there = [one.id for one in at.entrants] if present is None else present
    return FORMATS[at.plan.format].seat(at, there, random.Random(len(at.rounds)))


def played(at: Event, rounds: int = 1000, rng: random.Random | None = None) -> Event:
    while rounds and not FORMATS[at.plan.format].is_over(at):
        at = closed(opened(at, seat(at)), rng)
        rounds -= 1
    return at


def named(round_: PlayedRound) -> list[int]:
    return [*chain.from_iterable(table.entrants for table in round_.tables), *round_.byes]


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: f"{plan.format} {plan.qualifying} {plan.deciding}")
@pytest.mark.parametrize("entrants", [2, 3, 5, 8, 13, *([23, 40, 200] if LONG else [23])])
def test_it_ends_in_time_with_all_in_the_standings(plan: Plan, entrants: int) -> None:
    format = FORMATS[plan.format]
    at = event(plan, entrants)
    over = played(at, rng=random.Random(entrants))
    again = plan.deciding == "double-elimination"
    assert format.rounds(at.plan, entrants) - again <= len(over.rounds) <= format.rounds(at.plan, entrants)
    standings = format.standings(over)
    assert sorted(one.entrant for one in standings) == list(range(1, entrants + 1))
    assert [one.rank for one in standings] == sorted(one.rank for one in standings)
    assert {len(one.rounds) for one in standings} == {len(over.rounds)}


def test_23_people_at_tables_of_four_end_at_one_final_table_of_four() -> None:
    at = played(event(FINAL_TABLE, 23), rounds=3)
    assert sorted(len(table.entrants) for table in at.rounds[-1].tables) == [3, 4, 4, 4, 4, 4]
    best = [one.entrant for one in FORMATS["stages"].standings(at)][:4]
    final = seat(at)
    assert [set(table.entrants) for table in final.tables] == [set(best)]
    over = played(at)
    assert len(over.rounds) == 5
    assert {one.entrant for one in FORMATS["stages"].standings(over)[:4]} == set(best)


def test_the_deals_of_the_final_begin_again_with_the_highest_double() -> None:
    plan = event(FINAL_TABLE, 23).plan
    deals = [FORMATS["stages"].options(plan, number)["high"] for number in range(1, 6)]
    assert deals == [9, 8, 7, 9, 8]


def test_two_of_each_group_go_on_and_meet_those_of_another() -> None:
    at = played(event(GROUPS, 16), rounds=3)
    groups = [{1, 8, 9, 16}, {2, 7, 10, 15}, {3, 6, 11, 14}, {4, 5, 12, 13}]
    assert all(any(set(table.entrants) <= group for group in groups) for table in at.rounds[0].tables)
    tables = [set(table.entrants) for table in seat(at).tables]
    assert set().union(*tables) == set(range(1, 9))
    assert not any(table <= group for table in tables for group in groups)


def test_the_places_that_are_left_go_to_the_best_of_the_next_in_their_groups() -> None:
    at = played(event(TWO_LIVES, 12), rounds=3)
    final = set(chain.from_iterable(table.entrants for table in seat(at).tables[:3])) | {
        id for id, _ in seat(at).byes if id <= 7
    }
    assert final == {1, 2, 3, 4, 5, 6, 7}


def test_an_entrant_who_misses_the_last_qualifying_round_does_not_go_on() -> None:
    at = played(event(CUT, 8), rounds=2)
    at = closed(opened(at, seat(at, [2, 3, 4, 5, 6, 7, 8])))
    final = [*chain.from_iterable(table.entrants for table in seat(at).tables)]
    assert 1 not in final
    assert len(final) == 4


def test_an_entrant_who_withdraws_later_leaves_the_place_empty() -> None:
    at = played(event(CUT, 8), rounds=3)
    gone = replace(at, entrants=tuple(replace(one, is_out=one.id == 1) for one in at.entrants))
    seating = seat(gone)
    assert len(seating.tables) == 1
    assert len(seating.byes) == 1


def test_the_others_play_the_consolation() -> None:
    at = played(event(replace(CUT, consolation=True), 12), rounds=3)
    seating = seat(at)
    final = FORMATS["swiss-cut"].standings(at)[:4]
    first, last = seating.tables[:2], seating.tables[2:]
    assert set(chain.from_iterable(table.entrants for table in first)) == {one.entrant for one in final}
    assert len(last) == 4
    over = FORMATS["swiss-cut"].standings(played(at))
    assert {one.entrant for one in over[:4]} == {one.entrant for one in final}


def test_while_the_final_is_on_the_qualifying_is_settled() -> None:
    format = FORMATS["swiss-cut"]
    at = played(event(CUT, 8), rounds=3)
    assert not format.rests_on(at, 3)
    assert format.rests_on(opened(at, seat(at)), 3)
    assert not format.rests_on(opened(at, seat(at)), 4)


@pytest.mark.parametrize(
    ("changes", "at"),
    [
        ({"advancing": 1}, "advancing"),
        ({"groups": 9}, "advancing"),
        ({"groups": 0}, "groups"),
        ({"qualifying": "knockout"}, "qualifying"),
        ({"qualifying": "table-rounds"}, "qualifying"),
        ({"deciding": "bridge"}, "deciding"),
        ({"deciding": "stages"}, "deciding"),
        ({"deciding": "swiss", "deciding_rounds": 101}, "deciding_rounds"),
    ],
)
def test_it_says_which_field_of_a_plan_is_at_fault(changes: dict[str, object], at: str) -> None:
    FORMATS["stages"].check(event(GROUPS, 2).plan)
    with pytest.raises(PlanError) as refused:
        FORMATS["stages"].check(replace(event(GROUPS, 2).plan, **changes))  # type: ignore[arg-type]
    assert refused.value.at == at


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: f"{plan.format} {plan.qualifying} {plan.deciding}")
@given(entrants=st.integers(1, 11), seed=st.integers(0, 2**32))
@settings(max_examples=times(5, 100), deadline=None)
def test_nobody_has_two_places_and_everything_can_be_explained(plan: Plan, entrants: int, seed: int) -> None:
    format, rng = FORMATS[plan.format], random.Random(seed)
    at = event(plan, entrants)
    for _round in range(format.rounds(at.plan, entrants)):
        if format.is_over(at):
            break
        out = {one.id for one in at.entrants if one.is_out or rng.random() < 0.03}
        at = replace(at, entrants=tuple(replace(one, is_out=one.id in out) for one in at.entrants))
        there = [one.id for one in at.entrants if rng.random() < 0.85]
        seating = seat(at, there)
        at = opened(at, seating)
        everybody = named(at.rounds[-1])
        assert len(everybody) == len(set(everybody))
        assert set(everybody) <= set(there) - out
        assert all(str(why) for table in seating.tables for why in table.why)
        for each in (at, closed(at, rng)):
            assert len(format.standings(each)) == entrants
            for one in rng.sample(range(1, entrants + 1), min(entrants, 4)):
                assert all(map(str, format.why_this_table(each, one)))
                assert all(map(str, format.why_this_rank(each, one)))
                assert all(map(str, format.what_is_needed(each, one)))
        at = closed(at, rng)
    assert format.is_over(at)
