"""Rate limits for messages on live sockets: for each socket, and for all sockets of one player or one IP address here.

Sockets in other processes are counted in Redis afterwards (`messages` in common/limits.py). Whatever a process refuses
by itself costs nothing there, and while Redis is down this limit alone applies.
"""

from __future__ import annotations

import time
from collections.abc import Hashable
from dataclasses import dataclass
from math import inf


@dataclass(frozen=True, slots=True)
class Limit:
    """A rate in messages per second, and the size of a burst."""

    per_second: float
    burst: float


OF_SOCKET = Limit(10, 30)
OF_PLAYER = Limit(20, 60)
"""A player may have several tables open."""
OF_ADDRESS = Limit(200, 600)
"""A whole club may play behind one address."""


class Allowance:
    """How many messages may still be sent: a token bucket that refills up to its limit."""

    def __init__(self, limit: Limit, least: float = -inf) -> None:
        """Create a full bucket, which never falls below `least` however many messages are refused."""
        self._limit = limit
        self._least = least
        self._left = limit.burst
        self._at = time.monotonic()

    def spend(self) -> float:
        """Take one message, and return what is left; below zero it was one too many."""
        self._left = max(self._least, self._filled() - 1)
        self._at = time.monotonic()
        return self._left

    def _filled(self) -> float:
        gained = (time.monotonic() - self._at) * self._limit.per_second
        return min(self._limit.burst, self._left + gained)

    @property
    def is_full(self) -> bool:
        return self._filled() == self._limit.burst


MOST_REMEMBERED = 10_000

_shared: dict[Hashable, Allowance] = {}


def _shared_by(key: Hashable, limit: Limit) -> Allowance:
    """Return a bucket that outlives its sockets, so that reconnecting does not refill it."""
    if key not in _shared:
        if len(_shared) >= MOST_REMEMBERED:
            for full in [one for one, allowance in _shared.items() if allowance.is_full]:
                del _shared[full]
        _shared[key] = Allowance(limit, least=-1)
    return _shared[key]


def forget() -> None:
    """Forget all shared buckets, as after a restart of the process."""
    _shared.clear()


class Allowances:
    """A socket's own allowance, and those that it shares with others of its player and its address."""

    def __init__(self, *, player_id: int | None, address: str | None) -> None:
        self.address = address
        self._own = Allowance(OF_SOCKET)
        self._shared: list[Allowance] = []
        if player_id is not None:
            self._shared.append(_shared_by(("player", player_id), OF_PLAYER))
        if address is not None:
            self._shared.append(_shared_by(("address", address), OF_ADDRESS))

    def spend(self) -> float:
        """Take one message from each, and return the least that is left.

        A message that a socket's own allowance refuses does not count against the others.
        """
        left = self._own.spend()
        return left if left < 0 else min(left, *(allowance.spend() for allowance in self._shared), left)
