"""Collecting all garbage of the web server in pauses between moves, since nobody gets an answer meanwhile.

A full collection takes 0.1 s with 50 tables and 0.3 s with 250, and by default Python runs one every few seconds while
tables open. Young objects are collected as usual.
"""

from __future__ import annotations

import gc
import time

import psutil
from twisted.internet.task import LoopingCall

EVERY = 120.0
"""The fewest seconds between a full collection and the next one in a pause."""
PAUSE = 0.25
"""Seconds without a message from any socket that count as a pause."""
MOST_GROWTH = 32 * 1024 * 1024
"""By how many bytes the process's memory may grow before all garbage is collected even without a pause."""
NEVER = 10**9


class Collector:
    """Decides when all garbage is collected. Times are in seconds of the monotonic clock, memory is in bytes."""

    def __init__(self, now: float = 0.0, memory: int = 0) -> None:
        self.last_message = self._collected_at = now
        self._memory = memory

    def is_due(self, now: float, memory: int) -> bool:
        """Return whether it is time for a full collection."""
        in_a_pause = now - self.last_message >= PAUSE and now - self._collected_at >= EVERY
        return in_a_pause or memory - self._memory >= MOST_GROWTH

    def begin(self) -> None:
        """Count time and growth from now on."""
        self._collected_at, self._memory = time.monotonic(), memory_in_use()

    def collect_if_due(self) -> None:
        if self.is_due(time.monotonic(), memory_in_use()):
            gc.collect()
            self.begin()


def memory_in_use() -> int:
    """Return the resident memory of this process, in bytes."""
    return psutil.Process().memory_info().rss


def collect_in_pauses() -> None:
    """Leave full collections to `collector`, and exempt everything loaded so far from them."""
    collector.begin()
    gc.freeze()
    young, middle, _ = gc.get_threshold()
    gc.set_threshold(young, middle, NEVER)
    LoopingCall(collector.collect_if_due).start(PAUSE, now=False)


collector = Collector()
