"""The one writer of a server process: moves, and players' being ready for the next deal, that arrive while others are
being stored are stored together."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial

from common.database.checkpoints import checkpoint, leave_to_others
from games import services
from games.services import Command, Play
from live.consumers import in_thread_of

logger = logging.getLogger(__name__)

MOST_TOGETHER = 25
"""The most moves in one transaction: while it lasts, other processes wait for the database."""

SPOTS_WITHIN = 0.25
"""Seconds after which a player is told where the next tiles would lie, even if moves are waiting."""

MOST_WHILE_BUSY = 5
"""The most tables whose players are told this between two transactions while moves are waiting."""

RETRY_SECONDS = 0.01
"""Seconds until the next attempt if another thread is using a table."""

MOVES_BETWEEN_CHECKPOINTS = 100
"""After this many moves, SQLite's log, some 400 pages by then, is moved into the database."""

_thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="writer", initializer=leave_to_others)
"""A thread with a database connection of its own, so that moves do not wait while a thousand sockets reconnect."""

_checkpoint_thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="checkpoints")
"""The thread that makes checkpoints, which take the disk some 20 ms, while moves go on."""

Outcome = Exception | None
Waiting = tuple[Command, Callable[[Outcome], None]]
"""A command, and the function that is called with its outcome."""


class Writer:
    """Plays moves in the order in which they arrive: the first at once, those that come meanwhile together.

    When no move is waiting, it tells the next players where their tiles would lie.
    """

    def __init__(self) -> None:
        self._waiting: list[Waiting] = []
        self._without_spots: dict[str, float] = {}
        """The tables whose next player has not been told that yet, and since when, the oldest first."""
        self._task: asyncio.Task[None] | None = None
        self._since_checkpoint = 0

    async def play(self, command: Command) -> None:
        """Play a move, or note that a player is ready; return when it is committed. Raises what `services.play` and
        `be_ready` raise."""
        done = asyncio.get_running_loop().create_future()
        self.begin(command, partial(_settle, done))
        await done

    def begin(self, command: Command, settle: Callable[[Outcome], None]) -> None:
        """Queue a command without waiting for it; `settle` is called with None once it is committed, or with the
        error."""
        self._waiting.append((command, settle))
        self._go_on()

    def _go_on(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._play_all())

    async def _play_all(self) -> None:
        while self._waiting or self._without_spots:
            if self._waiting:
                await self._play_some()
            if self._has_time_for_spots():
                await in_thread_of(_thread, self._show_spots)
                if self._without_spots and not self._waiting:
                    asyncio.get_running_loop().call_later(RETRY_SECONDS, self._go_on)
                    return

    async def _play_some(self) -> None:
        batch, self._waiting = self._waiting[:MOST_TOGETHER], self._waiting[MOST_TOGETHER:]
        outcomes: Sequence[Outcome]
        try:
            outcomes = await in_thread_of(_thread, partial(services.play_together, [command for command, _ in batch]))
        except Exception as error:  # whatever the database raises
            outcomes = [error] * len(batch)
        for (command, settle), outcome in zip(batch, outcomes, strict=True):
            if outcome is None and isinstance(command, Play):
                self._without_spots.pop(command.table_id, None)
                self._without_spots[command.table_id] = time.monotonic()
            try:
                settle(outcome)
            except Exception:  # must not keep the others waiting
                logger.exception("the outcome of a move could not be reported")
        self._schedule_checkpoint(after=len(batch))

    @property
    def is_busy(self) -> bool:
        """Return whether anything is left to be done."""
        return bool(self._waiting or self._without_spots or (self._task and not self._task.done()))

    def _has_time_for_spots(self) -> bool:
        oldest = next(iter(self._without_spots.values()), None)
        return oldest is not None and (not self._waiting or time.monotonic() - oldest > SPOTS_WITHIN)

    def _show_spots(self) -> None:
        """Tell players where their tiles would lie, until a move is waiting. Tables in use are left for later."""
        late = time.monotonic() - SPOTS_WITHIN
        for number, (table_id, since) in enumerate(list(self._without_spots.items())):
            if self._waiting and (number >= MOST_WHILE_BUSY or since > late):
                return
            try:
                is_done = services.show_spots(table_id)
            except Exception:  # the browser can ask for it; the others must not wait
                logger.exception("a player could not be told where their tiles would lie")
                is_done = True
            if is_done:
                del self._without_spots[table_id]

    def _schedule_checkpoint(self, *, after: int) -> None:
        self._since_checkpoint += after
        if self._since_checkpoint >= MOVES_BETWEEN_CHECKPOINTS:
            self._since_checkpoint = 0
            with suppress(RuntimeError):  # no new threads are started at the end of the process
                _checkpoint_thread.submit(checkpoint)


def _settle(done: asyncio.Future[None], outcome: Outcome) -> None:
    """Settle the future of a move, unless its socket is gone by now."""
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
    if loop not in _writers:
        for stale in [one for one in _writers if one.is_closed()]:
            del _writers[stale]
        _writers[loop] = Writer()
    return _writers[loop]
