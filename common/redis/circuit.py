"""A circuit breaker: a service that has just timed out is not asked again for a while."""

from __future__ import annotations

import time


class Circuit:
    """A circuit that opens when an answer does not come in time, and closes again `rest` seconds later."""

    def __init__(self, rest: float = 5.0) -> None:
        self._rest = rest
        self._broken_at: float | None = None

    @property
    def is_broken(self) -> bool:
        return self._broken_at is not None and time.monotonic() - self._broken_at < self._rest

    def break_off(self) -> None:
        self._broken_at = time.monotonic()
