"""The one writer of a server process: moves that arrive while others are being stored are stored together, and so is
that players are ready for the next deal."""

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
"""Seconds after which a player is told where the next tiles would lie even if moves are waiting."""

MOST_LATE = 5
"""The most tables that are told of this between two transactions, while moves are waiting."""

A_MOMENT = 0.01
"""Seconds after which a table is asked for again that another thread is using."""

MOVES_BETWEEN_CHECKPOINTS = 100
"""After so many, what SQLite's log holds is moved into the database; some 400 pages."""

_thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="writer", initializer=leave_to_others)
"""Its own, with its own connection: when a thousand sockets come back at once, moves do not wait until all are in."""

_aside = ThreadPoolExecutor(max_workers=1, thread_name_prefix="checkpoints")
"""Where checkpoints are made, for which the disk takes some 20 ms, while moves go on."""

Outcome = Exception | None
Waiting = tuple[Command, Callable[[Outcome], None]]
"""What is to be played, and who is told how it went."""


class Writer:
    """Plays in the order in which moves arrive. The first goes at once; those that come meanwhile go together.

    When no move is waiting, it tells the next players where their tiles would lie.
    """

    def __init__(self) -> None:
        self._waiting: list[Waiting] = []
        self._without_spots: dict[str, float] = {}
        """The tables whose next player has not been told of that, and since when, the oldest first."""
        self._task: asyncio.Task[None] | None = None
        self._since_checkpoint = 0

    async def play(self, command: Command) -> None:
        """Play a move, or note that a player is ready; return when it is committed. Raises what `services.play` and
        `be_ready` raise."""
        done = asyncio.get_running_loop().create_future()
        self.begin(command, partial(_settle, done))
        await done

    def begin(self, command: Command, settle: Callable[[Outcome], None]) -> None:
        """Do the same without waiting; `settle` is called once it is committed, or with what has come up."""
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
                    asyncio.get_running_loop().call_later(A_MOMENT, self._go_on)
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
            except Exception:  # one that cannot be told must not keep the others waiting
                logger.exception("a player could not be told how it went")
        self._have_checkpoint_made(after=len(batch))

    @property
    def is_busy(self) -> bool:
        """Return whether anything is left to be done."""
        return bool(self._waiting or self._without_spots or (self._task and not self._task.done()))

    def _has_time_for_spots(self) -> bool:
        oldest = next(iter(self._without_spots.values()), None)
        return oldest is not None and (not self._waiting or time.monotonic() - oldest > SPOTS_WITHIN)

    def _show_spots(self) -> None:
        """Tell players where their tiles would lie until a move is waiting. Tables in use are left for later."""
        late = time.monotonic() - SPOTS_WITHIN
        for number, (table_id, since) in enumerate(list(self._without_spots.items())):
            if self._waiting and (number >= MOST_LATE or since > late):
                return
            try:
                is_done = services.show_spots(table_id)
            except Exception:  # it can be asked for, and must not keep the others waiting
                logger.exception("a player could not be told where their tiles would lie")
                is_done = True
            if is_done:
                del self._without_spots[table_id]

    def _have_checkpoint_made(self, *, after: int) -> None:
        self._since_checkpoint += after
        if self._since_checkpoint >= MOVES_BETWEEN_CHECKPOINTS:
            self._since_checkpoint = 0
            with suppress(RuntimeError):  # there is no new thread, as at the end of the process
                _aside.submit(checkpoint)


def _settle(done: asyncio.Future[None], outcome: Outcome) -> None:
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
    if loop not in _writers:
        for stale in [one for one in _writers if one.is_closed()]:
            del _writers[stale]
        _writers[loop] = Writer()
    return _writers[loop]
