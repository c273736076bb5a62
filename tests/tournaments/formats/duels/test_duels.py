"""What holds for Swiss, round robin and knockout alike."""

import pytest

from tests.tournaments.formats.duels.duelling import event, played, seat
from tournaments.formats import FORMATS, Plan

DUELS = ("swiss", "round-robin", "knockout", "double-elimination")


@pytest.mark.parametrize("slug", DUELS)
@pytest.mark.parametrize("entrants", range(2, 20))
def test_every_round_seats_each_at_most_once_and_the_end_has_all_in_the_standings(slug: str, entrants: int) -> None:
    over = played(event(Plan(slug, "two-step"), entrants))
    for round_ in over.rounds:
        named = [id for table in round_.tables for id in table.entrants] + list(round_.byes)
        assert len(named) == len(set(named))
    standings = FORMATS[slug].standings(over)
    assert sorted(standing.entrant for standing in standings) == list(range(1, entrants + 1))
    assert standings[0].rank == 1
    final_not_again = slug == "double-elimination"
    assert len(over.rounds) + final_not_again >= FORMATS[slug].rounds(over.plan, entrants) >= len(over.rounds)


@pytest.mark.parametrize("slug", DUELS)
def test_answers_are_reproducible(slug: str) -> None:
    at = played(event(Plan(slug, "two-step"), 21), rounds=2)
    assert seat(at, seed=3) == seat(at, seed=3)


@pytest.mark.parametrize(
    ("slug", "last"), [("swiss", 5), ("round-robin", 1), ("knockout", 1), ("double-elimination", 1)]
)
def test_the_last_round_for_late_entries(slug: str, last: int) -> None:
    assert FORMATS[slug].last_round_to_enter(Plan(slug, "two-step", rounds=9), 20) == last


@pytest.mark.parametrize("slug", DUELS)
def test_a_single_entrant_plays_at_no_table(slug: str) -> None:
    for present in (0, 1):
        assert FORMATS[slug].table_sizes(Plan(slug, "two-step"), present) == ()


@pytest.mark.parametrize("slug", DUELS)
def test_matches_at_the_table_are_counted(slug: str) -> None:
    at = played(event(Plan(slug, "two-step"), 7))
    sat = [id for each in at.rounds for table in each.tables for id in table.entrants]
    assert {one.entrant: one.played for one in FORMATS[slug].standings(at)} == {id: sat.count(id) for id in range(1, 8)}
