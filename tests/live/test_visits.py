"""Tests whether anybody is using the site, as recorded by the web processes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from config.beat_thread import SlowerWhenQuiet
from live import visits
from live.visits import QUIET_AFTER, Visits, is_quiet, note_visit

LONG_AGO = time.time() - 2 * QUIET_AFTER


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not await asyncio.to_thread(holds):
            await asyncio.sleep(0.01)


async def answers(scope: Any, receive: Any, send: Any) -> None:
    """Answer at once."""


def test_it_is_quiet_when_the_last_visit_was_long_ago() -> None:
    assert not is_quiet()
    note_visit(at=LONG_AGO)
    assert is_quiet()
    note_visit()
    assert not is_quiet()


def test_a_site_that_was_never_visited_also_becomes_quiet(monkeypatch: Any) -> None:
    visits._redis.delete(visits._key())
    assert not is_quiet()
    noted = visits._redis.get(visits._key())
    assert not is_quiet()
    assert visits._redis.get(visits._key()) == noted
    later = time.time() + QUIET_AFTER + 1
    monkeypatch.setattr(time, "time", lambda: later)
    assert is_quiet()


async def test_a_request_is_a_visit() -> None:
    await asyncio.to_thread(note_visit, LONG_AGO)
    returned: list[str] = []
    visits = Visits(on_return=lambda: returned.append("somebody"))
    for _ in range(2):
        await visits.to(answers)({}, None, None)
        await until(lambda: not is_quiet() and returned == ["somebody"])


async def test_an_open_socket_is_recorded_repeatedly(monkeypatch: Any) -> None:
    monkeypatch.setattr(visits, "NOTE_EVERY", 0.01)
    closed = asyncio.Event()

    async def is_open(scope: Any, receive: Any, send: Any) -> None:
        await closed.wait()

    here = Visits(on_return=lambda: None)
    socket = asyncio.ensure_future(here.to(is_open)({}, None, None))
    for _ in range(2):
        await asyncio.to_thread(note_visit, LONG_AGO)
        await until(lambda: not is_quiet())
    closed.set()
    await socket
    assert here._noting is not None
    await asyncio.wait_for(here._noting, 10)
    await asyncio.to_thread(note_visit, LONG_AGO)
    assert await asyncio.to_thread(is_quiet)


def test_beat_runs_sweeps_less_often_while_nobody_is_there() -> None:
    often, now = SlowerWhenQuiet(1.0), datetime.now(UTC)
    assert often.is_due(now - timedelta(seconds=2)).is_due
    note_visit(at=LONG_AGO)
    assert not often.is_due(now - timedelta(seconds=2)).is_due
    assert often.is_due(now - timedelta(seconds=6)).is_due
    note_visit()
    assert often.is_due(now - timedelta(seconds=2)).is_due
