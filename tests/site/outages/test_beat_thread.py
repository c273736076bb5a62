"""Beat in a thread of a worker."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from celery import Celery
from kombu.utils.imports import symbol_by_name

from config.beat_thread import BeatThread, DueAtStart
from config.celery import app as site


def test_it_asks_for_what_is_due_goes_on_after_a_failure_and_ends(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
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


def test_what_is_due_once_an_hour_is_asked_for_however_often_beat_restarts(monkeypatch: pytest.MonkeyPatch) -> None:
    app, asked = Celery("test", broker="memory://", set_as_current=False), list[str]()
    app.conf.beat_schedule = {"rarely": {"task": "rarely", "schedule": 3600.0}}
    monkeypatch.setattr(app, "send_task", lambda name, *args, **options: asked.append(name))
    for restarts in (1, 2, 3):
        beat = DueAtStart(app)
        beat.tick()
        assert beat.tick() > 0
        assert asked == ["rarely"] * restarts


def test_the_site_uses_it() -> None:
    assert symbol_by_name(site.conf.beat_scheduler) is DueAtStart
