"""Teams meet line against line: reserves step in, missing players lose their line, and organisers keep their grip."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import Player
from tests.games.pages import browser_of
from tests.html import dense
from tests.tournaments.control.at_pages import done, page
from tests.tournaments.people import advanced, current_round, entry_of, fresh, planned, players, the_house_plays
from tests.tournaments.teams.test_pages import address
from tournaments.base.log import lines_of
from tournaments.life import clockwork, entering
from tournaments.life.teams.meetings import matches_shown
from tournaments.life.teams.standings import team_standings_of
from tournaments.models import Board, Entry, Line, Place, Round, Team, Tournament
from tournaments.teams import forming

pytestmark = pytest.mark.django_db

MATCHES = {
    "name": "Team evening",
    "game": "two-step",
    "options": {"target": 1},
    "format": "team-swiss",
    "rounds": 2,
    "team_size": 2,
    "team_reserves": 1,
    "least": 4,
    "table_size": 2,
}


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    cache.clear()


def in_teams(olga: Player, people: list[Player], size: int = 3, **plan: Any) -> tuple[Tournament, list[Team]]:
    """Return a tournament whose registration is open, with teams of so many members."""
    tournament = planned(olga, MATCHES, **plan)
    for player in people:
        entering.enter(tournament_id=tournament.pk, player=player)
    groups = [people[start : start + size] for start in range(0, len(people), size)]
    teams = [
        forming.put_together(tournament, f"Team {letter}", [entry_of(tournament, player) for player in group])
        for letter, group in zip("ABCDEFGH", groups, strict=False)
    ]
    return tournament, teams


def away(tournament: Tournament, *people: Player) -> None:
    tournament.entries.filter(player__in=people).update(presence=Entry.Presence.RESTING)


def begun(tournament: Tournament) -> Tournament:
    return advanced(tournament, tournament.starts_at)


def over(tournament: Tournament) -> Tournament:
    """Return it with its round played by the house, for everybody who is there."""
    Entry.objects.filter(tournament=tournament).update(presence=Entry.Presence.HERE)
    the_house_plays(tournament)
    return advanced(tournament, fresh(tournament).starts_at)


def on_lines(tournament: Tournament, team: Team, number: int) -> list[str]:
    lines = Line.objects.filter(team=team, round__tournament=tournament, round__number=number)
    return [line.entry.name for line in lines.select_related("entry__player").order_by("number")]


def shown_at(address: str) -> str:
    cache.clear()
    return dense(Client().get(address).text)


def shown(client: Client, tournament: Tournament) -> str:
    cache.clear()
    return dense(client.get(tournament.get_absolute_url()).text)


def test_the_first_meets_the_first_and_the_second_the_second(olga: Player) -> None:
    people = players(6)
    tournament, (one, other) = in_teams(olga, people)
    tournament = begun(tournament)
    (match,) = matches_shown(current_round(tournament))
    assert {team.pk for team in match.teams} == {one.pk, other.pk}
    pairs = [
        {place.entry.player for place in board.places.select_related("entry__player")}
        for board in current_round(tournament).boards.order_by("number")
    ]
    assert pairs == [{people[0], people[3]}, {people[1], people[4]}]


def test_a_reserve_steps_in_for_a_round_and_the_regular_is_back_in_the_next(olga: Player) -> None:
    people = players(6)
    tournament, (one, _other) = in_teams(olga, people)
    away(tournament, people[0])
    tournament = begun(tournament)
    assert on_lines(tournament, one, 1) == ["Player3", "Player2"]
    assert "comes in for Player1" in shown(Client(), tournament)
    tournament = over(tournament)
    clockwork.advance(tournament_id=tournament.pk, now=tournament.schedule.next_round_at(current_round(tournament)))
    assert on_lines(fresh(tournament), one, 2) == ["Player1", "Player2"]


def test_without_a_reserve_the_line_is_lost_and_nobody_waits_for_it(olga: Player) -> None:
    people = players(4)
    tournament, (one, other) = in_teams(olga, people, size=2)
    away(tournament, people[1])
    tournament = begun(tournament)
    board = current_round(tournament).boards.get(places__entry__player=people[1])
    assert (board.is_done, board.table) == (True, None)
    assert "Your line of round 1 is won" in shown(browser_of(people[3]), tournament)
    assert "counts as missed" in shown(browser_of(people[1]), tournament)
    assert "Not played: the other side was not there." in shown(Client(), tournament)
    tournament = over(tournament)
    assert current_round(tournament).status == Round.Status.FINISHED
    rows = {row["team"]: row for row in team_standings_of(tournament)}
    assert rows[one.pk]["lines"][1]["score"] == "0"
    assert rows[other.pk]["lines"][1]["score"] == "1"


def test_a_round_in_which_nobody_can_play_ends_by_itself(olga: Player) -> None:
    people = players(4)
    tournament, _teams = in_teams(olga, people, size=2)
    away(tournament, people[1], people[2])
    tournament = begun(tournament)
    assert not Board.objects.filter(round__tournament=tournament, table__isnull=False).exists()
    assert current_round(tournament).status == Round.Status.FINISHED
    assert [row["rounds"] for row in team_standings_of(tournament)] == [["1:1"], ["1:1"]]


def test_with_three_teams_one_has_a_bye(olga: Player) -> None:
    people = players(6)
    tournament, _teams = in_teams(olga, people, size=2)
    tournament = begun(tournament)
    free = Place.objects.filter(round__tournament=tournament, board=None)
    assert len({place.entry.team_id for place in free.select_related("entry")}) == 1
    assert free.count() == 2
    page_of_all = shown(Client(), tournament)
    assert page_of_all.count("The number of teams is odd, so this team has a bye") == 1
    team = free.select_related("entry__team")[0].entry.team
    assert team is not None
    byes = page_of_all[page_of_all.index('<ul class="byes">') :]
    assert f">{team.name}</a>" in byes[: byes.index("The number of teams is odd")]
    member = next(player for player in people if entry_of(tournament, player).team_id == team.pk)
    assert "is in place" not in shown(browser_of(member), tournament)
    tournament = over(tournament)
    assert f"{team.name} is in place" in shown(browser_of(member), tournament)


@pytest.mark.parametrize("format", ["team-swiss", "team-round-robin"])
def test_the_wall_and_the_sheet_say_which_team_has_a_bye(olga: Player, format: str) -> None:
    tournament, _teams = in_teams(olga, players(6), size=2, format=format, rounds=2 if format == "team-swiss" else 0)
    tournament = begun(tournament)
    free = Place.objects.filter(round__tournament=tournament, board=None).select_related("entry__team")[0].entry.team
    assert free is not None
    (match,) = matches_shown(current_round(tournament))
    assert free not in match.teams
    wall = shown_at(page("wall", tournament))
    assert f'<th scope="row">{free.name}</th> <td>bye</td>' in wall
    assert f"<span>{free.name}</span> <strong>bye</strong>" in shown_at(page("print-seating", tournament, "1"))
    assert shown(Client(), tournament).count('<span class="numerals soft">bye</span>') == 1


def test_a_team_that_withdraws_is_paired_no_more(olga: Player) -> None:
    people = players(8)
    tournament, (one, *_others) = in_teams(olga, people, size=2, rounds=3)
    tournament = over(begun(tournament))
    for player in people[:2]:
        entering.withdraw(tournament_id=tournament.pk, player=player)
    tournament = advanced(tournament, tournament.schedule.next_round_at(current_round(tournament)))
    assert tournament.round_number == 2
    assert not Place.objects.filter(round=current_round(tournament), entry__team=one).exists()


def test_a_team_that_comes_late_plays_from_the_next_round_on(olga: Player) -> None:
    people = players(8)
    tournament, (one, *_others) = in_teams(olga, people, size=2, rounds=3, check_in_minutes=15)
    tournament = advanced(tournament, tournament.check_in_at)
    for player in people[2:]:
        entering.check_in(tournament_id=tournament.pk, player=player)
    tournament = over(begun(tournament))
    assert not Place.objects.filter(round=current_round(tournament), entry__team=one).exists()
    for player in people[:2]:
        entering.come_back(tournament_id=tournament.pk, player=player)
    tournament = advanced(tournament, tournament.schedule.next_round_at(current_round(tournament)))
    assert Place.objects.filter(round=current_round(tournament), entry__team=one).count() == 2


def test_only_seats_change_in_a_held_seating_and_what_was_drawn_comes_back(olga: Player) -> None:
    people = players(6)
    tournament, (one, _other) = in_teams(olga, people, holds_seatings=True)
    away(tournament, people[0], people[2])
    tournament, organiser = begun(tournament), browser_of(olga)
    held = tournament.played_rounds.get()
    entries = [entry_of(tournament, player).pk for player in people]
    refused = done(organiser, tournament, "swap", one=entries[1], other=entries[3])
    assert refused.status_code == 409
    done(organiser, tournament, "swap", one=entries[1], other=entries[4])
    assert list(held.boards.values_list("is_done", flat=True).order_by("number")) == [True, False]
    kept = held.boards.get(is_done=True)
    entering.come_back(tournament_id=tournament.pk, player=people[0])
    done(organiser, tournament, "draw")
    assert not held.boards.filter(is_done=True).exists()
    assert on_lines(tournament, one, 1) == ["Player1", "Player2"]
    done(organiser, tournament, "undo", act=tournament_lines(tournament))
    assert [board.number for board in held.boards.filter(is_done=True)] == [kept.number]
    done(organiser, tournament, "publish")
    assert fresh(tournament).played_rounds.get().status != Round.Status.HELD


def tournament_lines(tournament: Tournament) -> int:
    last = lines_of(tournament).order_by("pk").last()
    assert last is not None
    return last.pk


def test_a_reserve_takes_a_seat_over_in_any_round(olga: Player) -> None:
    people = players(6)
    tournament, (one, _other) = in_teams(olga, people, format="team-round-robin")
    tournament = begun(tournament)
    board = current_round(tournament).boards.get(places__entry__player=people[1])
    entry, reserve = entry_of(tournament, people[1]).pk, entry_of(tournament, people[2]).pk
    done(browser_of(olga), tournament, "substitute", board=board.pk, entry=entry, instead=reserve)
    assert on_lines(tournament, one, 1) == ["Player1", "Player3"]
    tournament = over(tournament)
    rows = {row["team"]: row for row in team_standings_of(tournament)}
    assert len(rows[one.pk]["rounds"]) == 1


def test_a_corrected_result_changes_the_winning_team_at_the_end(olga: Player) -> None:
    people = players(4)
    tournament, _teams = in_teams(olga, people, size=2, rounds=1)
    tournament = over(begun(tournament))
    assert tournament.status == Tournament.Status.FINISHED
    assert tournament.final_teams is not None
    last = tournament.final_teams[-1]["team"]
    for board in current_round(tournament).boards.all():
        points = [1 if place.entry.team_id == last else 0 for place in board.places.order_by("seat")]
        fields = {f"points-{seat}": points[seat] for seat in range(2)}
        done(browser_of(olga), tournament, "correct", board=board.pk, **fields)
    tournament = fresh(tournament)
    assert tournament.final_teams is not None
    assert tournament.final_teams[0]["team"] == last
    assert tournament.final_teams[0]["rounds"] == ["2:0"]


def test_a_pause_stops_the_tables_of_a_match(olga: Player) -> None:
    people = players(4)
    tournament, _teams = in_teams(olga, people, size=2)
    tournament, organiser = begun(tournament), browser_of(olga)
    done(organiser, tournament, "pause")
    assert fresh(tournament).paused_at is not None
    assert "The tournament is paused" in shown(browser_of(people[0]), tournament)
    done(organiser, tournament, "go-on")
    assert fresh(tournament).paused_at is None


def test_wall_and_paper_have_the_matches_and_the_standings_of_teams(olga: Player) -> None:
    tournament, (one, other) = in_teams(olga, players(4), size=2)
    tournament = begun(tournament)
    wall = dense(Client().get(page("wall", tournament)).text)
    assert 'id="slide-matches-1"' in wall
    assert all(f'<th scope="row">{team.name}</th>' in wall for team in (one, other))
    for name in ("print-seating", "print-scores"):
        assert "line 2" in Client().get(page(name, tournament, "1")).text
    tournament = over(tournament)
    cache.clear()
    assert 'id="slide-teams-1"' in Client().get(page("wall", tournament)).text
    for address_of in (page("print-standings", tournament), f"/embed/tournament/{tournament.pk}/standings/"):
        html = Client().get(address_of).text
        assert "Standings of the teams" in html
        assert one.name in html
    sheet = shown_at(page("print-standings", tournament))
    assert sheet.count('<th scope="col">Team</th>') == 2
    assert sheet.count("<td>Team A</td>") == 2


def standing_places(html: str) -> set[str]:
    """Return the first column of the rows of all standings."""
    return set(re.findall(r'<tr[^>]*>\s*<td class="number">(.*?)</td>', html))


def test_pages_show_matches_and_two_tables_of_standings(olga: Player) -> None:
    people = players(4)
    tournament, (one, other) = in_teams(olga, people, size=2)
    tournament = begun(tournament)
    html = shown(Client(), tournament)
    assert 'class="team-matches"' in html
    assert "Team A – Team B, line 1" in html or "Team B – Team A, line 1" in html
    assert "A team has 2 players." in html
    assert "wins 2 match points" in html
    assert standing_places(html) == {"–"}
    assert "Place 1" not in Client().get(address("team", tournament, one.pk)).text
    assert "Place 1" not in Client().get(address("entry", tournament, entry_of(tournament, people[0]).pk)).text
    tournament = over(tournament)
    html = shown(Client(), tournament)
    assert standing_places(html) >= {"1", "2"}
    assert "Match points" in html
    assert "Points on the lines" in html
    assert (
        "is in place 1 of 2"
        in Client().get(address("team", tournament, one.pk)).text
        + Client().get(address("team", tournament, other.pk)).text
    )
    entry = entry_of(tournament, people[0])
    why = Client().get(address("entry", tournament, entry.pk)).text
    assert "Your team is in place" in why or "Your team shares place" in why
    assert "For yourself you are in place" in why
    assert browser_of(olga).get(page("control", tournament)).status_code == 200
