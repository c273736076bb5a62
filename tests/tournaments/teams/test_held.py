"""A captain changes the line-up while the next seating is held back: it is carried into it, or refused."""

from __future__ import annotations

import pytest
from django.core.cache import cache

from accounts.models import Player
from tests.games.pages import browser_of
from tests.tournaments.control.at_pages import done, page
from tests.tournaments.people import FRIDAY, current_round, entry_of, fresh, players
from tests.tournaments.teams.test_matches import away, begun, in_teams, on_lines, over
from tests.tournaments.teams.test_pages import address
from tournaments.base.log import LINE_UP, lines_of
from tournaments.base.texts import mentioned
from tournaments.models import Place, Round, Team, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    cache.clear()


def change(tournament: Tournament, team: Team, captain: Player, one: Player, other: Player) -> str:
    """Change places on the team's page, and return what it says then."""
    both = {"one": entry_of(tournament, one).pk, "other": entry_of(tournament, other).pk}
    return browser_of(captain).post(address("team-line-up", tournament, team.pk), both, follow=True).text


def sits_with(tournament: Tournament, player: Player) -> Player | None:
    place = Place.objects.filter(round=current_round(tournament), entry__player=player).first()
    if place is None or place.board is None:
        return None
    return place.board.places.exclude(pk=place.pk).get().entry.player


def test_a_reserve_comes_in_at_once_and_the_organisers_read_why(olga: Player) -> None:
    people = players(6)
    tournament, (one, _other) = in_teams(olga, people, holds_seatings=True)
    tournament = begun(tournament)
    opponent = sits_with(tournament, people[1])
    said = change(tournament, one, people[0], people[1], people[2])
    assert "It holds from round 1 on, which waits to be published." in said
    assert on_lines(tournament, one, 1) == ["Player1", "Player3"]
    assert sits_with(tournament, people[2]) == opponent
    assert not Place.objects.filter(round=current_round(tournament), entry__player=people[1]).exists()
    board = current_round(tournament).boards.get(places__entry__player=people[2])
    assert entry_of(tournament, people[1]).pk not in mentioned(board.why)
    assert lines_of(tournament).filter(action=LINE_UP.slug).count() == 1
    room = browser_of(olga).get(page("control", tournament)).text
    assert "without a table and without a bye" not in room
    done(browser_of(olga), tournament, "publish")
    shown = browser_of(people[2]).get(fresh(tournament).get_absolute_url()).text
    assert "You are a reserve" not in shown


def test_two_lines_change_in_the_seating_and_in_what_it_says(olga: Player) -> None:
    people = players(6)
    tournament, (one, _other) = in_teams(olga, people, holds_seatings=True)
    tournament = begun(tournament)
    first, second = (sits_with(tournament, player) for player in people[:2])
    change(tournament, one, people[0], people[0], people[1])
    assert on_lines(tournament, one, 1) == ["Player2", "Player1"]
    assert [sits_with(tournament, player) for player in people[:2]] == [second, first]


def test_a_team_with_a_bye_has_it_in_its_new_line_up(olga: Player) -> None:
    people = players(9)
    tournament, teams = in_teams(olga, people, holds_seatings=True)
    tournament = begun(tournament)
    free = Place.objects.filter(round=current_round(tournament), board=None).first()
    assert free is not None
    (team,) = [team for team in teams if team.pk == free.entry.team_id]
    trio = people[3 * teams.index(team) :][:3]
    change(tournament, team, trio[0], trio[1], trio[2])
    byes = Place.objects.filter(round=current_round(tournament), board=None)
    assert {place.entry.player for place in byes.select_related("entry__player")} == {trio[0], trio[2]}


def test_whoever_stands_in_plays_on_until_the_regular_is_back(olga: Player) -> None:
    people = players(6)
    tournament, (one, _other) = in_teams(olga, people, holds_seatings=True)
    away(tournament, people[1])
    tournament = begun(tournament)
    assert on_lines(tournament, one, 1) == ["Player1", "Player3"]
    change(tournament, one, people[0], people[1], people[2])
    assert on_lines(tournament, one, 1) == ["Player1", "Player3"]


def test_a_line_that_nobody_can_play_is_not_changed_behind_the_seating(olga: Player) -> None:
    people = players(4)
    tournament, (one, _other) = in_teams(olga, people, size=2, holds_seatings=True)
    away(tournament, people[1])
    tournament = begun(tournament)
    said = change(tournament, one, people[0], people[0], people[1])
    assert "Round 1 has been drawn with the line-up as it is" in said
    assert entry_of(tournament, people[0]).line == 1
    assert on_lines(tournament, one, 1) == ["Player1", "Player2"]


def test_at_tables_the_reserve_takes_the_seat(olga: Player) -> None:
    people = players(9)
    tournament, teams = in_teams(olga, people, holds_seatings=True, **FRIDAY)
    tournament = begun(tournament)
    assert current_round(tournament).status == Round.Status.HELD
    change(tournament, teams[0], people[0], people[1], people[2])
    seated = Place.objects.filter(round=current_round(tournament)).values_list("entry__player", flat=True)
    assert people[2].pk in seated
    assert people[1].pk not in seated
    assert on_lines(tournament, teams[0], 1) == ["Player1", "Player3"]


def test_without_a_held_seating_it_holds_from_the_next_one_on(olga: Player) -> None:
    people = players(6)
    tournament, (one, _other) = in_teams(olga, people)
    tournament = over(begun(tournament))
    assert "It holds from the next seating on." in change(tournament, one, people[0], people[1], people[2])
    assert not lines_of(tournament).filter(action=LINE_UP.slug).exists()
