"""Swiss: no repeats while they can be avoided, fair byes, close scores, and always a pairing."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.often import times
from tests.tournaments.formats.duels.duelling import (
    by_chance,
    by_chance_with_shared_wins,
    closed,
    event,
    opened,
    played,
    seat,
    the_lower_id,
)
from tournaments.formats import FORMATS, Entrant, Event, Plan, SeatedTable, Seating, Sentence
from tournaments.formats.duels import pairing
from tournaments.formats.duels.history import History

SWISS = Plan("swiss", "two-step", rounds=100)


def pairs(seating: Seating) -> set[frozenset[int]]:
    return {frozenset(table.entrants) for table in seating.tables}


def all_pairings(ids: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    if not ids:
        yield []
    for other in ids[1:]:
        for rest in all_pairings([id for id in ids[1:] if id != other]):
            yield [(ids[0], other), *rest]


def with_byes(history: History, ids: Sequence[int]) -> Iterator[tuple[list[tuple[int, int]], int | None]]:
    """Yield every pairing in which nobody with more byes than another gets one."""
    if len(ids) % 2 == 0:
        yield from ((found, None) for found in all_pairings(ids))
        return
    fewest = min(map(history.byes, ids))
    for bye in (id for id in ids if history.byes(id) == fewest):
        yield from ((found, bye) for found in all_pairings([id for id in ids if id != bye]))


def cost(history: History, found: Sequence[tuple[int, int]], bye: int | None) -> tuple[int, ...]:
    """Return the cost: repeats, how recent they are, the score of the bye, score distances, first seats, and distances
    within folded score groups."""
    last = [history.meetings[frozenset(pair)][-1] for pair in found if frozenset(pair) in history.meetings]
    apart = sum((history.halves[one] - history.halves[other]) ** 2 for one, other in found)
    turns = sum(abs(history.starts(one) - history.starts(other)) for one, other in found)
    return len(last), sum(last), history.halves[bye] if bye else 0, apart, -turns, unfolded(history, found, bye)


def unfolded(history: History, found: Sequence[tuple[int, int]], bye: int | None) -> int:
    """Return how far pairs are from the ideal, in which the halves of a score group meet in order and the last has
    the bye."""
    there = [id for pair in found for id in pair] + ([bye] if bye else [])
    groups: dict[int, list[int]] = {}
    for id in sorted(there, key=history.seed):
        groups.setdefault(history.halves[id], []).append(id)
    level = [(groups[history.halves[one]], one, other) for one, other in found if other in groups[history.halves[one]]]
    off = sum((abs(group.index(one) - group.index(other)) - len(group) // 2) ** 2 for group, one, other in level)
    return off + (groups[history.halves[bye]][::-1].index(bye) if bye else 0)


def by_hand(there: Sequence[int], rng: random.Random) -> Seating:
    """Return a pairing as an organiser might change it, for reasons that no format knows."""
    mixed = rng.sample(there, len(there))
    byes = [mixed.pop() for _ in range(min(len(mixed), len(mixed) % 2 + 2 * (rng.random() < 0.2)))]
    tables = tuple(SeatedTable(both) for both in zip(mixed[::2], mixed[1::2], strict=True))
    return Seating(tables, tuple((id, Sentence("By hand.")) for id in byes))


@st.composite
def histories(draw: st.DrawFn, entrants: int = 9, rounds: int = 12) -> tuple[Event, list[int]]:
    """Draw an event with anything that may happen to it, and who is present in the next round."""
    at = event(SWISS, draw(st.integers(1, entrants)))
    rng = random.Random(draw(st.integers(0, 2**32)))
    for _ in range(draw(st.integers(0, rounds))):
        there = [entrant.id for entrant in at.entrants if rng.random() < 0.9]
        seating = seat(at, there, rng.randrange(99)) if rng.random() < 0.7 else by_hand(there, rng)
        at = closed(opened(at, seating), by_chance_with_shared_wins, rng)
        if rng.random() < 0.1 and len(at.entrants) < entrants:
            new = len(at.entrants) + 1
            at = replace(at, entrants=(*at.entrants, Entrant(new, new)))
        if rng.random() < 0.1:
            gone = rng.choice(at.entrants)
            others = (replace(one, is_out=True) if one == gone else one for one in at.entrants)
            at = replace(at, entrants=tuple(others))
    return at, [entrant.id for entrant in at.entrants if rng.random() < 0.9]


@given(histories())
@settings(max_examples=times(80, 800), deadline=None)
def test_whatever_has_happened_everyone_there_is_seated_once_and_an_odd_one_has_a_bye(
    case: tuple[Event, list[int]],
) -> None:
    at, there = case
    out = {entrant.id for entrant in at.entrants if entrant.is_out}
    seating = seat(at, there)
    named = [id for table in seating.tables for id in table.entrants] + [id for id, _ in seating.byes]
    assert Counter(named) == Counter(set(there) - out)
    assert len(seating.byes) == len(named) % 2


@given(histories())
@settings(max_examples=times(150, 1500), deadline=None)
def test_no_pairing_at_all_is_better(case: tuple[Event, list[int]]) -> None:
    at, there = case
    history = History(at)
    willing = [entrant.id for entrant in at.entrants if entrant.id in there and not entrant.is_out]
    seating = seat(at, there)
    bye = seating.byes[0][0] if seating.byes else None
    found = [(table.entrants[0], table.entrants[1]) for table in seating.tables]
    best = min(cost(history, other, who) for other, who in with_byes(history, willing))
    assert cost(history, found, bye) == best


@given(histories())
@settings(max_examples=times(60, 600), deadline=None)
def test_a_large_field_has_no_more_repeats_than_it_must(case: tuple[Event, list[int]]) -> None:
    at, there = case
    history = History(at)
    willing = [entrant.id for entrant in at.entrants if entrant.id in there and not entrant.is_out]
    best = min(cost(history, other, who) for other, who in with_byes(history, willing))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pairing, "SMALL", 0)
        patch.setattr(pairing, "NEAR", 1)
        patch.setattr(pairing, "WIDE", 2)
        seating = seat(at, there)
    named = [id for table in seating.tables for id in table.entrants] + [id for id, _ in seating.byes]
    assert Counter(named) == Counter(willing)
    assert sum(pair in history.meetings for pair in pairs(seating)) == best[0]
    fewest = min(map(history.byes, willing), default=0)
    assert all(history.byes(id) == fewest for id, _ in seating.byes)


def test_five_players_in_twelve_rounds_have_all_met_after_five_and_byes_stay_one_apart() -> None:
    at = event(Plan("swiss", "two-step", rounds=12), 5)
    rng = random.Random(5)
    for number in range(1, 13):
        at = closed(opened(at, seat(at, seed=number)), by_chance, rng)
        history = History(at)
        byes = [history.byes(entrant.id) for entrant in at.entrants]
        assert max(byes) - min(byes) <= 1
        if number == 5:
            assert len(history.meetings) == 10
    assert {len(rounds) for rounds in History(at).meetings.values()} <= {2, 3}
    assert FORMATS["swiss"].is_over(at)


@pytest.mark.parametrize("entrants", [3, 7, 11, 15, 33])
def test_nobody_has_a_second_bye_before_all_have_had_one(entrants: int) -> None:
    at = played(event(Plan("swiss", "two-step", rounds=2 * entrants), entrants), by_chance, seed=entrants)
    history = History(at)
    assert {history.byes(entrant.id) for entrant in at.entrants} == {2}


@pytest.mark.parametrize("entrants", [8, 9, 32, 61, 210, 301])
def test_nobody_meets_the_same_twice_and_first_seats_are_shared_out(entrants: int) -> None:
    at = played(event(Plan("swiss", "two-step"), entrants), by_chance, seed=1)
    history = History(at)
    assert all(len(rounds) == 1 for rounds in history.meetings.values())
    assert all(abs(history.starts(entrant.id)) <= 2 for entrant in at.entrants)


@pytest.mark.parametrize("entrants", [31, 301])
def test_the_bye_goes_to_the_lowest_score_of_those_with_the_fewest(entrants: int) -> None:
    at, rng = event(Plan("swiss", "two-step"), entrants), random.Random(entrants)
    for _ in range(5):
        seating, history = seat(at), History(at)
        fewest = min(history.byes(entrant.id) for entrant in at.entrants)
        due = [entrant.id for entrant in at.entrants if history.byes(entrant.id) == fewest]
        ((bye, _why),) = seating.byes
        assert bye in due
        assert history.halves[bye] == min(history.halves[id] for id in due)
        at = closed(opened(at, seating), by_chance, rng)


def test_the_first_seat_goes_to_the_one_who_had_it_less_often() -> None:
    at = event(Plan("swiss", "two-step", rounds=11), 20)
    rng = random.Random(2)
    for _ in range(11):
        seating, history = seat(at), History(at)
        for table in seating.tables:
            first, second = table.entrants
            assert history.starts(first) <= history.starts(second)
        at = closed(opened(at, seating), by_chance, rng)


def test_equals_draw_lots_for_the_first_seat() -> None:
    better_first = [table.entrants[0] < table.entrants[1] for table in seat(event(SWISS, 60)).tables]
    assert 5 <= sum(better_first) <= 25


def test_in_the_first_round_the_upper_half_meets_the_lower_half() -> None:
    assert pairs(seat(event(SWISS, 8))) == {frozenset(pair) for pair in ((1, 5), (2, 6), (3, 7), (4, 8))}


def test_of_an_odd_number_the_last_has_the_first_bye() -> None:
    assert [id for id, _ in seat(event(SWISS, 7)).byes] == [7]


def test_in_the_second_round_winners_meet_winners() -> None:
    at = played(event(SWISS, 16), the_lower_id, rounds=1)
    history = History(at)
    assert all(len({history.halves[id] for id in pair}) == 1 for pair in pairs(seat(at)))


def test_the_highest_scores_sit_at_the_first_table() -> None:
    at = played(event(SWISS, 16), by_chance, rounds=3)
    history = History(at)
    highest = [max(history.halves[id] for id in table.entrants) for table in seat(at).tables]
    assert highest == sorted(highest, reverse=True)


def test_a_single_entrant_has_a_bye_and_none_is_fine() -> None:
    assert seat(event(SWISS, 1)).byes[0][0] == 1
    assert seat(event(SWISS, 4), []) == Seating(())


@pytest.mark.parametrize(
    ("entrants", "rounds"), [(2, 1), (3, 3), (4, 3), (5, 4), (8, 4), (9, 5), (16, 5), (32, 6), (200, 9), (1000, 11)]
)
def test_the_number_of_rounds_follows_from_the_entrants(entrants: int, rounds: int) -> None:
    assert FORMATS["swiss"].rounds(Plan("swiss", "two-step"), entrants) == rounds


def test_rounds_that_the_organiser_has_set_are_played() -> None:
    assert FORMATS["swiss"].rounds(SWISS, 4) == 100


def test_two_hundred_who_have_met_all_neighbours_still_find_new_opponents() -> None:
    """A field larger than the limit for complete search, with all pairs of neighbours used up."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pairing, "SMALL", 50)
        at = played(event(Plan("swiss", "two-step", rounds=60), 60), by_chance, seed=3, rounds=59)
        assert len(History(at).meetings) >= 60 * 59 // 2 - 60
