"""What Celery runs: it may run twice, late or never."""

from datetime import timedelta

import pytest
from celery import current_app
from django.db import transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from accounts.models import Player
from config.celery import app
from games import services, tasks
from games.models import Move, Table
from games.state import dispatch
from tests.games.people import seated_table

pytestmark = pytest.mark.django_db(transaction=True)


def overdue(table: Table) -> None:
    Table.objects.filter(pk=table.pk).update(due_at=timezone.now() - timedelta(minutes=1))


def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """The requests that reach the house from now on."""
    requests: list[tuple[str, int]] = []
    monkeypatch.setattr(dispatch, "ask", lambda table_id, ply, pause=0: requests.append((table_id, ply)))
    return requests


def test_the_sweep_asks_again_for_what_was_lost(alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    table = seated_table([alice], bots=["easy"])
    overdue(table)
    requests = asked(monkeypatch)
    tasks.sweep()
    assert requests == [(table.pk, 0)]


def test_the_sweep_does_not_ask_twice_in_a_moment(alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    overdue(seated_table([alice], bots=["easy"]))
    requests = asked(monkeypatch)
    tasks.sweep()
    tasks.sweep()
    assert len(requests) == 1


def test_the_sweep_leaves_alone_who_still_has_time(alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    seated_table([alice, bob])
    requests = asked(monkeypatch)
    tasks.sweep()
    assert requests == []


def test_a_task_that_runs_twice_plays_once(alice: Player, bob: Player) -> None:
    table = seated_table([alice, bob])
    overdue(table)
    tasks.act(table.pk, 0)
    tasks.act(table.pk, 0)
    assert Move.objects.count() == 1


def test_without_redis_a_move_is_taken_all_the_same(
    alice: Player, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(*args: object, **options: object) -> None:
        raise OperationalError("no broker")

    monkeypatch.setattr(current_app, "send_task", refuse)
    with transaction.atomic():
        dispatch.ask_after_commit("tabletable", 3, 0)
    assert "the sweep will" in caplog.text


def test_a_table_that_nobody_fills_is_closed_after_a_day(alice: Player) -> None:
    table = services.open_table(owner=alice, game="two-step", options={}, bots=["", ""], seconds=60)
    services.close_forgotten()
    assert Table.objects.get(pk=table.pk).status == Table.Status.OPEN
    Table.objects.filter(pk=table.pk).update(opened_at=timezone.now() - timedelta(days=2))
    tasks.close_forgotten_tables()
    assert Table.objects.get(pk=table.pk).status == Table.Status.CLOSED


def test_beat_asks_for_tasks_that_are_there() -> None:
    app.loader.import_default_modules()
    assert {entry["task"] for entry in app.conf.beat_schedule.values()} <= set(app.tasks)
