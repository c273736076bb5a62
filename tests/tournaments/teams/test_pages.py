"""What the pages say of teams: how one comes together, stands, and is run by its captain and the organisers."""

from __future__ import annotations

import json

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.models import Notice, Player
from accounts.personal.deletion import names_of
from tests.games.pages import browser_of
from tests.tournaments.control.at_pages import done
from tests.tournaments.control.at_tables import about
from tests.tournaments.people import advanced, entry_of, fresh, planned, players, the_house_plays
from tests.tournaments.plans import club_of
from tests.tournaments.teams.test_forming import COUPLES, couple, evening, line_up
from tournaments import tasks
from tournaments.control.actions.tables.correct import Correct
from tournaments.life import entering
from tournaments.life.teams.standings import team_standings_of
from tournaments.models import Board, Entry, Team, TeamInvitation, Tournament
from tournaments.pages.exports.files import standings_csv, tournament_json
from tournaments.personal.holdings import names_in_results
from tournaments.teams import forming

pytestmark = pytest.mark.django_db


def address(name: str, tournament: Tournament, *args: int) -> str:
    return reverse(f"tournaments:{name}", args=[tournament.pk, *args])


def page(client: Client, tournament: Tournament) -> str:
    return client.get(tournament.get_absolute_url()).text


def test_a_couple_enters_by_invitation_alone(olga: Player) -> None:
    anna, ben = players(2)
    tournament, one, other = planned(olga, COUPLES), browser_of(anna), browser_of(ben)
    assert "Couples play" in page(one, tournament)
    assert address("team-new", tournament) in page(one, tournament)
    made = one.post(address("team-new", tournament), {"name": "Double six", "partners": "Player2, Nobody"}, follow=True)
    assert "Player2 is invited." in made.text
    assert "Nobody: There is no player with this name" in made.text
    team = Team.objects.get()
    assert "Your team is not complete" in page(one, tournament)
    assert address("team-join", tournament, team.pk) in page(other, tournament)
    joined = other.post(address("team-join", tournament, team.pk), follow=True)
    assert "You play for the team Double six." in joined.text
    assert statuses(tournament) == {"Player1": "entered", "Player2": "entered"}
    assert "Your team is not complete" not in page(one, tournament)
    assert "Double six" in page(Client(), tournament)


def test_a_team_has_no_place_before_there_is_a_result(olga: Player) -> None:
    people = players(5)
    tournament, _teams = evening(olga, people)
    assert "is in place" not in page(browser_of(people[0]), tournament)
    the_house_plays(tournament)
    tournament = advanced(tournament, tournament.starts_at)
    assert "is in place" in page(browser_of(people[0]), tournament)


def test_who_enters_without_a_team_does_not_wait_for_a_place(olga: Player) -> None:
    (anna,) = players(1)
    tournament = planned(olga, COUPLES)
    entered = browser_of(anna).post(address("enter", tournament), follow=True).text
    assert "You have entered." in entered
    assert "You have no team yet." in entered
    assert "move up" not in entered


def statuses(tournament: Tournament) -> dict[str, str]:
    return {entry.name: entry.status for entry in tournament.entries.select_related("player")}


def test_an_invitation_can_be_declined_and_taken_back(olga: Player) -> None:
    anna, ben = players(2)
    tournament, one, other = planned(olga, COUPLES), browser_of(anna), browser_of(ben)
    one.post(address("team-new", tournament), {"name": "Foxes", "partners": "Player2"})
    team = Team.objects.get()
    other.post(address("team-decline", tournament, team.pk))
    assert not TeamInvitation.objects.exists()
    one.post(address("team-invite", tournament, team.pk), {"name": "Player2"})
    assert address("team-take-back", tournament, team.pk) in one.get(address("team", tournament, team.pk)).text
    one.post(address("team-take-back", tournament, team.pk), {"player": ben.pk})
    assert "has been taken back" in other.post(address("team-join", tournament, team.pk), follow=True).text


def test_nobody_is_flooded_with_invitations(olga: Player, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "invitations": "3/hour"}
    anna, ben = players(2)
    tournament, browser = planned(olga, COUPLES), browser_of(anna)
    browser.post(address("team-new", tournament), {"name": "Foxes"})
    team = Team.objects.get()
    for _ in range(5):
        page = browser.post(address("team-invite", tournament, team.pk), {"name": ben.username}, follow=True).text
        browser.post(address("team-take-back", tournament, team.pk), {"player": ben.pk})
    assert "You have done that many times within the hour." in page
    assert Notice.objects.filter(player=ben).count() == 3


