"""Sending news from synchronous code: from a thread of a server process, or from a process without sockets."""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
from collections.abc import Iterator, Sequence
from functools import cache

from django.db import transaction

from live.hub.hubs import Hub
from live.hub.news import News, Word, publish

SEND_TIMEOUT = 0.5

_gathering = threading.local()
_hubs: dict[asyncio.AbstractEventLoop, Hub] = {}


def hub() -> Hub:
    """Return the hub of the running event loop."""
    loop = asyncio.get_running_loop()
    for stale in [one for one in _hubs if one.is_closed()]:
        del _hubs[stale]
    if loop not in _hubs:
        _hubs[loop] = Hub()
    return _hubs[loop]


@cache
def _background_loop(pid: int) -> asyncio.AbstractEventLoop:
    """Return this process's event loop in a thread of its own, for processes that serve no sockets."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="live-news", daemon=True).start()
    return loop


def announce(*batch: News) -> None:
    """Send the news once the current transaction commits. Call it from threads, never from an event loop."""
    transaction.on_commit(lambda: _announce_now(batch))


@contextlib.contextmanager
def announcing_together() -> Iterator[None]:
    """Collect the news that this thread announces inside the block, and send them together at its end."""
    gathered: list[News] = []
    _gathering.news = gathered
    try:
        yield
    finally:
        _gathering.news = None
        if gathered:
            _announce_now(gathered)


def _announce_now(batch: Sequence[News]) -> None:
    gathered: list[News] | None = getattr(_gathering, "news", None)
    if gathered is not None:
        gathered.extend(batch)
        return
    serving = next((hub for loop, hub in _hubs.items() if loop.is_running()), None)
    if serving:
        serving.send_from_thread(batch)
    else:
        loop = _background_loop(os.getpid())
        waiting = asyncio.run_coroutine_threadsafe(publish("", Word(list(batch))), loop)
        with contextlib.suppress(TimeoutError):
            waiting.result(SEND_TIMEOUT)
