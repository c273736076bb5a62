"""Teams come together by invitation or by the organisers' hand; complete ones play, on the lines that captains set."""

from __future__ import annotations

import pytest
from django.utils import timezone

from accounts import standing
from accounts.models import Notice, Player
from accounts.standing import block
from common.errors import UserError
from tests.tournaments.people import (
    FRIDAY,
    advanced,
    after_the_break,
    current_round,
    entry_of,
    fresh,
    planned,
    players,
    the_house_plays,
)
from tournaments.life import entering
from tournaments.life.teams.standings import team_standings_of
from tournaments.models import Entry, Place, Team, TeamInvitation, Tournament
from tournaments.teams import forming

pytestmark = pytest.mark.django_db
COUPLES = FRIDAY | {"team_size": 2, "least": 4, "rounds": 2}


def couple(tournament: Tournament, one: Player, other: Player, name: str = "") -> Team:
    team = forming.make_team(tournament_id=tournament.pk, player=one, name=name or f"Team of {one.username}")
    joined(tournament, team, one, other)
    return team


def joined(tournament: Tournament, team: Team, captain: Player, other: Player) -> None:
    forming.invite(tournament_id=tournament.pk, team_id=team.pk, by=captain, name=other.username)
    forming.join(tournament_id=tournament.pk, team_id=team.pk, player=other)


def told(player: Player) -> set[str]:
    return {
        kind.removeprefix("tournament-") for kind in Notice.objects.filter(player=player).values_list("kind", flat=True)
    }


def line_up(team: Team) -> list[str]:
    return [entry.name for entry in team.members.select_related("player").order_by("line")]


def statuses(tournament: Tournament) -> dict[str, str]:
    return {entry.name: entry.status for entry in tournament.entries.select_related("player")}


def seated(tournament: Tournament) -> set[str]:
    places = current_round(tournament).places.filter(board__isnull=False).select_related("entry__player")
    return {place.entry.name for place in places}


def refused(code: str) -> pytest.RaisesExc[UserError]:
    return pytest.raises(UserError, check=lambda error: error.code == code)


# --- By invitation ---


def test_a_captain_invites_a_partner_who_joins_with_one_click(olga: Player) -> None:
    anna, ben = players(2)
    tournament = planned(olga, COUPLES)
    team = couple(tournament, anna, ben, "Double six")
    assert line_up(team) == ["Player1", "Player2"]
    assert statuses(tournament) == {"Player1": "entered", "Player2": "entered"}
    assert entry_of(tournament, anna).is_captain
    assert not TeamInvitation.objects.exists()
    assert "team-invited" in told(ben)
    assert "team-joined" in told(anna)


def test_whoever_declines_is_not_in_the_team_and_the_captain_is_told(olga: Player) -> None:
    anna, ben = players(2)
    tournament = planned(olga, COUPLES)
    team = forming.make_team(tournament_id=tournament.pk, player=anna, name="Foxes")
    forming.invite(tournament_id=tournament.pk, team_id=team.pk, by=anna, name="player2")
    forming.decline(tournament_id=tournament.pk, team_id=team.pk, player=ben)
    assert line_up(team) == ["Player1"]
    assert "team-declined" in told(anna)
    with refused("not-invited"):
        forming.join(tournament_id=tournament.pk, team_id=team.pk, player=ben)


def test_nobody_joins_uninvited_or_after_the_invitation_was_taken_back(olga: Player) -> None:
    anna, ben = players(2)
    tournament = planned(olga, COUPLES)
    team = forming.make_team(tournament_id=tournament.pk, player=anna, name="Foxes")
    forming.invite(tournament_id=tournament.pk, team_id=team.pk, by=anna, name="Player2")
    forming.take_back(tournament_id=tournament.pk, team_id=team.pk, by=anna, player_id=ben.pk)
    with refused("not-invited"):
        forming.join(tournament_id=tournament.pk, team_id=team.pk, player=ben)


def test_a_team_takes_as_many_as_the_plan_says(olga: Player) -> None:
    anna, ben, carla, david = players(4)
    tournament = planned(olga, COUPLES, team_reserves=1)
    team = couple(tournament, anna, ben)
    joined(tournament, team, anna, carla)
    with refused("full"):
        forming.invite(tournament_id=tournament.pk, team_id=team.pk, by=anna, name=david.username)


