"""Which teams play when a tournament starts, and who plays on their lines."""

from __future__ import annotations

from dataclasses import replace

import pytest

from accounts.models import Player
from tests.tournaments.people import advanced, planned, players
from tests.tournaments.teams.test_forming import COUPLES, couple, joined, line_up, seated, statuses, told
from tournaments.life import entering, stages
from tournaments.models import TeamInvitation, Tournament
from tournaments.planning import plans
from tournaments.teams import forming

pytestmark = pytest.mark.django_db


def test_only_complete_teams_play(olga: Player) -> None:
    people = players(6)
    tournament = planned(olga, COUPLES)
    couple(tournament, people[0], people[1])
    couple(tournament, people[2], people[3])
    alone = forming.make_team(tournament_id=tournament.pk, player=people[4], name="Alone")
    forming.invite(tournament_id=tournament.pk, team_id=alone.pk, by=people[4], name="Player6")
    tournament = advanced(tournament, tournament.starts_at)
    assert tournament.status == Tournament.Status.RUNNING
    assert seated(tournament) == {f"Player{number}" for number in range(1, 5)}
    assert statuses(tournament)["Player5"] == "waiting"
    assert "team-not-complete" in told(people[4])
    assert not TeamInvitation.objects.exists()


def test_one_team_alone_is_too_few(olga: Player) -> None:
    people = players(4)
    tournament = planned(olga, COUPLES | {"team_size": 4})
    team = couple(tournament, people[0], people[1])
    joined(tournament, team, people[0], people[2])
    joined(tournament, team, people[0], people[3])
    assert advanced(tournament, tournament.starts_at).status == Tournament.Status.CANCELLED


def test_reserves_who_are_there_take_the_lines_of_those_who_are_not(olga: Player) -> None:
    people = players(5)
    tournament = planned(olga, COUPLES, team_reserves=1, check_in_minutes=15)
    team = couple(tournament, people[0], people[1])
    joined(tournament, team, people[0], people[4])
    couple(tournament, people[2], people[3])
    stages.open_check_in(tournament_id=tournament.pk)
    for player in (people[0], *people[2:]):
        entering.check_in(tournament_id=tournament.pk, player=player)
    tournament = advanced(tournament, tournament.starts_at)
    assert line_up(team) == ["Player1", "Player5", "Player2"]
    assert seated(tournament) == {"Player1", "Player3", "Player4", "Player5"}
    assert "team-comes-in" in told(people[4])


def test_a_team_of_which_nobody_has_checked_in_leaves_its_place_to_one_that_waits(olga: Player) -> None:
    people = players(6)
    tournament = planned(olga, COUPLES, most=4, check_in_minutes=15)
    for one, other in (people[:2], people[2:4], people[4:]):
        couple(tournament, one, other)
    stages.open_check_in(tournament_id=tournament.pk)
    for player in people[2:]:
        entering.check_in(tournament_id=tournament.pk, player=player)
    tournament = advanced(tournament, tournament.starts_at)
    assert seated(tournament) == {"Player3", "Player4", "Player5", "Player6"}
    assert statuses(tournament)["Player1"] == "waiting"
    assert "left-out" in told(people[0])


def test_no_waiting_team_moves_up_after_the_number_of_places_was_lowered(olga: Player) -> None:
    people = players(10)
    tournament = planned(olga, COUPLES, most=6, check_in_minutes=15)
    for one in range(0, 10, 2):
        couple(tournament, people[one], people[one + 1])
    plans.change(tournament_id=tournament.pk, to=lambda terms: replace(terms, most=4))
    stages.open_check_in(tournament_id=tournament.pk)
    for player in people:
        entering.check_in(tournament_id=tournament.pk, player=player)
    tournament = advanced(tournament, tournament.starts_at)
    assert seated(tournament) == {f"Player{number}" for number in range(1, 7)}
    assert statuses(tournament)["Player7"] == statuses(tournament)["Player9"] == "waiting"
