"""Organisers' actions on the clock of a running tournament, and undoing them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Player
from action_log.services import describe
from common.errors import UserError
from tests.tournaments.control.at_tables import about, board, finished_round, table_of
from tests.tournaments.people import (
    advanced,
    current_round,
    fresh,
    players,
    started,
    the_house_plays,
)
from tournaments.control.actions.clock.end_round import EndRound
from tournaments.control.actions.clock.extend import ExtendRound
from tournaments.control.actions.clock.pause import Pause, Resume
from tournaments.control.actions.tables.replay import Replay
from tournaments.control.actions.undo import Undo
from tournaments.models import Round, Tournament

pytestmark = pytest.mark.django_db
WHY = "Their line was cut"


def test_a_pause_stops_everything_and_gives_its_time_back(olga: Player, running: Tournament) -> None:
    paused_at = running.starts_at + timedelta(minutes=5)
    ends_at = current_round(running).ends_at
    assert ends_at is not None
    Pause().carry_out(**about(running, olga), reason="Fire alarm", now=paused_at)
    assert table_of(running).is_paused
    assert table_of(running).due_at is None
    assert advanced(running, ends_at + timedelta(hours=1)).paused_at == paused_at
    assert current_round(running).status == Round.Status.RUNNING
    Resume().carry_out(**about(running, olga), now=paused_at + timedelta(minutes=20))
    assert current_round(running).ends_at == ends_at + timedelta(minutes=20)
    assert not table_of(running).is_paused
    assert fresh(running).next_at == paused_at + timedelta(minutes=20)
    the_house_plays(running)
    assert current_round(advanced(running, running.starts_at)).status == Round.Status.FINISHED


def test_a_pause_in_the_break_makes_the_break_longer(olga: Player) -> None:
    tournament = finished_round(olga)
    Pause().carry_out(**about(tournament, olga), reason="Pizza", now=tournament.starts_at)
    Resume().carry_out(**about(tournament, olga), now=tournament.starts_at + timedelta(minutes=20))
    due = tournament.starts_at + timedelta(minutes=22)
    assert advanced(tournament, due - timedelta(seconds=1)).round_number == 1
    assert advanced(tournament, due).round_number == 2


def test_a_table_replayed_in_a_pause_is_paused(olga: Player, running: Tournament) -> None:
    Pause().carry_out(**about(running, olga), reason=WHY)
    Replay(board=board(running).pk).carry_out(**about(running, olga), reason=WHY)
    assert table_of(running).is_paused
    Resume().carry_out(**about(running, olga))
    assert not table_of(running).is_paused
    the_house_plays(running)


def test_it_is_paused_once_and_goes_on_once(olga: Player, running: Tournament) -> None:
    Pause().carry_out(**about(running, olga), reason=WHY)
    with pytest.raises(UserError, match="already paused"):
        Pause().carry_out(**about(running, olga), reason=WHY)
    Resume().carry_out(**about(running, olga))
    with pytest.raises(UserError, match="not paused"):
        Resume().carry_out(**about(running, olga))


@pytest.mark.parametrize(("seconds", "minutes"), [(5, 1), (80, 1), (20 * 60 + 10, 20)])
def test_the_log_says_how_long_it_was_paused(olga: Player, running: Tournament, seconds: int, minutes: int) -> None:
    paused_at = running.starts_at + timedelta(minutes=5)
    Pause().carry_out(**about(running, olga), reason=WHY, now=paused_at)
    line = Resume().carry_out(**about(running, olga), now=paused_at + timedelta(seconds=seconds))
    assert describe(line) == f"The tournament was resumed after {minutes} min."


def test_a_round_is_extended_and_that_is_undone(olga: Player, running: Tournament) -> None:
    ends_at = current_round(running).ends_at
    assert ends_at is not None
    act = ExtendRound(minutes=7).carry_out(**about(running, olga), reason=WHY)
    assert current_round(running).ends_at == ends_at + timedelta(minutes=7)
    Undo(act=act.pk).carry_out(**about(running, olga), reason="All are done")
    assert current_round(running).ends_at == ends_at


def test_time_that_has_begun_is_not_taken_away(olga: Player, running: Tournament) -> None:
    now = timezone.now()
    Round.objects.filter(tournament=running).update(ends_at=now - timedelta(minutes=1))
    act = ExtendRound(minutes=7).carry_out(**about(running, olga), reason=WHY, now=now - timedelta(minutes=2))
    with pytest.raises(UserError) as refusal:
        Undo(act=act.pk).carry_out(**about(running, olga), reason=WHY)
    assert refusal.value.code == "too-late"


def test_a_round_without_a_time_limit_cannot_be_extended(olga: Player) -> None:
    tournament = started(olga, players(8))
    with pytest.raises(UserError, match="no time limit"):
        ExtendRound(minutes=7).carry_out(**about(tournament, olga), reason=WHY)


def test_a_round_is_ended_early(olga: Player, running: Tournament) -> None:
    now = running.starts_at + timedelta(minutes=1)
    EndRound().carry_out(**about(running, olga), reason="Everyone wants to go home", now=now)
    assert current_round(running).ends_at == now
    the_house_plays(running)
    assert current_round(advanced(running, now)).status == Round.Status.FINISHED