def test_the_notice_of_an_invitation_stays_unread_only_while_one_can_join(olga: Player) -> None:
    anna, ben, carla, david, emil, fanny, gustav = players(7)
    tournament = planned(olga, COUPLES)
    couple(tournament, david, emil)
    couple(tournament, fanny, gustav)
    team = forming.make_team(tournament_id=tournament.pk, player=anna, name="Foxes")
    for player in (ben, carla):
        forming.invite(tournament_id=tournament.pk, team_id=team.pk, by=anna, name=player.username)
    unread = Notice.objects.unread().filter(kind="tournament-team-invited")
    tasks.remind()
    assert {notice.player for notice in unread.all()} == {ben, carla}
    forming.take_back(tournament_id=tournament.pk, team_id=team.pk, by=anna, player_id=ben.pk)
    tasks.remind()
    assert {notice.player for notice in unread.all()} == {carla}
    assert advanced(tournament, tournament.starts_at).status == Tournament.Status.RUNNING
    tasks.remind()
    assert not unread.exists()


def test_a_captain_changes_the_line_up_on_the_page_of_the_team(olga: Player) -> None:
    anna, ben = players(2)
    tournament = planned(olga, COUPLES)
    team = couple(tournament, anna, ben)
    both = {"one": entry_of(tournament, anna).pk, "other": entry_of(tournament, ben).pk}
    assert "Change places" not in browser_of(ben).get(address("team", tournament, team.pk)).text
    assert "Change places" in browser_of(anna).get(address("team", tournament, team.pk)).text
    browser_of(anna).post(address("team-line-up", tournament, team.pk), both)
    assert line_up(team) == ["Player2", "Player1"]


def test_whoever_enters_alone_is_told_what_to_do(olga: Player) -> None:
    (anna,) = players(1)
    tournament, one = planned(olga, COUPLES), browser_of(anna)
    assert "Enter without a team" in page(one, tournament)
    one.post(address("enter", tournament))
    assert "Only teams play" in page(one, tournament)


def test_where_nobody_plays_in_teams_there_is_no_page_to_make_one(olga: Player) -> None:
    (anna,) = players(1)
    assert browser_of(anna).get(address("team-new", planned(olga))).status_code == 404


def test_guests_and_strangers_make_no_teams(olga: Player) -> None:
    tournament = planned(olga, COUPLES)
    assert Client().post(address("team-new", tournament), {"name": "Foxes"}).status_code == 302
    guest = Player.objects.create(username="Guest-1", is_guest=True)
    browser_of(guest).post(address("team-new", tournament), {"name": "Foxes"})
    assert not Team.objects.exists()


def test_the_standings_of_teams_and_of_people_are_two_tables(olga: Player) -> None:
    people = players(5)
    tournament, (team, _other) = evening(olga, people)
    the_house_plays(tournament)
    tournament = advanced(tournament, tournament.starts_at)
    shown = page(browser_of(people[4]), tournament)
    assert "Standings of the teams" in shown
    assert "You are a reserve" in shown
    row = next(row for row in team_standings_of(tournament) if row["team"] == team.pk)
    of_team = Client().get(address("team", tournament, team.pk)).text
    assert row["score"] in of_team
    assert "What each line has brought" in of_team


def test_at_the_end_the_team_has_won(olga: Player) -> None:
    people = players(5)
    tournament, teams = evening(olga, people, rounds=1)
    the_house_plays(tournament)
    tournament = advanced(tournament, tournament.starts_at)
    assert tournament.status == Tournament.Status.FINISHED
    winner = next(team for team in teams if team.name in tournament.winners)  # they may have shared the win
    captain = winner.members.get(is_captain=True).player
    assert captain is not None
    assert "Your team has won!" in page(browser_of(captain), tournament)
    assert f"Winning team: {winner.name}" in page(Client(), tournament)


def test_files_have_the_teams_their_line_ups_and_standings(olga: Player) -> None:
    tournament, (team, other) = evening(olga, players(5), rounds=1)
    the_house_plays(tournament)
    tournament = advanced(tournament, tournament.starts_at)
    said = json.loads(json.dumps(tournament_json(tournament)))
    assert [one["name"] for one in said["teams"]] == [team.name, other.name]
    assert len(said["teams"][0]["members"]) == 3
    assert {one["team"]: len(one["entries"]) for one in said["rounds"][0]["line_ups"]} == {team.pk: 2, other.pk: 2}
    assert said["team_standings"][0]["rank"] == 1
    assert standings_csv(tournament).splitlines()[0].startswith("rank,name,bot,team,score")


