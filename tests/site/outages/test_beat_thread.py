"""Beat in a thread of a worker."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest
from celery import Celery
from kombu.utils.imports import symbol_by_name

from config.beat_thread import TOGETHER, BeatThread, DueAtStart
from config.celery import app as site
from config.celery import do_together


def test_it_sends_due_tasks_continues_after_a_failure_and_ends(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("config.beat_thread.REST", 0.01)
    app, asked = Celery("test", broker="memory://", set_as_current=False), threading.Semaphore(0)
    app.conf.beat_scheduler = "celery.beat.Scheduler"
    app.conf.beat_schedule = {"tick": {"task": "tick", "schedule": 0.01}}
    failures = [OSError("no Redis")]

    def send(*args: object, **options: object) -> None:
        asked.release()
        if failures:
            raise SystemError(failures.pop())

    monkeypatch.setattr(app, "send_task", send)
    step = BeatThread(type("Worker", (), {"app": app}), with_beat=True)
    step.start(type("Worker", (), {"app": app}))
    assert all(asked.acquire(timeout=60) for _ in range(3))
    step.stop(None)
    for thread in threading.enumerate():
        if thread.name == "beat":
            thread.join(60)
            assert not thread.is_alive()
    assert list(tmp_path.iterdir()) == []


def test_hourly_tasks_are_sent_however_often_beat_restarts(monkeypatch: pytest.MonkeyPatch) -> None:
    app, asked = Celery("test", broker="memory://", set_as_current=False), list[str]()
    app.conf.beat_schedule = {"rarely": {"task": "rarely", "schedule": 3600.0}}
    monkeypatch.setattr(app, "send_task", lambda name, *args, **options: asked.append(name))
    for restarts in (1, 2, 3):
        beat = DueAtStart(app)
        beat.tick()
        assert beat.tick() > 0
        assert asked == ["rarely"] * restarts


@pytest.fixture
def tick(monkeypatch: pytest.MonkeyPatch) -> Callable[[dict[str, Any], set[str]], Callable[..., list[Any]]]:
    """Return a function that starts beat with a schedule. It returns a function that ticks, a given number of seconds
    after the last tick, and returns the messages that were sent. No other time passes."""

    def start(schedule: dict[str, Any], together: set[str]) -> Callable[..., list[Any]]:
        app, asked = Celery("test", broker="memory://", set_as_current=False), list[Any]()
        app.conf.beat_schedule, app.conf.beat_together = schedule, together
        monkeypatch.setattr(
            app, "send_task", lambda name, args, kwargs, **options: asked.append((name, args, options.get("queue")))
        )
        clock = [datetime.now(UTC)]
        monkeypatch.setattr(app, "now", lambda: clock[0])
        beat = DueAtStart(app)

        def now(after: float = 0) -> list[Any]:
            clock[0] += timedelta(seconds=after)
            asked.clear()
            beat.tick()
            return list(asked)

        return now

    return start


def every(seconds: float, task: str, **options: Any) -> dict[str, Any]:
    return {"task": task, "schedule": seconds, "args": (task,), "options": {"expires": 10, **options}}


def test_small_due_tasks_are_sent_in_one_message_to_each_queue(tick: Any) -> None:
    schedule = {
        "one": every(60.0, "t.one", expires=11),
        "large": every(60.0, "t.large"),
        "two": every(60.0, "t.two"),
        "elsewhere": every(60.0, "t.elsewhere", queue="slow"),
    }
    now = tick(schedule, {"one", "two", "elsewhere"})
    together, elsewhere, large = sorted(now(), key=itemgetter(0))
    assert together[0] == TOGETHER
    assert [(name, args) for name, args, _until in together[1][0]] == [("t.two", ["t.two"]), ("t.one", ["t.one"])]
    assert all(9 < until - time.time() <= 11 for *_part, until in together[1][0])
    assert (elsewhere[0], elsewhere[2]) == ("t.elsewhere", "slow")
    assert large[0] == "t.large"
    assert now() == []


def test_tasks_that_are_almost_due_go_along_and_no_others(tick: Any) -> None:
    now = tick({"quick": every(0.3, "t.quick"), "soon": every(0.4, "t.soon"), "later": every(9.0, "t.later")}, set())
    assert len(now()) == 3
    assert now() == []
    assert now(after=0.29) == []
    assert sorted(name for name, *_ in now(after=0.03)) == ["t.quick", "t.soon"]


@pytest.mark.django_db
def test_small_tasks_run_even_if_others_fail(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    done: list[str] = []

    def fail() -> None:
        raise ZeroDivisionError

    later, before = time.time() + 60, time.time() - 1
    monkeypatch.setitem(site.tasks, "t.fail", fail)
    monkeypatch.setitem(site.tasks, "t.note", done.append)
    do_together([("t.fail", [], later), ("t.gone", [], later), ("t.note", ["late"], before), ("t.note", ["me"], later)])
    assert done == ["me"]
    assert caplog.text.count("overdue work failed") == 2


def test_the_site_uses_it() -> None:
    assert symbol_by_name(site.conf.beat_scheduler) is DueAtStart
