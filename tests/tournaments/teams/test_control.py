"""Teams in the control room: matches with their lines, what an action does to teams, and reserves."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.utils import timezone

from accounts.models import Player, Sanction
from accounts.standing import impose
from tests.games.pages import browser_of
from tests.html import dense
from tests.tournaments.control.at_pages import done, page
from tests.tournaments.people import advanced, current_round, entry_of, fresh, planned, players
from tests.tournaments.teams.test_forming import COUPLES, couple, joined, refused
from tests.tournaments.teams.test_matches import away, begun, in_teams, on_lines, over, shown_at
from tests.tournaments.test_recount_teams import hold_against_records
from tournaments.control.actions.base import Context
from tournaments.control.actions.plan.start import Start
from tournaments.control.actions.teams.make import MakeTeam
from tournaments.control.actions.teams.rename import RenameTeam
from tournaments.control.room.control import control_of
from tournaments.control.room.needs import needs_of
from tournaments.control.room.parts import Look
from tournaments.life import entering
from tournaments.life.teams.standings import team_standings_of
from tournaments.models import Board, Entry, Place, Tournament
from tournaments.teams.forming import make_team

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    cache.clear()


def room_of(olga: Player, tournament: Tournament) -> str:
    cache.clear()
    return dense(browser_of(olga).get(page("control", tournament)).text)


def asked(olga: Player, tournament: Tournament, verb: str, **fields: str | int) -> str:
    answer = browser_of(olga).get(page("control-action", tournament, verb), {"look": 1, **fields})
    return dense(answer.text)


def lost_line(tournament: Tournament) -> Board:
    return current_round(tournament).boards.get(table=None)


def test_the_room_shows_each_match_with_its_lines_and_their_scores(olga: Player) -> None:
    people = players(4)
    tournament, (one, other) = in_teams(olga, people, size=2)
    away(tournament, people[1])
    tournament = begun(tournament)
    (match,) = control_of(tournament, timezone.now()).matches
    assert {team.pk for team in match.match.teams} == {one.pk, other.pk}
    assert [one.line.number for one in match.lines] == [1, 2]
    assert match.done == 1
    mine = 0 if match.match.teams[0] == one else 1
    assert [seat.entry.player for seat in match.lines[1].seats][mine] == people[1]
    assert match.lines[1].line.scores == (("0", "1") if mine == 0 else ("1", "0"))
    html = room_of(olga, tournament)
    assert "Matches of round 1" in html
    assert "1 of 2 lines are over" in html
    assert "Decided without a match" in html
    assert "line 2" in html
    tournament = over(tournament)
    assert "2 of 2 lines are over" in room_of(olga, tournament)
    earlier = browser_of(olga).get(page("control-round", tournament, "1"))
    assert "Matches of round 1" in earlier.text


def test_it_says_how_many_matches_there_would_be(olga: Player) -> None:
    people = players(9)
    tournament, _teams = in_teams(olga, people)
    assert control_of(tournament, timezone.now()).sizes == "3 teams: 1 match on 2 lines, 1 bye"
    tournament = begun(tournament)
    room = control_of(tournament, timezone.now())
    [free] = room.free_teams
    assert free.pk not in {team.pk for match in room.matches for team in match.match.teams}
    assert f">{free.name}</a>" in room_of(olga, tournament).split("Byes")[1]
    away(tournament, people[0], *people[3:6])
    assert control_of(tournament, timezone.now()).sizes == "2 teams: 1 match on 2 lines"
    away(tournament, *people)
    assert control_of(tournament, timezone.now()).sizes == "0 teams: too few for a round"


def test_a_match_is_found_by_the_name_of_a_team_or_of_a_player(olga: Player) -> None:
    tournament, (_one, _other, third, _fourth) = in_teams(olga, players(8), size=2)
    tournament = begun(tournament)
    (found,) = control_of(tournament, timezone.now(), Look(third.name)).shown_matches.shown
    assert third in found.match.teams
    by_player = control_of(tournament, timezone.now(), Look("Player5")).shown_matches.shown
    assert [match.match for match in by_player] == [found.match]
    tables = control_of(tournament, timezone.now(), Look(third.name)).shown_tables.shown
    assert len(tables) == 2


def test_a_held_seating_says_which_line_a_table_is_and_misses_no_reserve(olga: Player) -> None:
    tournament, _teams = in_teams(olga, players(6), holds_seatings=True)
    tournament = begun(tournament)
    held = control_of(tournament, timezone.now()).held
    assert held is not None
    assert held.unseated == []
    assert all(table.meeting for table in held.tables)
    assert held.tables[0].meeting in room_of(olga, tournament)


def test_a_correction_shows_what_it_does_to_the_teams(olga: Player) -> None:
    tournament, _teams = in_teams(olga, players(4), size=2)
    tournament = over(begun(tournament))
    last = team_standings_of(tournament)[-1]
    first_line = current_round(tournament).boards.get(number=1)
    seats = first_line.places.select_related("entry").order_by("seat")
    fields = {f"points-{place.seat}": int(place.entry.team_id == last["team"]) for place in seats}
    already = all(bool(place.score and place.score["won"]) == (place.entry.team_id == last["team"]) for place in seats)
    html = asked(olga, tournament, "correct", board=first_line.pk, **fields)
    assert ("The standings of the teams, before and after" in html) != already
    turned = {name: 1 - points for name, points in fields.items()}
    html += asked(olga, tournament, "correct", board=first_line.pk, **turned)
    assert "The standings of the teams, before and after" in html
    assert last["name"] in html


@pytest.mark.parametrize("theirs", [0, 1])
def test_a_line_that_was_decided_without_a_match_gets_a_result(olga: Player, theirs: int) -> None:
    people = players(4)
    tournament, (one, other) = in_teams(olga, people, size=2)
    away(tournament, people[1])
    tournament = begun(tournament)
    board = lost_line(tournament)
    seat = board.places.get(entry__player=people[1]).seat
    points = {f"points-{seat}": 1, f"points-{1 - (seat or 0)}": theirs}
    assert "decided without a match" in asked(olga, tournament, "correct", board=board.pk, **points)
    done(browser_of(olga), tournament, "correct", board=board.pk, **points)
    (match,) = control_of(fresh(tournament), timezone.now()).matches
    mine = match.match.teams.index(one)
    assert match.lines[1].line.scores is not None
    own = "½" if theirs else "1"
    assert match.lines[1].line.scores[mine] == own
    tournament = over(fresh(tournament))
    rows = {row["team"]: row for row in team_standings_of(tournament)}
    assert [rows[team.pk]["lines"][1]["score"] for team in (one, other)] == [own, "½" if theirs else "0"]
    hold_against_records(tournament)
    assert "Decided without a match" not in room_of(olga, tournament)
    shown = dense(browser_of(olga).get(tournament.get_absolute_url()).text)
    assert "Not played" not in shown
    assert "corrected by hand" in shown


def test_only_reserves_of_the_teams_at_a_table_are_offered(olga: Player) -> None:
    people = players(12)
    tournament, (one, other, third, fourth) = in_teams(olga, people)
    tournament = begun(tournament)
    board = current_round(tournament).boards.get(places__entry__player=people[1])
    teams = set(board.places.values_list("entry__team__name", flat=True))
    html = dense(browser_of(olga).get(page("control-action", tournament, "substitute"), {"board": board.pk}).text)
    for team in (one, other, third, fourth):
        assert (f"({team.name})" in html) == (team.name in teams)
    entry, reserve = entry_of(tournament, people[1]).pk, entry_of(tournament, people[2]).pk
    html = asked(olga, tournament, "substitute", board=board.pk, entry=entry, instead=reserve)
    assert "From now on Player3 is on line 2 of Team A, and Player2 is a reserve." in html
    assert on_lines(tournament, one, 1) == ["Player1", "Player2"]


def test_a_table_without_reserves_says_so(olga: Player) -> None:
    tournament, _teams = in_teams(olga, players(4), size=2)
    tournament = begun(tournament)
    board = current_round(tournament).boards.get(number=1)
    answer = browser_of(olga).get(page("control-action", tournament, "substitute"), {"board": board.pk}, follow=True)
    assert "No team of this table has a reserve" in answer.text


def test_two_members_of_a_team_change_lines_in_a_held_seating(olga: Player) -> None:
    people = players(6)
    tournament, (one, other) = in_teams(olga, people, holds_seatings=True)
    tournament, organiser = begun(tournament), browser_of(olga)
    first, second, _reserve, stranger, *_rest = (entry_of(tournament, player).pk for player in people)
    assert done(organiser, tournament, "swap", one=second, other=stranger).status_code == 409
    done(organiser, tournament, "swap", one=first, other=second)
    assert on_lines(tournament, one, 1) == ["Player2", "Player1"]
    assert on_lines(tournament, other, 1) == ["Player4", "Player5"]
    pairs = [
        {place.entry.player for place in board.places.select_related("entry__player")}
        for board in current_round(tournament).boards.order_by("number")
    ]
    assert pairs == [{people[1], people[3]}, {people[0], people[4]}]
    done(organiser, tournament, "publish")
    tournament = over(fresh(tournament))
    assert {row["team"] for row in team_standings_of(tournament)} == {one.pk, other.pk}


def test_a_reserve_who_is_here_comes_in_before_the_seating_is_published(olga: Player) -> None:
    people = players(6)
    tournament, (one, _other) = in_teams(olga, people, holds_seatings=True)
    away(tournament, people[0], people[2])
    tournament, organiser = begun(tournament), browser_of(olga)
    assert current_round(tournament).boards.filter(is_done=True).count() == 1
    first, second, reserve = (entry_of(tournament, player).pk for player in people[:3])
    done(organiser, tournament, "swap", one=first, other=reserve)
    assert on_lines(tournament, one, 1) == ["Player1", "Player2"]
    tournament.entries.filter(pk=reserve).update(presence=Entry.Presence.HERE)
    done(organiser, tournament, "swap", one=first, other=reserve)
    assert on_lines(tournament, one, 1) == ["Player3", "Player2"]
    assert not current_round(tournament).boards.filter(is_done=True).exists()
    done(organiser, tournament, "swap", one=first, other=second)
    assert on_lines(tournament, one, 1) == ["Player3", "Player2"]


def test_whoever_is_swapped_for_a_reserve_is_not_called_left_out(olga: Player) -> None:
    people = players(6)
    tournament, _teams = in_teams(olga, people, holds_seatings=True)
    tournament, organiser = begun(tournament), browser_of(olga)
    second, reserve = (entry_of(tournament, player).pk for player in people[1:3])
    done(organiser, tournament, "swap", one=second, other=reserve)
    held = control_of(fresh(tournament), timezone.now()).held
    assert held is not None
    assert held.unseated == []
    tournament.entries.filter(player=people[3]).update(presence=Entry.Presence.HERE)
    Place.objects.filter(round=current_round(tournament), entry__player=people[3]).delete()
    held = control_of(fresh(tournament), timezone.now()).held
    assert held is not None
    assert [entry.player for entry in held.unseated] == [people[3]]


def test_a_reserve_who_is_back_is_promised_no_seat(olga: Player) -> None:
    people = players(6)
    tournament, _teams = in_teams(olga, people)
    away(tournament, people[0], people[2])
    tournament = begun(tournament)
    back = [
        browser_of(player).post(f"{tournament.get_absolute_url()}come-back/", follow=True).text
        for player in (people[0], people[2])
    ]
    assert "You are seated again from the next round on." in back[0]
    assert "You are here again, as a reserve." in back[1]
    assert "You are seated again" not in back[1]
    names = [asked(olga, tournament, "back", entry=entry_of(tournament, player).pk) for player in people[:3:2]]
    assert "Player1 is seated again from the next round on." in names[0]
    assert "Player3 is here again, as a reserve." in names[1]


def test_start_now_is_refused_with_a_single_team(olga: Player) -> None:
    people = players(4)
    tournament = planned(olga, COUPLES, team_reserves=2)
    team = couple(tournament, people[0], people[1])
    for reserve in people[2:]:
        joined(tournament, team, people[0], reserve)
    with refused("too-few"):
        Start().carry_out(tournament_id=tournament.pk, by=olga)
    assert fresh(tournament).status == Tournament.Status.REGISTRATION


def test_a_team_may_be_called_the_same_in_capitals(olga: Player) -> None:
    (one,) = players(1)
    tournament = planned(olga, COUPLES)
    team = make_team(tournament_id=tournament.pk, player=one, name="Foxes")
    RenameTeam(team=team.pk, name="FOXES").carry_out(tournament_id=tournament.pk, by=olga)
    team.refresh_from_db()
    assert team.name == "FOXES"


def test_a_muted_organiser_names_no_teams(olga: Player) -> None:
    people = players(2)
    tournament = planned(olga, COUPLES)
    team = make_team(tournament_id=tournament.pk, player=people[0], name="Foxes")
    alone = entering.enter(tournament_id=tournament.pk, player=people[1])
    impose(player=olga, kind=Sanction.Kind.MUTED, reason="Insults", now=timezone.now())
    with refused("muted"):
        RenameTeam(team=team.pk, name="Wolves").carry_out(tournament_id=tournament.pk, by=olga)
    with refused("muted"):
        MakeTeam(name="Wolves", members=[alone.pk]).carry_out(tournament_id=tournament.pk, by=olga)
    assert [team.name for team in tournament.teams.all()] == ["Foxes"]


@pytest.mark.parametrize(("name", "code"), [("  ", "no-name"), ("foxes", "name-taken"), ("Boneyard", "name-reserved")])
def test_a_name_that_no_team_can_have_is_refused_beforehand(olga: Player, name: str, code: str) -> None:
    people = players(2)
    tournament = planned(olga, COUPLES)
    make_team(tournament_id=tournament.pk, player=people[0], name="Foxes")
    alone = entering.enter(tournament_id=tournament.pk, player=people[1])
    with refused(code):
        MakeTeam(name=name, members=[alone.pk]).check(Context(fresh(tournament), olga, timezone.now()))


def test_the_fewest_are_counted_in_complete_teams(olga: Player) -> None:
    people = players(7)
    tournament, _teams = in_teams(olga, people, least=6, most=12)
    entry_of(tournament, people[6]).team.members.update(team=None, line=None)  # type: ignore[union-attr]
    html = room_of(olga, tournament)
    assert "So far 2 of at least 3 complete teams: with fewer it is cancelled at the start." in html
    assert "of at least 6 players" not in html
    assert "3 to 6 teams, then there is a waiting list" in shown_at(tournament.get_absolute_url())
    assert "2 of 6 teams entered" in shown_at(tournament.get_absolute_url())
    told = "Only 2 of at least 3 teams are complete, with a member of each here."
    assert told in dense(browser_of(olga).get(page("control-action", tournament, "start"), follow=True).text)
    tournament = begun(tournament)
    assert tournament.status == Tournament.Status.CANCELLED
    told = "Too few complete teams had come by the start: at least 3 are needed."
    assert told in room_of(olga, tournament)
    assert told in shown_at(tournament.get_absolute_url())


def test_a_complete_team_counts_even_if_one_of_it_has_not_checked_in(olga: Player) -> None:
    people = players(4)
    tournament, _teams = in_teams(olga, people, size=2, least=4, check_in_minutes=10)
    assert all("at least" not in need.sentence for need in needs_of(control_of(tournament, timezone.now())))
    tournament = advanced(tournament, tournament.check_in_at)
    tournament.entries.exclude(player=people[0]).update(checked_in_at=timezone.now())
    assert all("at least" not in need.sentence for need in needs_of(control_of(tournament, timezone.now())))
    assert begun(tournament).status == Tournament.Status.RUNNING
