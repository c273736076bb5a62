"""Substituting a bot or a waiting player at a running table, nudging, and letting the house finish."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import Player
from common.errors import UserError
from games import services as tables
from games.models import Seat
from tests.tournaments.control.at_tables import about, board, table_of
from tests.tournaments.people import (
    DUELS,
    advanced,
    after_the_break,
    current_round,
    entry_of,
    players,
    started,
    the_house_plays,
)
from tournaments.base.log import lines_of
from tournaments.base.standings import standings_of
from tournaments.control import stale
from tournaments.control.actions.tables.bot import PutBack, PutBotIn
from tournaments.control.actions.tables.finish import FinishTable
from tournaments.control.actions.tables.nudge import Nudge
from tournaments.control.actions.tables.replay import Replay
from tournaments.control.actions.tables.substitute import Substitute
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db
WHY = "Their line was cut"


def test_a_bot_plays_on_for_a_player_whose_result_it_stays(olga: Player, running: Tournament) -> None:
    place = board(running).places.get(seat=2)
    player = place.entry.player
    PutBotIn(board=board(running).pk, entry=place.entry_id).carry_out(**about(running, olga), reason=WHY)
    seat = table_of(running).seats.get(number=2)
    assert (seat.player, seat.bot, seat.name) == (None, Seat.Bot.EASY, place.entry.name)
    the_house_plays(running)
    advanced(running, running.starts_at)
    place.refresh_from_db()
    assert place.score is not None
    assert place.entry.player == player
    assert Entry.objects.get(pk=place.entry_id).presence == Entry.Presence.ABSENT
    tournament = advanced(running, after_the_break(running))
    assert place.entry_id not in current_round(tournament).places.values_list("entry", flat=True)


def test_the_player_is_put_back(olga: Player, running: Tournament) -> None:
    place = board(running).places.get(seat=2)
    PutBotIn(board=board(running).pk, entry=place.entry_id).carry_out(**about(running, olga), reason=WHY)
    PutBack(board=board(running).pk, entry=place.entry_id).carry_out(**about(running, olga))
    assert table_of(running).seats.get(number=2).player == place.entry.player
    assert Entry.objects.get(pk=place.entry_id).presence == Entry.Presence.HERE


def test_a_waiting_player_takes_part_from_this_round_on(olga: Player) -> None:
    people = players(9)
    running = started(olga, people, most=8)
    waiting = entry_of(running, people[8])
    assert waiting.status == Entry.Status.WAITING
    place = board(running).places.get(seat=1)
    gone = place.entry
    Substitute(board=board(running).pk, entry=gone.pk, instead=waiting.pk).carry_out(**about(running, olga), reason=WHY)
    place.refresh_from_db()
    assert place.entry == waiting
    assert table_of(running).seats.get(number=1).player == people[8]
    the_house_plays(running)
    tournament = advanced(running, running.starts_at)
    names = [row["name"] for row in standings_of(tournament)]
    assert people[8].username in names
    tournament = advanced(tournament, after_the_break(tournament))
    seated = set(current_round(tournament).places.values_list("entry", flat=True))
    assert waiting.pk in seated
    assert gone.pk not in seated


def test_a_player_of_another_table_cannot_be_put_in(olga: Player, running: Tournament) -> None:
    one = board(running).places.get(seat=1).entry_id
    other = board(running, 2).places.get(seat=1).entry_id
    with pytest.raises(UserError) as refusal:
        Substitute(board=board(running).pk, entry=one, instead=other).carry_out(**about(running, olga), reason=WHY)
    assert refusal.value.code == "not-free"


def test_in_a_knockout_nobody_can_be_put_in(olga: Player) -> None:
    people = players(5)
    running = started(olga, people, plan=DUELS | {"format": "knockout", "rounds": 0}, most=4)
    place = board(running).places.get(seat=0)
    waiting = entry_of(running, people[4])
    with pytest.raises(UserError) as refusal:
        Substitute(board=board(running).pk, entry=place.entry_id, instead=waiting.pk).carry_out(
            **about(running, olga), reason=WHY
        )
    assert refusal.value.code == "fixed-field"


def test_nobody_can_be_put_in_at_a_finished_table(olga: Player, running: Tournament) -> None:
    place = board(running).places.get(seat=2)
    tables.finish(table_id=table_of(running).pk)
    with pytest.raises(UserError) as refusal:
        PutBotIn(board=board(running).pk, entry=place.entry_id).carry_out(**about(running, olga), reason=WHY)
    assert refusal.value.code == "table-over"
    assert table_of(running).seats.get(number=2).player == place.entry.player


def test_a_table_that_ended_meanwhile_makes_the_page_stale(olga: Player, running: Tournament) -> None:
    seen = stale.seen(running, stale.BOARD, board(running).pk)
    tables.finish(table_id=table_of(running).pk)
    with pytest.raises(UserError) as refusal:
        Replay(board=board(running).pk).carry_out(**about(running, olga), reason=WHY, seen=seen)
    assert refusal.value.code == "stale"


def test_nudging_is_logged_and_an_unknown_table_is_refused(olga: Player, running: Tournament) -> None:
    Nudge(board=board(running).pk).carry_out(**about(running, olga))
    assert lines_of(running).get().action == "nudge"
    with pytest.raises(UserError) as refusal:
        Nudge(board=10**6).carry_out(**about(running, olga))
    assert refusal.value.code == "no-board"


def test_the_house_is_asked_to_finish(
    olga: Player, running: Tournament, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks() as callbacks:
        FinishTable(board=board(running).pk).carry_out(**about(running, olga), reason=WHY)
    assert callbacks
    assert lines_of(running).get().reason == WHY
