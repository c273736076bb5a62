"""The house's turns that this process takes: queued in memory, and taken in batches by one thread.

A request to the workers costs several times as much as most turns do. So only the first turn at a table is requested;
the worker that takes it queues the following ones itself. If it dies, the sweep finds them.
"""

from __future__ import annotations

import heapq
import itertools
import threading
import time
from collections.abc import Callable
from typing import NamedTuple

MOST_TOGETHER = 25
"""The most turns in one transaction."""


class Due(NamedTuple):
    """The turn at a table after `ply` moves."""

    table_id: str
    ply: int


class Turns:
    def __init__(self, take: Callable[[list[Due]], object]) -> None:
        """Create an empty queue; `take` takes a batch of turns and must not raise."""
        self._take = take
        self._heap: list[tuple[float, int, Due]] = []
        self._kept: set[Due] = set()
        self._numbers = itertools.count()
        self._changed = threading.Condition()
        self._is_over = False

    def ask(self, due: Due, pause: float = 0) -> None:
        """Queue a turn to be taken in `pause` seconds, unless it is queued already."""
        with self._changed:
            if due not in self._kept and not self._is_over:
                self._kept.add(due)
                asked = (time.monotonic() + pause, next(self._numbers), due)
                heapq.heappush(self._heap, asked)
                if self._heap[0] is asked:  # otherwise the thread wakes early enough by itself
                    self._changed.notify()

    def run(self) -> None:
        """Take turns until told to stop."""
        while dues := self._next():
            self._take(dues)

    def stop(self) -> None:
        """Take no more turns after those that are being taken."""
        with self._changed:
            self._is_over = True
            self._changed.notify()

    def _next(self) -> list[Due]:
        """Wait for turns whose time has come; return them in order, or none once the queue has been stopped."""
        with self._changed:
            while not self._is_over:
                now = time.monotonic()
                if self._heap and self._heap[0][0] <= now:
                    return self._those_until(now)
                self._changed.wait(self._heap[0][0] - now if self._heap else None)
        return []

    def _those_until(self, now: float) -> list[Due]:
        found: list[Due] = []
        while self._heap and self._heap[0][0] <= now and len(found) < MOST_TOGETHER:
            found.append(heapq.heappop(self._heap)[2])
        self._kept.difference_update(found)
        return found
