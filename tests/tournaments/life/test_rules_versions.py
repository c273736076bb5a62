"""A new version of the rules is released during a tournament, which continues under its own."""

from collections.abc import Iterator

import pytest

from accounts.models import Player
from games.records.checking import problems_of
from games.rules import registered
from games.state.live_tables import live_tables
from tests.games.rules.variants.next_two_step import NextTwoStep
from tests.tournaments.people import (
    DUELS,
    advanced,
    after_the_break,
    everyone_plays,
    planned,
    players,
    started,
    tables_of,
)
from tests.tournaments.plans import changed
from tournaments.models import Tournament
from tournaments.planning import plans
from tournaments.rehearsal import jobs
from tournaments.rehearsal.play import Rehearsed, rehearse

pytestmark = pytest.mark.django_db


@pytest.fixture
def running(olga: Player) -> Tournament:
    """Return a tournament whose first round is over."""
    tournament = started(olga, players(4), DUELS)
    everyone_plays(tournament)
    return advanced(tournament, tournament.starts_at)


@pytest.fixture
def released(running: Tournament) -> Iterator[None]:
    with registered(NextTwoStep()):
        live_tables.forget()
        yield
    live_tables.forget()


def test_later_rounds_are_played_as_the_first(running: Tournament, released: None) -> None:
    tournament = advanced(running, after_the_break(running))
    everyone_plays(tournament)
    assert {(table.rules_version, len(list(problems_of(table)))) for table in tables_of(tournament)} == {(1, 0)}
    assert len(tables_of(tournament)) == 4


def rehearsed(tournament: Tournament) -> Rehearsed:
    return rehearse(jobs.setup_of(tournament, jobs.wish_for(tournament, 4)), lambda: 0.0)


def points_in(result: Rehearsed) -> set[int]:
    return {points for each in result.rounds for table in each.tables for _entrant, points in table}


def test_it_is_rehearsed_by_its_own_rules(running: Tournament, released: None, olga: Player) -> None:
    assert points_in(rehearsed(running)) <= {0, 1, 2}
    assert points_in(rehearsed(planned(olga, DUELS))) == {0, 3}


def test_changes_while_it_runs_keep_its_rules(running: Tournament, released: None) -> None:
    plans.change(tournament_id=running.pk, to=changed(name="Another name"))
    running.refresh_from_db()
    assert running.rules_version == 1


def test_new_tournaments_take_the_new_rules(released: None, olga: Player) -> None:
    tournament = planned(olga, DUELS)
    assert tournament.rules_version == 2
    assert tournament.rules.version == 2


def test_a_plan_changed_before_the_start_takes_the_new_rules(olga: Player) -> None:
    tournament = planned(olga, DUELS)
    assert tournament.rules_version == 1
    with registered(NextTwoStep()):
        tournament.refresh_from_db()
        assert tournament.rules_version == 1
        plans.change(tournament_id=tournament.pk, to=changed(rounds=2))
        tournament.refresh_from_db()
        assert (tournament.rules_version, tournament.rounds) == (2, 2)
