"""The one writer of a server process: moves that arrive while others are being stored are stored together."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from games import services
from games.services import Play
from live.consumers import in_thread_of

MOST_TOGETHER = 25
"""The most moves in one transaction: while it lasts, other processes wait for the database."""

_thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="writer")
"""Its own, with its own connection: when a thousand sockets come back at once, moves do not wait until all are in."""

Waiting = tuple[Play, asyncio.Future[None]]


class Writer:
    """Plays moves in the order in which they arrive. The first goes at once; those that come meanwhile go together."""

    def __init__(self) -> None:
        self._waiting: list[Waiting] = []
        self._task: asyncio.Task[None] | None = None

    async def play(self, play: Play) -> None:
        """Play a move; return when it is committed. Raises what `services.play` raises."""
        done = asyncio.get_running_loop().create_future()
        self._waiting.append((play, done))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._play_all())
        await done

    async def _play_all(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting[:MOST_TOGETHER], self._waiting[MOST_TOGETHER:]
            outcomes: Sequence[Exception | None]
            try:
                outcomes = await in_thread_of(_thread, partial(services.play_together, [play for play, _ in batch]))
            except Exception as error:  # whatever the database raises
                outcomes = [error] * len(batch)
            for (_, done), outcome in zip(batch, outcomes, strict=True):
                _settle(done, outcome)


def _settle(done: asyncio.Future[None], outcome: Exception | None) -> None:
    """Tell whoever waits for a move; its socket may be gone by now."""
    if done.done():
        return
    if outcome is None:
        done.set_result(None)
    else:
        done.set_exception(outcome)


_writers: dict[asyncio.AbstractEventLoop, Writer] = {}


def writer() -> Writer:
    """Return the writer of the running event loop."""
    loop = asyncio.get_running_loop()
    for stale in [one for one in _writers if one.is_closed()]:
        del _writers[stale]
    return _writers.setdefault(loop, Writer())
