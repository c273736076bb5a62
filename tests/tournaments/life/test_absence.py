"""Players count as absent only if they had time to come, and if they did not come to a table that was annulled."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.conf import settings
from django.utils import timezone

from accounts.models import Notice, Player
from accounts.notices import Choice, choose
from games import services as tables
from games.models import Seat, Table
from tests.accounts.telling import with_confirmed_address
from tests.games.people import play_to_the_end
from tests.tournaments.people import (
    DUELS,
    advanced,
    after_the_break,
    entry_of,
    fresh,
    open_tables,
    players,
    started,
    the_house_plays,
)
from tournaments import notices
from tournaments.control.actions.tables.replay import Replay
from tournaments.life import entering
from tournaments.models import Board, Entry, Tournament

pytestmark = pytest.mark.django_db
GRACE = timedelta(seconds=settings.ARRIVAL_GRACE)


def the_table(tournament: Tournament) -> Table:
    return Table.objects.get(pk=open_tables(tournament)[0])


def nobody_moves_for(table: Table, times: int, at: datetime) -> None:
    """Let the house play until the clock has run out `times` times, with `at` as the current time."""
    for _time in range(times + 1):
        tables.act(table_id=table.pk, ply=Table.objects.get(pk=table.pk).ply, now=at)


def away(table: Table) -> int:
    return Seat.objects.filter(table=table, away=True).count()


def test_players_get_time_to_come_before_they_count_as_away(olga: Player) -> None:
    table = the_table(started(olga, players(2), DUELS))
    nobody_moves_for(table, 8, table.opened_at + GRACE - timedelta(seconds=1))
    assert Table.objects.get(pk=table.pk).ply > 0
    assert away(table) == 0


def test_missing_two_moves_later_makes_a_player_away(olga: Player) -> None:
    table = the_table(started(olga, players(2), DUELS))
    nobody_moves_for(table, 40, table.opened_at + GRACE + timedelta(seconds=1))
    assert away(table) > 0


def ends_with_all_away(tournament: Tournament) -> None:
    table_ids = open_tables(tournament)
    for table_id in table_ids:
        play_to_the_end(table_id, random.Random(1))
    Seat.objects.filter(table__in=table_ids).update(away=True)
    advanced(tournament, timezone.now())


def test_a_player_away_at_the_end_of_a_round_is_absent(olga: Player) -> None:
    people = players(2)
    tournament = started(olga, people, DUELS, rounds=2)
    ends_with_all_away(tournament)
    assert {entry_of(tournament, one).presence for one in people} == {Entry.Presence.ABSENT}


def test_players_whose_email_is_pending_are_not_absent(olga: Player) -> None:
    told, waiting = people = players(2)
    with_confirmed_address(waiting)
    choose(player=waiting, choices={notices.TABLE.slug: Choice(by_site=False, by_mail=True, by_push=False)})
    tournament = started(olga, people, DUELS, rounds=2)
    ends_with_all_away(tournament)
    assert entry_of(tournament, told).presence == Entry.Presence.ABSENT
    assert entry_of(tournament, waiting).presence == Entry.Presence.HERE


def test_players_of_an_annulled_table_stay_present(olga: Player) -> None:
    came, stayed_away = people = players(2)
    tournament = started(olga, people, DUELS, rounds=2)
    Seat.objects.filter(table=the_table(tournament), player=stayed_away).update(away=True)
    board = Board.objects.get(round__tournament=tournament)
    Replay(board=board.pk).carry_out(tournament_id=tournament.pk, by=olga, reason="A tile was torn.")
    ends_with_all_away(fresh(tournament))
    assert entry_of(tournament, came).presence == Entry.Presence.HERE
    assert entry_of(tournament, stayed_away).presence == Entry.Presence.ABSENT


@pytest.mark.parametrize("leave", [entering.sit_out, entering.withdraw])
def test_organisers_are_told_when_the_last_but_one_leaves_in_the_break(
    olga: Player, leave: Callable[..., None]
) -> None:
    people = players(2)
    tournament = started(olga, people, DUELS, rounds=2)
    the_house_plays(tournament)
    tournament = advanced(tournament, timezone.now())
    told = Notice.objects.filter(kind="tournament-lacks-players", player=olga)
    assert not told.exists()
    leave(tournament_id=tournament.pk, player=people[0])
    assert told.count() == 1


def test_early_seating_for_checking_does_not_end_the_event_before_the_round_is_due(olga: Player) -> None:
    tournament = started(olga, players(2), DUELS, rounds=2, holds_seatings=True)
    tournament = advanced(tournament, tournament.starts_at + timedelta(minutes=11))
    ends_with_all_away(tournament)
    tournament = advanced(tournament, timezone.now())
    assert Notice.objects.filter(kind="tournament-lacks-players", player=olga).exists()
    assert tournament.status == Tournament.Status.RUNNING
    assert advanced(tournament, after_the_break(tournament)).status == Tournament.Status.FINISHED