def test_the_organisers_put_a_team_together_rename_it_and_put_somebody_in(olga: Player) -> None:
    people = players(3)
    tournament, organiser = planned(olga, COUPLES, team_reserves=1), browser_of(olga)
    for player in people:
        entering.enter(tournament_id=tournament.pk, player=player)
    one, other, third = (entry_of(tournament, player).pk for player in people)
    control = reverse("tournaments:control", args=[tournament.pk])
    assert "Without a team" in organiser.get(control).text
    done(organiser, tournament, "make-team", name="Foxes", **{"member-1": one, "member-2": other})
    team = Team.objects.get()
    assert line_up(team) == ["Player1", "Player2"]
    done(organiser, tournament, "put-in-team", one=third, team=team.pk)
    done(organiser, tournament, "line-up", team=team.pk, one=one, other=third)
    assert line_up(team) == ["Player3", "Player2", "Player1"]
    done(organiser, tournament, "rename-team", team=team.pk, name="Bears")
    assert Team.objects.get().name == "Bears"
    assert "Bears" in organiser.get(control).text
    done(organiser, tournament, "remove", entry=third)
    assert line_up(team) == ["Player2", "Player1"]


def test_a_waiting_player_is_put_in_a_team_not_in_the_tournament(olga: Player) -> None:
    (anna,) = players(1)
    tournament = planned(olga, COUPLES)
    entry = entering.enter(tournament_id=tournament.pk, player=anna)
    done(browser_of(olga), tournament, "put-in", entry=entry.pk)
    assert fresh(tournament).entries.get().status == Entry.Status.WAITING


def test_a_deleted_account_leaves_no_name_in_that_of_a_team(olga: Player) -> None:
    anna, ben = players(2)
    tournament = planned(olga, COUPLES)
    team = couple(tournament, anna, ben, "Player1 and Ben")
    assert "Player1" in names_of(anna)
    names_in_results(anna, "Deleted")
    team.refresh_from_db()
    assert "Player1" not in team.name
    forming.new_team(tournament, "Player1 and Ben")


def test_the_plan_offers_couples_and_says_what_they_are(olga: Player) -> None:
    client = browser_of(olga)
    shown = client.get(reverse("tournaments:new"), {"preset": "couples-evening"}, follow=True)
    assert shown.context["form"].initial["team_size"] == 2
    assert "team_size" in shown.text
    swiss = client.get(reverse("tournaments:new"), {"preset": "two-step-evening"}, follow=True)
    assert 'name="team_size"' not in swiss.text


def test_a_corrected_result_changes_the_final_standings_of_teams(olga: Player) -> None:
    tournament, teams = evening(olga, players(5), rounds=1)
    the_house_plays(tournament)
    tournament = advanced(tournament, tournament.starts_at)
    (winner,) = [team for team in teams if team.name in tournament.winners]
    for board in Board.objects.filter(round__tournament=tournament):
        seats = board.places.select_related("entry").order_by("seat")
        worst_for_winners = [100 if place.entry.team_id == winner.pk else 0 for place in seats]
        Correct(board=board.pk, points=worst_for_winners).carry_out(**about(tournament, olga), reason="Miscounted")
        tournament = fresh(tournament)
    assert winner.name not in tournament.winners


def test_lists_count_teams_where_teams_play(olga: Player) -> None:
    club, (anna, ben, carla, david) = club_of(olga), players(4)
    tournament = planned(olga, COUPLES, club, most=8)
    couple(tournament, anna, ben)
    addresses = ["/", reverse("tournaments:list"), club.get_absolute_url()]
    for address in addresses:
        cache.clear()
        assert "1 of 4 teams entered" in Client().get(address).text
    Tournament.objects.filter(pk=tournament.pk).update(most=None)
    for address in [*addresses, tournament.get_absolute_url()]:
        cache.clear()
        assert "1 team entered" in Client().get(address).text
    couple(tournament, carla, david)
    cache.clear()
    assert "2 teams entered" in Client().get(addresses[0]).text


def test_the_head_counts_waiting_teams_where_teams_play(olga: Player) -> None:
    people = players(6)
    tournament = planned(olga, COUPLES, most=5)
    for one, other in (people[:2], people[2:4], people[4:]):
        couple(tournament, one, other)
    assert "1 team waiting" in Client().get(tournament.get_absolute_url()).text
