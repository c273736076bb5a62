"""No-shows are found at the end of a table, however the house played their seat, and get no credit."""

from __future__ import annotations

import random

import pytest
from django.utils import timezone

from accounts.models import Player
from common.errors import UserError
from games.models import Seat
from tests.games.people import play_to_the_end
from tests.tournaments.people import DUELS, FRIDAY, advanced, entry_of, fresh, open_tables, planned, players, started
from tournaments.base.standings import standings_of
from tournaments.control.actions.tables.correct import Correct
from tournaments.life import entering
from tournaments.models import Board, Place, Tournament
from tournaments.season.season_table import points_of

pytestmark = pytest.mark.django_db


def played(tournament: Tournament, *absent: Player, left: bool = False) -> Tournament:
    """Play the round without these players, who never come."""
    tables = open_tables(tournament)
    columns = {"left": True} if left else {"away": True}
    Seat.objects.filter(table__in=tables, player__in=absent).update(**columns)
    for table_id in tables:
        play_to_the_end(table_id, random.Random(2))
    return advanced(tournament, timezone.now())


def absent(tournament: Tournament) -> set[str]:
    places = Place.objects.filter(round__tournament=tournament, score__absent=True).select_related("entry__player")
    return {place.entry.name for place in places}


@pytest.mark.parametrize("left", [False, True])
def test_a_no_show_is_last_without_a_point_for_the_season(olga: Player, left: bool) -> None:
    people = players(4)
    tournament = played(started(olga, people, rounds=1), people[0], left=left)
    assert tournament.status == Tournament.Status.FINISHED
    assert absent(tournament) == {"Player1"}
    rows = standings_of(tournament)
    assert (rows[-1]["name"], rows[-1]["played"], rows[-1]["by"]) == ("Player1", 0, "came")
    assert sorted(points_of(rows)) == sorted(one.pk for one in people[1:])


def test_a_player_who_came_and_left_is_not_a_no_show(olga: Player) -> None:
    people = players(4)
    tournament = started(olga, people, rounds=1)
    (table_id,) = open_tables(tournament)
    play_to_the_end(table_id, random.Random(2))
    Seat.objects.filter(table=table_id, player=people[0]).update(away=True)
    assert absent(advanced(tournament, timezone.now())) == set()


def test_a_seat_that_was_given_up_before_it_was_taken_counts_for_nobody(olga: Player) -> None:
    people = players(4)
    tournament = started(olga, people, rounds=2)
    Seat.objects.filter(table__in=open_tables(tournament), player=people[0]).update(left=True)
    entering.withdraw(tournament_id=tournament.pk, player=people[0])
    assert absent(played(tournament)) == {"Player1"}


def test_in_a_duel_the_one_who_came_wins(olga: Player) -> None:
    people = players(2)
    tournament = played(started(olga, people, DUELS, rounds=1), people[0])
    assert [(row["name"], row["score"], row["played"]) for row in standings_of(tournament)] == [
        ("Player2", "1", 1),
        ("Player1", "0", 0),
    ]


def test_events_announced_under_the_old_rules_are_counted_by_them(olga: Player) -> None:
    people = players(4)
    tournament = started(olga, people, rounds=1)
    Tournament.objects.filter(pk=tournament.pk).update(counting_version=1, no_shows="house")
    tournament = played(fresh(tournament), people[0])
    assert absent(tournament) == set()
    assert {row["played"] for row in standings_of(tournament)} == {1}


def test_a_match_played_by_the_house_is_not_counted_as_played_before(olga: Player) -> None:
    people = players(4)
    played(started(olga, people, rounds=1), people[0])
    other = planned(olga, FRIDAY, least_matches=1)
    entering.check_may_enter(other, people[1])
    with pytest.raises(UserError, match="finished at least"):
        entering.check_may_enter(other, people[0])


def test_the_organisers_can_correct_that_somebody_did_come(olga: Player) -> None:
    people = players(4)
    tournament = played(started(olga, people, rounds=1), people[0])
    board = Board.objects.get(round__tournament=tournament)
    points = [place.score["points"] for place in board.places.order_by("seat")]
    Correct(board=board.pk, points=points).carry_out(tournament_id=tournament.pk, by=olga, reason="A cable broke.")
    assert absent(tournament) == set()
    seat = board.places.get(entry=entry_of(tournament, people[0])).seat
    assert seat is not None
    again = Correct(board=board.pk, points=points, absent=[seat])
    again.carry_out(tournament_id=tournament.pk, by=olga, reason="No, it did not.")
    assert absent(tournament) == {"Player1"}
