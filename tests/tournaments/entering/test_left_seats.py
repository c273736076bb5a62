"""The house takes over the seats of players who withdraw, even if a process dies before it has done so.

In these tests nothing is committed, so that what waits for the commit never happens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.utils import timezone

from accounts.models import Player
from config.celery import app
from games import services as games
from games.models import SeatStay, Table
from tests.tournaments.life.test_edges import seat_of
from tests.tournaments.people import entry_of, fresh, open_tables, players, started
from tournaments import tasks
from tournaments.control.actions.clock.pause import Pause, Resume
from tournaments.control.actions.players.remove import Remove
from tournaments.control.actions.tables.bot import PutBack
from tournaments.life import clockwork, entering
from tournaments.life.entering.seats import left_seats
from tournaments.models import Board, Tournament

pytestmark = pytest.mark.django_db

Going = Callable[[Tournament, Player], object]


def withdraw(tournament: Tournament, player: Player) -> None:
    entering.withdraw(tournament_id=tournament.pk, player=player)


def take_out(tournament: Tournament, player: Player) -> None:
    entry = entry_of(tournament, player)
    Remove(entry=entry.pk).carry_out(tournament_id=tournament.pk, by=tournament.organiser, reason="Was rude.")


@pytest.fixture
def people(db: None) -> list[Player]:
    return players(8)


@pytest.fixture
def waiting(olga: Player, people: list[Player]) -> Tournament:
    """Return a tournament whose tables are open, but whose matches have not begun."""
    return started(olga, people)


@pytest.fixture
def playing(waiting: Tournament) -> Tournament:
    for table_id in open_tables(waiting):
        games.act(table_id=table_id, ply=0, now=timezone.now() + timedelta(minutes=5))
    assert {table.status for table in Table.objects.all()} == {Table.Status.RUNNING}
    return waiting


@pytest.fixture
def at_once() -> Iterator[None]:
    """Run tasks immediately."""
    app.conf.task_always_eager = True
    yield
    app.conf.task_always_eager = False


@pytest.mark.parametrize("go", [withdraw, take_out])
def test_the_sweep_hands_over_a_seat_in_a_running_match(
    playing: Tournament, people: list[Player], go: Going, at_once: None
) -> None:
    go(playing, people[0])
    seat = seat_of(playing, people[0])
    assert (seat.player, seat.left) == (people[0], False)
    next_at = fresh(playing).next_at
    assert next_at is not None
    assert next_at - playing.starts_at <= clockwork.LOOK_AGAIN
    Tournament.objects.filter(pk=playing.pk).update(next_at=timezone.now())
    cache.clear()
    tasks.sweep()
    assert seat_of(playing, people[0]).left
    assert not any(seat_of(playing, player).left for player in people[1:])
    stays = SeatStay.objects.filter(table=seat.table_id, seat=seat.number).order_by("pk")
    assert list(stays.values_list("player", "until_ply")) == [(people[0].pk, 0), (None, None)]


@pytest.mark.parametrize("go", [withdraw, take_out])
def test_a_bot_gets_a_seat_at_a_table_that_waits(waiting: Tournament, people: list[Player], go: Going) -> None:
    go(waiting, people[0])
    table = seat_of(waiting, people[0]).table
    tasks.advance(waiting.pk)
    seat = table.seats.get(bot="easy")
    assert (seat.player, seat.name) == (None, "Player1")


def test_a_bot_gets_a_seat_while_the_match_is_paused(olga: Player, playing: Tournament, people: list[Player]) -> None:
    Pause().carry_out(tournament_id=playing.pk, by=olga, reason="The lights are out.")
    withdraw(playing, people[0])
    tasks.advance(playing.pk)
    assert seat_of(playing, people[0]).bot == "easy"


def test_a_seat_is_handed_over_once(playing: Tournament, people: list[Player]) -> None:
    withdraw(playing, people[0])
    tasks.advance(playing.pk)
    before = list(Table.objects.order_by("pk").values_list("seats_version", flat=True))
    tasks.advance(playing.pk)
    assert list(Table.objects.order_by("pk").values_list("seats_version", flat=True)) == before


def test_a_match_that_cannot_be_read_does_not_keep_other_seats_from_the_house(
    playing: Tournament, people: list[Player]
) -> None:
    one, other = (board.places.select_related("entry__player").earliest("seat") for board in Board.objects.all())
    for place in (one, other):
        assert place.entry.player
        withdraw(playing, place.entry.player)
    Table.objects.filter(board=one.board).update(ply=7)  # of which no move is stored
    tasks.advance(playing.pk)
    assert other.entry.player
    assert seat_of(playing, other.entry.player).left


def test_somebody_else_keeps_the_seat_that_the_house_comes_for_too_late(
    playing: Tournament, people: list[Player]
) -> None:
    seat = seat_of(playing, people[0])
    games.hand_over(table_id=seat.table_id, seat=seat.number, to=games.SetSeat(bot="hard"), instead_of=people[1].pk)
    assert seat_of(playing, people[0]).player == people[0]


def test_a_player_whom_an_organiser_has_put_back_keeps_the_seat(
    olga: Player, playing: Tournament, people: list[Player]
) -> None:
    Pause().carry_out(tournament_id=playing.pk, by=olga, reason="The lights are out.")
    withdraw(playing, people[0])
    tasks.advance(playing.pk)
    Resume().carry_out(tournament_id=playing.pk, by=olga)
    place = entry_of(playing, people[0]).places.get()
    assert place.board_id
    PutBack(board=place.board_id, entry=place.entry_id).carry_out(tournament_id=playing.pk, by=olga)
    tasks.advance(playing.pk)
    seat = seat_of(playing, people[0])
    assert (seat.player, seat.left) == (people[0], False)


@pytest.mark.parametrize("gone", [0, 1, 3])
def test_finding_the_seats_takes_one_query(
    playing: Tournament, people: list[Player], gone: int, django_assert_num_queries: Any
) -> None:
    for player in people[:gone]:
        withdraw(playing, player)
    with django_assert_num_queries(1):
        found = list(left_seats(playing.pk))
        assert {place.entry.player.username for place in found if place.entry.player and place.board} == {
            player.username for player in people[:gone]
        }
        assert all(place.round.tournament.house_level for place in found)