@pytest.mark.parametrize("name", ["Player9", "player1", "Olga"])
def test_only_players_who_are_free_can_be_invited(olga: Player, name: str) -> None:
    (anna,) = players(1)
    block(player=olga, other=anna, now=timezone.now())
    tournament = planned(olga, COUPLES)
    team = forming.make_team(tournament_id=tournament.pk, player=anna, name="Foxes")
    with refused("no-player"):
        forming.invite(tournament_id=tournament.pk, team_id=team.pk, by=anna, name=name)


def test_a_player_is_in_one_team_alone(olga: Player) -> None:
    anna, ben, carla = players(3)
    tournament = planned(olga, COUPLES)
    couple(tournament, anna, ben)
    other = forming.make_team(tournament_id=tournament.pk, player=carla, name="Bears")
    with refused("in-team"):
        forming.invite(tournament_id=tournament.pk, team_id=other.pk, by=carla, name="Player2")
    with refused("in-team"):
        forming.make_team(tournament_id=tournament.pk, player=ben, name="Wolves")


@pytest.mark.parametrize(("name", "code"), [("", "no-name"), ("foxes", "name-taken"), ("Moderators", "name-reserved")])
def test_a_team_has_a_name_of_its_own(olga: Player, name: str, code: str) -> None:
    anna, ben = players(2)
    tournament = planned(olga, COUPLES)
    forming.make_team(tournament_id=tournament.pk, player=anna, name="Foxes")
    with refused(code):
        forming.make_team(tournament_id=tournament.pk, player=ben, name=name)


def test_only_the_captain_invites_and_sets_the_line_up(olga: Player) -> None:
    anna, ben, _carla = players(3)
    tournament = planned(olga, COUPLES)
    team = couple(tournament, anna, ben)
    both = [entry_of(tournament, one).pk for one in (anna, ben)]
    with refused("not-captain"):
        forming.invite(tournament_id=tournament.pk, team_id=team.pk, by=ben, name="Player3")
    with refused("not-captain"):
        forming.change_line_up(tournament_id=tournament.pk, team_id=team.pk, by=ben, one=both[0], other=both[1])
    forming.change_line_up(tournament_id=tournament.pk, team_id=team.pk, by=anna, one=both[0], other=both[1])
    assert line_up(team) == ["Player2", "Player1"]


def test_where_everybody_plays_for_themselves_there_are_no_teams(olga: Player) -> None:
    (anna,) = players(1)
    with refused("no-teams"):
        forming.make_team(tournament_id=planned(olga).pk, player=anna, name="Foxes")


# --- Places ---


def test_whoever_enters_alone_waits_for_a_team(olga: Player) -> None:
    anna, ben = players(2)
    tournament = planned(olga, COUPLES)
    assert entering.enter(tournament_id=tournament.pk, player=anna).status == Entry.Status.WAITING
    assert told(anna) == {"team-wanted"}
    team = forming.make_team(tournament_id=tournament.pk, player=ben, name="Foxes")
    joined(tournament, team, ben, anna)
    assert statuses(tournament) == {"Player1": "entered", "Player2": "entered"}


def test_a_team_waits_as_a_whole_and_moves_up_as_a_whole(olga: Player) -> None:
    people = players(6)
    tournament = planned(olga, COUPLES, most=5)
    for one, other in (people[:2], people[2:4], people[4:]):
        couple(tournament, one, other)
    assert list(statuses(tournament).values()) == ["entered"] * 4 + ["waiting"] * 2
    entering.withdraw(tournament_id=tournament.pk, player=people[0])
    assert statuses(tournament)["Player5"] == "waiting"
    entering.withdraw(tournament_id=tournament.pk, player=people[1])
    assert statuses(tournament)["Player5"] == statuses(tournament)["Player6"] == "entered"
    assert "moved-up" in told(people[5])


def test_if_the_captain_withdraws_the_partner_becomes_captain(olga: Player) -> None:
    anna, ben = players(2)
    tournament = planned(olga, COUPLES)
    team = couple(tournament, anna, ben)
    entering.withdraw(tournament_id=tournament.pk, player=anna)
    assert line_up(team) == ["Player2"]
    assert entry_of(tournament, ben).is_captain
    assert "team-left" in told(ben)
    entering.withdraw(tournament_id=tournament.pk, player=ben)
    assert not Team.objects.exists()


# --- While it runs ---


def evening(olga: Player, people: list[Player], rounds: int = 2) -> tuple[Tournament, list[Team]]:
    """Begin an evening of two teams of two, the first with a reserve."""
    tournament = planned(olga, COUPLES, team_reserves=1, rounds=rounds)
    teams = [couple(tournament, people[0], people[1]), couple(tournament, people[2], people[3])]
    joined(tournament, teams[0], people[0], people[4])
    return advanced(tournament, tournament.starts_at), teams


