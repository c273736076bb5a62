"""Overdue work gets done without beat, queues and Redis."""

from __future__ import annotations

import logging
import threading
from datetime import timedelta

import pytest
from celery import current_app
from django.utils import timezone
from kombu.exceptions import OperationalError as BrokerAway

from accounts.models import Player
from config import fallback
from games import tasks
from games.models import Move, Pulse, Table
from games.services import note_pulse
from tests.games.people import seated_table
from tests.tournaments.people import fresh, planned, players, started
from tournaments import tasks as tournament_tasks
from tournaments.models import Round, Tournament

pytestmark = pytest.mark.usefixtures("after_commit")


def late(table: Table, seconds: float = 60) -> None:
    Table.objects.filter(pk=table.pk).update(due_at=timezone.now() - timedelta(seconds=seconds))


@pytest.fixture
def no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object, **options: object) -> None:
        raise BrokerAway("no broker")

    monkeypatch.setattr(current_app, "send_task", refuse)


def test_a_turn_that_is_late_is_played_without_a_broker(alice: Player, bob: Player, no_broker: None) -> None:
    table = seated_table([alice, bob])
    late(table)
    tasks.catch_up()
    assert Move.objects.filter(table=table).count() == 1


def test_an_unreadable_table_does_not_hold_up_others(
    alice: Player, bob: Player, charlie: Player, no_broker: None, caplog: pytest.LogCaptureFixture
) -> None:
    broken, sound = seated_table([alice, bob]), seated_table([alice, charlie])
    late(broken, 90)
    late(sound)
    Table.objects.filter(pk=broken.pk).update(ply=7)  # of which no move is stored
    tasks.catch_up()
    assert Move.objects.filter(table=sound).count() == 1
    assert [record.levelno for record in caplog.records if broken.pk in record.getMessage()] == [logging.ERROR]


def test_work_that_is_only_just_due_is_left_to_the_workers(alice: Player, bob: Player, no_broker: None) -> None:
    table = seated_table([alice, bob])
    late(table, 1)
    tasks.catch_up()
    assert Move.objects.count() == 0


def test_after_an_outage_nobody_has_lost_their_time(alice: Player, bob: Player, no_broker: None) -> None:
    """The fallback must give the time back, as beat does."""
    table = seated_table([alice, bob])
    note_pulse(name="tables", now=timezone.now() - timedelta(hours=1))
    late(table)
    tasks.catch_up()
    assert Move.objects.count() == 0
    assert Table.objects.get(pk=table.pk).due_at > timezone.now()  # type: ignore[operator]


def test_a_tournament_that_is_late_goes_on(alice: Player) -> None:
    tournament, long_ago = planned(alice), timezone.now() - timedelta(minutes=1)
    assert tournament.status == Tournament.Status.REGISTRATION
    Tournament.objects.filter(pk=tournament.pk).update(starts_at=long_ago, next_at=long_ago)
    tournament_tasks.catch_up()
    assert fresh(tournament).status != Tournament.Status.REGISTRATION


def test_a_stuck_tournament_does_not_hold_up_others(
    alice: Player, bob: Player, caplog: pytest.LogCaptureFixture
) -> None:
    long_ago = timezone.now() - timedelta(minutes=1)
    broken, sound = started(alice, players(4)), planned(bob)
    Tournament.objects.filter(pk=sound.pk).update(starts_at=long_ago, next_at=long_ago)
    broken.played_rounds.update(status=Round.Status.FINISHED, finished_at=long_ago)
    Tournament.objects.filter(pk=broken.pk).update(next_at=long_ago - timedelta(minutes=1), format="unheard-of")
    tournament_tasks.catch_up()
    assert fresh(sound).status != Tournament.Status.REGISTRATION
    assert [one.levelno for one in caplog.records if broken.pk in one.getMessage()] == [logging.ERROR]


def test_a_tournament_goes_on_after_the_clock_was_set_back(alice: Player) -> None:
    """The round was started by a clock that was a day ahead."""
    ahead = timedelta(days=1)
    tournament = started(alice, players(8))
    note_pulse(name="tournaments", now=timezone.now() + ahead)
    Tournament.objects.filter(pk=tournament.pk).update(next_at=timezone.now() + ahead)
    tournament_tasks.catch_up()
    assert fresh(tournament).next_at <= timezone.now() + timedelta(minutes=1)  # type: ignore[operator]


def test_a_failing_job_does_not_stop_the_others(caplog: pytest.LogCaptureFixture) -> None:
    over, jobs = threading.Event(), [lambda: 1 / 0, lambda: over.set()]
    fallback.run_repeatedly(jobs, over, every=0.0)
    assert over.is_set()
    assert [record.levelno for record in caplog.records if record.name == fallback.__name__] == [logging.ERROR]


def test_setting_the_clock_back_freezes_nothing(alice: Player, bob: Player, no_broker: None) -> None:
    """The time for the move was set by a clock that was an hour ahead."""
    table, ahead = seated_table([alice, bob]), timezone.now() + timedelta(hours=1)
    note_pulse(name="tables", now=ahead)
    Table.objects.filter(pk=table.pk).update(due_at=ahead + timedelta(seconds=30))
    tasks.catch_up()
    left = Table.objects.get(pk=table.pk).due_at - timezone.now()  # type: ignore[operator]
    assert timedelta(0) < left <= timedelta(seconds=30)
    assert Pulse.objects.get(name="tables").at <= timezone.now()
