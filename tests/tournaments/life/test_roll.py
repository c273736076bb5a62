"""Check-in counts: players who are here play, waiting players move up, and others can follow during the first round."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Notice, Player
from common.errors import UserError
from games.models import Seat, Table
from games.services import be_ready, contribute
from tests.games.pages import browser_of
from tests.games.people import play_any
from tests.tournaments.people import (
    DUELS,
    advanced,
    after_the_break,
    current_round,
    entry_of,
    fresh,
    open_tables,
    planned,
    players,
    the_house_plays,
)
from tournaments.base.standings import standings_of
from tournaments.control.actions.plan.start import Start
from tournaments.control.actions.players.check_in import CheckIn
from tournaments.control.actions.players.put_in import PutIn
from tournaments.life import entering, stages
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db
KNOCKOUT = DUELS | {"format": "knockout", "rounds": 0}
ROUND_ROBIN = DUELS | {"format": "round-robin", "rounds": 0}


def begun(
    olga: Player, entered: Sequence[Player], here: Sequence[Player], plan: dict[str, Any], most: int | None = None
) -> Tournament:
    tournament = planned(olga, plan, check_in_minutes=15, most=most)
    for player in entered:
        entering.enter(tournament_id=tournament.pk, player=player)
    stages.open_check_in(tournament_id=tournament.pk)
    for player in here:
        entering.check_in(tournament_id=tournament.pk, player=player)
    return advanced(tournament, tournament.starts_at)


def told(player: Player) -> set[str]:
    return set(Notice.objects.filter(player=player).values_list("kind", flat=True))


def tables_and_byes(tournament: Tournament) -> tuple[int, int]:
    round_ = current_round(tournament)
    return round_.boards.count(), round_.places.filter(board=None).count()


@pytest.mark.parametrize("plan", [KNOCKOUT, ROUND_ROBIN], ids=["knockout", "round robin"])
def test_of_six_entered_the_four_who_are_here_meet_at_two_tables(olga: Player, plan: dict[str, Any]) -> None:
    people = players(6)
    tournament = begun(olga, people, people[1:5], plan)
    assert tables_and_byes(tournament) == (2, 0)
    assert set(tournament.entries.filter(seed__gt=0).values_list("player", flat=True)) == {
        one.pk for one in people[1:5]
    }
    for missing in (people[0], people[5]):
        assert "tournament-left-out" in told(missing)
        assert "It has begun without you." in browser_of(missing).get(tournament.get_absolute_url()).text


def test_byes_go_to_the_best_seeds_of_those_who_are_here(olga: Player) -> None:
    people = players(8)
    tournament = begun(olga, people, people[:6], KNOCKOUT)
    assert tables_and_byes(tournament) == (2, 2)
    assert set(current_round(tournament).places.filter(board=None).values_list("entry__seed", flat=True)) == {1, 2}


def test_the_waiting_list_moves_up_at_the_start_and_is_told(olga: Player) -> None:
    *entered, first, second = people = players(6)
    tournament = begun(olga, people, [*entered[1:], second], DUELS, most=4)
    assert tables_and_byes(tournament) == (2, 0)
    assert entry_of(tournament, second).status == Entry.Status.ENTERED
    assert "tournament-moved-up" in told(second)
    assert entry_of(tournament, first).status == Entry.Status.WAITING
    assert entry_of(tournament, entered[0]).status == Entry.Status.WAITING
    assert "tournament-left-out" in told(entered[0])


def test_in_a_swiss_with_room_missing_players_keep_their_place_and_may_come_late(olga: Player) -> None:
    people = players(4)
    tournament = begun(olga, people, people[:3], DUELS)
    missing = entry_of(tournament, people[3])
    assert (missing.status, missing.presence) == (Entry.Status.ENTERED, Entry.Presence.ABSENT)


def test_waiting_players_see_the_check_in(olga: Player) -> None:
    people = players(3)
    tournament = planned(olga, DUELS, check_in_minutes=15, most=2)
    for player in people:
        entering.enter(tournament_id=tournament.pk, player=player)
    stages.open_check_in(tournament_id=tournament.pk)
    page = browser_of(people[2]).get(tournament.get_absolute_url()).text
    assert f"/tournament/{tournament.pk}/check-in/" in page
    CheckIn(entry=entry_of(tournament, people[2]).pk).carry_out(tournament_id=tournament.pk, by=olga)
    assert entry_of(tournament, people[2]).checked_in_at is not None


def test_starting_by_hand_says_who_moves_up_and_who_is_left_out(olga: Player) -> None:
    people = players(3)
    tournament = planned(olga, DUELS, check_in_minutes=15, most=2)
    for player in people:
        entering.enter(tournament_id=tournament.pk, player=player)
    stages.open_check_in(tournament_id=tournament.pk)
    for player in people[1:]:
        entering.check_in(tournament_id=tournament.pk, player=player)
    page = browser_of(olga).get(f"/tournament/{tournament.pk}/control/start/?look=1").text
    assert "From the waiting list move up: Player3." in page
    assert "Left out because they have not checked in: Player1." in page
    Start().carry_out(tournament_id=tournament.pk, by=olga)
    assert tables_and_byes(fresh(tournament)) == (1, 0)


# --- Putting in, until the first round is over ---


def put_in(tournament: Tournament, olga: Player, player: Player) -> None:
    PutIn(entry=entry_of(tournament, player).pk).carry_out(tournament_id=tournament.pk, by=olga)


def test_a_player_put_into_a_bracket_meets_somebody_who_had_a_bye(olga: Player) -> None:
    people = players(4)
    tournament = begun(olga, people, people[:3], KNOCKOUT)
    assert tables_and_byes(tournament) == (1, 1)
    put_in(tournament, olga, people[3])
    assert tables_and_byes(tournament) == (2, 0)
    assert {"tournament-moved-up", "tournament-table"} <= told(people[3])
    the_house_plays(tournament)
    tournament = advanced(tournament, timezone.now())
    assert current_round(tournament).status == "finished"


def test_a_player_put_into_an_odd_round_robin_plays_in_place_of_the_byes(olga: Player) -> None:
    people = players(4)
    tournament = begun(olga, people, people[:3], ROUND_ROBIN)
    assert tables_and_byes(tournament) == (1, 1)
    put_in(tournament, olga, people[3])
    met = []
    for number in (1, 2, 3):
        tournament = fresh(tournament)
        assert (tournament.round_number, tables_and_byes(tournament)) == (number, (2, 0))
        boards = current_round(tournament).boards.all()
        met += [frozenset(board.places.values_list("entry__player", flat=True)) for board in boards]
        the_house_plays(tournament)
        tournament = advanced(tournament, timezone.now())
        if number < 3:
            tournament = advanced(tournament, after_the_break(tournament))
    assert set(met) == {frozenset((one.pk, other.pk)) for one, other in combinations(people, 2)}
    assert tournament.status == Tournament.Status.FINISHED


@pytest.mark.parametrize("plan", [KNOCKOUT, ROUND_ROBIN], ids=["knockout", "round robin"])
@pytest.mark.parametrize("leaves", [False, True], ids=["away", "withdrawn"])
def test_in_a_full_draw_the_place_of_a_no_show_is_given_away(olga: Player, plan: dict[str, Any], leaves: bool) -> None:
    people = players(5)
    tournament = begun(olga, people, people[:4], plan)
    missing = people[1]
    before = entry_of(tournament, missing)
    table = Table.objects.get(board__round__tournament=tournament, seats__player=missing)
    if leaves:
        entering.withdraw(tournament_id=tournament.pk, player=missing)
    else:
        Seat.objects.filter(table=table, player=missing).update(away=True)
    asked = f"/tournament/{tournament.pk}/control/put-in/?entry={entry_of(tournament, people[4]).pk}&look=1"
    assert f"{missing.username} has not come to the table" in browser_of(olga).get(asked).text
    put_in(tournament, olga, people[4])
    after, taken = entry_of(tournament, missing), entry_of(tournament, people[4])
    assert (after.seed, taken.seed) == (0, before.seed)
    assert after.status == (Entry.Status.WITHDRAWN if leaves else Entry.Status.WAITING)
    assert table.seats.filter(player=people[4], away=False).exists()
    assert tables_and_byes(tournament) == (2, 0)
    assert {"tournament-moved-up", "tournament-seat-taken-over"} <= told(people[4])
    assert "tournament-place-taken" in told(missing)
    page = browser_of(people[0]).get(tournament.get_absolute_url())
    assert page.status_code == 200
    the_house_plays(tournament)
    tournament = advanced(tournament, timezone.now())
    assert {row["name"] for row in standings_of(tournament)} == {one.username for one in people if one != missing}


@pytest.mark.usefixtures("after_commit")
def test_a_player_who_has_made_a_move_keeps_the_place(olga: Player) -> None:
    people = players(5)
    tournament = begun(olga, people, people[:4], KNOCKOUT)
    for table_id in open_tables(tournament):
        for seat in Seat.objects.filter(table=table_id):
            assert seat.player_id is not None
            contribute(table_id=table_id, player_id=seat.player_id, contribution=bytes(16))
    moves = random.Random(1)
    moved = Table.objects.get(pk=open_tables(tournament)[0])
    while moved.turn is None:  # every fifteenth deal is void from the start
        for player_id in moved.seats.values_list("player_id", flat=True):
            be_ready(table_id=moved.pk, player_id=player_id)
        moved.refresh_from_db()
    mover = moved.seats.get(number=moved.turn)
    play_any(moved.pk, moves)
    Seat.objects.filter(pk=mover.pk).update(away=True)
    with pytest.raises(UserError) as refusal:
        put_in(tournament, olga, people[4])
    assert refusal.value.code == "no-place"


@pytest.mark.parametrize(("plan", "sentence"), [(KNOCKOUT, "the bracket is full"), (ROUND_ROBIN, "no free line")])
def test_it_says_why_there_is_no_room(olga: Player, plan: dict[str, Any], sentence: str) -> None:
    people = players(5)
    tournament = begun(olga, people, people[:4], plan)
    with pytest.raises(UserError, match=sentence) as refusal:
        put_in(tournament, olga, people[4])
    assert refusal.value.code == "no-place"


def test_a_player_put_into_a_swiss_plays_from_the_next_round_on(olga: Player) -> None:
    people = players(6)
    tournament = begun(olga, people, people[1:5], DUELS, most=4)
    put_in(tournament, olga, people[5])
    entry = entry_of(tournament, people[5])
    assert (entry.status, entry.seed) == (Entry.Status.ENTERED, 5)


def test_after_the_first_round_it_is_too_late(olga: Player) -> None:
    people = players(6)
    tournament = begun(olga, people, people[1:5], DUELS, most=4)
    the_house_plays(tournament)
    tournament = advanced(tournament, timezone.now())
    with pytest.raises(UserError) as refusal:
        put_in(tournament, olga, people[5])
    assert refusal.value.code == "not-open"
