"""Reminders at slow tables: players who do not have the table open are told once that it is their turn."""

from __future__ import annotations

import random
from datetime import datetime, timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Notice, Player
from accounts.notices import sentence, unread
from games import services
from games.models import Table
from games.reminding import remind
from games.state.rooms import table_room
from live import presence
from tests.games.people import let_the_house_act, let_time_run_out, play_any, seat_of, seated_table

pytestmark = pytest.mark.usefixtures("after_commit")

MINUTE = timedelta(minutes=1)
DAY = 86_400


@pytest.fixture
def table(alice: Player, bob: Player) -> Table:
    """Return a table at which forced moves have been played."""
    return let_the_house_act(seated_table([alice, bob], game="two-step", seconds=DAY).pk)


def on_turn(table: Table) -> Player:
    table.refresh_from_db()
    assert table.turn is not None
    player = table.seats.get(number=table.turn).player
    assert player is not None
    return player


def later(minutes: float) -> datetime:
    return timezone.now() + minutes * MINUTE


def test_a_player_on_turn_for_a_while_is_reminded_once(table: Table, alice: Player, bob: Player) -> None:
    told = []
    for minutes in (1, 9, 11, 12, 600):
        remind(later(minutes))
        cache.clear()  # the mark in the cache may be lost at any time
        told.append(Notice.objects.count())
    assert told == [0, 0, 1, 1, 1]
    notice = Notice.objects.get()
    assert notice.player == on_turn(table)
    other = bob if notice.player == alice else alice
    assert sentence(notice).startswith(f"Two-Step with {other.username}: it is your turn, until ")
    assert notice.url == table.get_absolute_url()


def test_a_player_who_looks_at_the_table_is_not_reminded(table: Table) -> None:
    room, player = table_room(table.pk), on_turn(table)
    presence.arrive(room, player.pk)
    assert remind(later(11)) == 0
    presence.depart(room, player.pk)
    assert remind(later(12)) == 1


def test_reminders_of_past_turns_are_marked_as_read(table: Table) -> None:
    first = on_turn(table)
    remind(later(11))
    assert unread(first) == 1
    while on_turn(table) == first:
        play_any(table.pk, random.Random(1))
        let_the_house_act(table.pk)
    remind(later(12))
    assert unread(first) == 0
    assert unread(on_turn(table)) == 1


def test_quick_tables_have_no_reminders(alice: Player, bob: Player) -> None:
    seated_table([alice, bob], seconds=3599)
    assert remind(later(30)) == 0


def test_there_are_no_reminders_in_the_last_minute_or_later(table: Table) -> None:
    on_turn(table)
    assert table.due_at is not None
    assert remind(table.due_at - timedelta(seconds=30)) == 0
    assert remind(table.due_at + MINUTE) == 0


def test_there_are_no_reminders_during_a_pause(table: Table) -> None:
    services.pause(table_ids=[table.pk])
    assert remind(later(60)) == 0


def test_a_pause_does_not_make_a_turn_old_news(table: Table) -> None:
    player = on_turn(table)
    remind(later(11))
    services.pause(table_ids=[table.pk])
    remind(later(12))
    assert unread(player) == 1


def test_a_bot_is_named_as_at_the_table(alice: Player) -> None:
    table = let_the_house_act(seated_table([alice], bots=["easy"], game="two-step", seconds=DAY).pk)
    assert on_turn(table) == alice
    remind(later(11))
    assert sentence(Notice.objects.get()).startswith("Two-Step with Dot: ")


def test_absentees_are_not_reminded_of_every_turn(table: Table) -> None:
    """The house plays for them until they are back."""
    player = on_turn(table)
    while not seat_of(table, player).away:
        let_time_run_out(table.pk)
    Notice.objects.all().delete()
    remind(later(60 * 20))
    assert not Notice.objects.filter(player=player).exists()


def test_the_number_of_queries_does_not_grow_with_the_tables(alice: Player, bob: Player) -> None:
    asked = []
    for _ in range(2):
        for _ in range(3):
            seated_table([alice, bob], game="two-step", seconds=DAY)
        remind(later(11))
        with CaptureQueriesContext(connection) as queries:
            assert remind(later(12)) == 0
        asked.append(len(queries))
    assert asked == [2, 2]
