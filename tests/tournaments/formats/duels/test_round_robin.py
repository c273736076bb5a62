"""Round robin: everybody meets everybody, and absentees cost nobody else anything."""

from collections import Counter

import pytest

from tests.tournaments.formats.duels.duelling import by_chance, event, played, seat
from tournaments.formats import FORMATS, Entrant, Event, Plan, PlanError
from tournaments.formats.duels.history import History
from tournaments.formats.duels.round_robin import meetings


def plan(cycles: int = 1) -> Plan:
    return Plan("round-robin", "two-step", cycles=cycles)


@pytest.mark.parametrize("cycles", [1, 2])
@pytest.mark.parametrize("entrants", [*range(2, 18), 31, 40])
def test_everybody_meets_everybody_and_first_seats_are_shared_out(entrants: int, cycles: int) -> None:
    at = played(event(plan(cycles), entrants))
    history = History(at)
    assert len(history.meetings) == entrants * (entrants - 1) // 2
    assert {len(rounds) for rounds in history.meetings.values()} == {cycles}
    for entrant in at.entrants:
        assert history.byes(entrant.id) == entrants % 2 * cycles
        assert not any(result.is_missed for result in history.results[entrant.id])
        starts = abs(history.starts(entrant.id))
        assert starts == 0 if cycles == 2 else starts <= 1


def test_the_first_and_the_second_meet_in_the_last_round() -> None:
    assert {1, 2} in [set(pair) for pair in meetings(event(plan(), 8), 6)]
    assert {1, 2} in [set(pair) for pair in meetings(event(plan(), 7), 6)]


def test_in_the_second_half_seats_are_changed() -> None:
    at = event(plan(2), 6)
    assert [pair[::-1] for pair in meetings(at, 1)] == meetings(at, 6)


def test_the_order_follows_the_seeds() -> None:
    one = Event(plan(), (Entrant(7, 2), Entrant(4, 1), Entrant(5, 3)))
    assert meetings(one, 0) == meetings(Event(plan(), one.entrants[::-1]), 0)


def test_the_opponent_of_an_absentee_has_a_bye() -> None:
    at = event(plan(), 4)
    assert [set(pair) for pair in meetings(at, 0)] == [{1, 4}, {2, 3}]
    seating = seat(at, [1, 2, 3])
    assert [set(table.entrants) for table in seating.tables] == [{2, 3}]
    assert [id for id, _ in seating.byes] == [1]
    assert seat(at, [2, 3]).byes == ()


def test_a_withdrawn_entrant_changes_nothing_for_the_others() -> None:
    whole = event(plan(), 5)
    short = Event(whole.plan, tuple(Entrant(id, id, is_out=id == 3) for id in range(1, 6)))
    met = Counter(len(rounds) for rounds in History(played(short)).meetings.values())
    assert met == {1: 6}
    history = History(played(short))
    assert {history.byes(id) for id in (1, 2, 4, 5)} == {2}
    assert history.byes(3) == 0


def test_once_and_twice_can_be_planned_and_thrice_is_refused() -> None:
    for cycles in (1, 2):
        FORMATS["round-robin"].check(plan(cycles))
    with pytest.raises(PlanError) as refused:
        FORMATS["round-robin"].check(plan(3))
    assert refused.value.at == "cycles"


def test_it_is_over_when_all_have_met() -> None:
    format = FORMATS["round-robin"]
    assert not format.is_over(played(event(plan(), 6), by_chance, rounds=4))
    assert format.is_over(played(event(plan(), 6), by_chance, rounds=5))
