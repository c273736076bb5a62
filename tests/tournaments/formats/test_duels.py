"""What holds for Swiss, round robin and knockout alike."""

import pytest

from tests.tournaments.formats.duelling import event, played, seat
from tournaments.formats import FORMATS, Plan

DUELS = ("swiss", "round-robin", "knockout")


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
    assert len(over.rounds) == FORMATS[slug].rounds(over.plan, entrants)


@pytest.mark.parametrize("slug", DUELS)
def test_asking_twice_agrees(slug: str) -> None:
    at = played(event(Plan(slug, "two-step"), 21), rounds=2)
    assert seat(at, seed=3) == seat(at, seed=3)