def test_a_reserve_comes_in_between_two_rounds_and_the_line_goes_on(olga: Player) -> None:
    people = players(5)
    tournament, (team, _other) = evening(olga, people)
    the_house_plays(tournament)
    tournament = advanced(tournament, tournament.starts_at)
    ben, reserve = (entry_of(tournament, people[at]).pk for at in (1, 4))
    forming.change_line_up(tournament_id=tournament.pk, team_id=team.pk, by=people[0], one=ben, other=reserve)
    assert {"team-comes-in"} <= told(people[4])
    assert {"team-reserve"} <= told(people[1])
    tournament = advanced(tournament, after_the_break(tournament))
    assert seated(tournament) == {"Player1", "Player3", "Player4", "Player5"}
    the_house_plays(tournament)
    tournament = advanced(tournament, tournament.starts_at)
    row = next(row for row in team_standings_of(tournament) if row["team"] == team.pk)
    assert [line["entries"] for line in row["lines"]] == [[entry_of(tournament, people[0]).pk], [ben, reserve]]
    points = Place.objects.filter(entry__in=[ben, reserve]).values_list("score__points", flat=True)
    assert row["lines"][1]["score"] == str(sum(points))
    assert tournament.status == Tournament.Status.FINISHED
    assert tournament.winners == [row["name"] for row in team_standings_of(tournament) if row["rank"] == 1]


def test_if_a_partner_withdraws_the_reserve_takes_the_line(olga: Player) -> None:
    people = players(5)
    tournament, (team, _other) = evening(olga, people)
    entering.withdraw(tournament_id=tournament.pk, player=people[0])
    assert line_up(team) == ["Player5", "Player2", "Player1"]
    assert not entry_of(tournament, people[0]).is_captain
    assert entry_of(tournament, people[1]).is_captain
    assert "team-comes-in" in told(people[4])
    assert "team-left" in told(people[1])


def test_if_a_partner_withdraws_and_there_is_no_reserve_the_line_stays_empty(olga: Player) -> None:
    people = players(5)
    tournament, (_team, other) = evening(olga, people)
    entering.withdraw(tournament_id=tournament.pk, player=people[3])
    the_house_plays(tournament)
    tournament = advanced(tournament, tournament.starts_at)
    tournament = advanced(tournament, after_the_break(tournament))
    assert seated(tournament) == {"Player1", "Player2", "Player3"}
    assert line_up(other) == ["Player3", "Player4"]


def test_nobody_enters_once_it_runs(olga: Player) -> None:
    people = players(6)
    tournament, _teams = evening(olga, people)
    with refused("too-late"):
        entering.enter(tournament_id=tournament.pk, player=people[5])


def test_the_organisers_put_people_together_and_put_somebody_in_later(olga: Player) -> None:
    people = players(6)
    tournament = planned(olga, COUPLES)
    for player in people:
        entering.enter(tournament_id=tournament.pk, player=player)
    entries = list(tournament.entries.order_by("pk"))
    teams = [forming.put_together(tournament, name, pair) for name, pair in (("A", entries[:2]), ("B", entries[2:4]))]
    assert "team-put-together" in told(people[0])
    assert entry_of(tournament, people[0]).is_captain
    tournament = advanced(tournament, tournament.starts_at)
    entering.withdraw(tournament_id=tournament.pk, player=people[1])
    forming.put_in(fresh(tournament), teams[0], entry_of(tournament, people[4]))
    assert line_up(teams[0]) == ["Player1", "Player5", "Player2"]
    the_house_plays(tournament)
    tournament = advanced(tournament, tournament.starts_at)
    tournament = advanced(tournament, after_the_break(tournament))
    assert seated(tournament) == {"Player1", "Player3", "Player4", "Player5"}


def test_who_is_muted_neither_names_a_team_nor_invites(olga: Player) -> None:
    one, other = players(2)
    tournament = planned(olga, COUPLES)
    team = forming.make_team(tournament_id=tournament.pk, player=one, name="Foxes")
    for player in (one, other):
        standing.impose(player=player, kind="muted", reason="Rude", now=timezone.now())
    with pytest.raises(UserError):
        forming.invite(tournament_id=tournament.pk, team_id=team.pk, by=one, name=other.username)
    with pytest.raises(UserError):
        forming.make_team(tournament_id=tournament.pk, player=other, name="Olga cheats")
    assert Team.objects.count() == 1
