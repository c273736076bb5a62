"""The control room is cached while nothing changes, and any change is seen at once."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from accounts.models import Player
from games.services import contribute, leave_for_good
from tests.games.people import play_any
from tests.tournaments.control.at_tables import board, table_of
from tests.tournaments.people import fresh, players, started
from tournaments.calls import calling
from tournaments.control.room.cached import kept_room
from tournaments.life import entering
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
NOW = datetime(2030, 5, 1, 12, 0, 1, tzinfo=UTC)


@pytest.fixture
def friday(olga: Player) -> Tournament:
    return started(olga, players(8), round_minutes=30)


def shown(tournament: Tournament, olga: Player) -> str:
    return kept_room(fresh(tournament), olga, NOW).html


def sitter(tournament: Tournament) -> Player:
    player = board(tournament).places.get(seat=0).entry.player
    assert player is not None
    return player


def test_an_unchanged_room_is_served_from_the_cache(friday: Tournament, olga: Player) -> None:
    counts = []
    for _look in range(2):
        with CaptureQueriesContext(connection) as queries:
            shown(friday, olga)
        counts.append(len(queries))
    assert counts[1] <= 7 < counts[0]


def test_players_actions_are_seen_at_once(friday: Tournament, olga: Player) -> None:
    before = shown(friday, olga)
    entering.withdraw(tournament_id=friday.pk, player=sitter(friday))
    assert "Withdrawn" not in before
    assert "Withdrawn" in shown(friday, olga)


def test_moves_and_leaving_at_tables_are_seen_at_once(friday: Tournament, olga: Player) -> None:
    table = table_of(friday)
    for seat in table.seats.all():
        assert seat.player_id is not None
        contribute(table_id=table.pk, player_id=seat.player_id, contribution=bytes(16))
    before = shown(friday, olga)
    play_any(table.pk, random.Random(1))
    moved = shown(friday, olga)
    assert moved.count("No move yet") == before.count("No move yet") - 1
    assert fresh(friday).version == friday.version, "a move at a table is no news of the tournament"
    leave_for_good(table_id=table.pk, player_id=sitter(friday).pk)
    assert "has left" not in moved
    assert "has left" in shown(friday, olga)


def test_a_call_is_seen_at_once(friday: Tournament, olga: Player) -> None:
    shown(friday, olga)
    calling.call(board=board(friday), player=sitter(friday), text="Which tile was that?")
    assert "Which tile was that?" in shown(friday, olga)


def test_each_organiser_reads_it_in_a_language_and_a_time_zone(friday: Tournament, olga: Player) -> None:
    with timezone.override("UTC"):
        assert "Tables of round 1" in shown(friday, olga)
        with translation.override("de"):
            assert "Tables of round 1" not in shown(friday, olga)
        in_utc = shown(friday, olga)
    with timezone.override("Asia/Tokyo"):
        assert shown(friday, olga) != in_utc


def test_the_clock_goes_on(friday: Tournament, olga: Player) -> None:
    ends_at = friday.played_rounds.get().ends_at
    assert ends_at is not None
    assert "nearly over" not in kept_room(friday, olga, ends_at - timedelta(minutes=20)).html
    assert "nearly over" in kept_room(friday, olga, ends_at - timedelta(minutes=1)).html
