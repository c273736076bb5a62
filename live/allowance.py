"""Rate limits for messages on live sockets: for each socket, and for all sockets of one player or one IP address here.

Sockets in other processes count too, in Redis (`messages` in common/limits.py). A process takes several messages from
there at a time, because asking for every one costs a quarter of a move; those that it has not used up when it ends are
lost. Whatever a process refuses by itself costs nothing there, and while Redis is down this limit alone applies.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Hashable
from dataclasses import dataclass
from math import inf

from common.limits import take


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


class SharedAllowance(Allowance):
    """What all sockets of a player or an address may still send, here and in other processes."""

    def __init__(self, limit: Limit, of_all: str, whose: str) -> None:
        super().__init__(limit, least=-1)
        self._of_all = of_all
        self._whose = whose
        self._taken = 0

    async def spend_of_all(self) -> bool:
        """Spend a message of the limit for all processes; return False if there is none."""
        if not self._taken:
            taken = await asyncio.to_thread(take, self._of_all, self._whose)
            self._taken += taken
        if not self._taken:
            return False
        self._taken -= 1
        return True


MOST_REMEMBERED = 10_000

_shared: dict[Hashable, SharedAllowance] = {}


def _shared_by(kind: str, key: Hashable, limit: Limit, of_all: str) -> SharedAllowance:
    """Return a bucket that outlives its sockets, so that reconnecting does not refill it."""
    if (kind, key) not in _shared:
        if len(_shared) >= MOST_REMEMBERED:
            for full in [one for one, allowance in _shared.items() if allowance.is_full]:
                del _shared[full]
        _shared[kind, key] = SharedAllowance(limit, of_all, f"{kind}/{key}")
    return _shared[kind, key]


def forget() -> None:
    """Forget all shared buckets, as after a restart of the process."""
    _shared.clear()


class Allowances:
    """A socket's own allowance, and those that it shares with others of its player and its address."""

    def __init__(self, *, player_id: int | None, address: str | None) -> None:
        self.address = address
        self._own = Allowance(OF_SOCKET)
        self._shared: list[SharedAllowance] = []
        if player_id is not None:
            self._shared.append(_shared_by("player", player_id, OF_PLAYER, "messages"))
        if address is not None:
            self._shared.append(_shared_by("address", address, OF_ADDRESS, "messages-of-address"))

    def spend(self) -> float:
        """Take one message from each, and return the least that is left.

        A message that a socket's own allowance refuses does not count against the others.
        """
        left = self._own.spend()
        return left if left < 0 else min(left, *(allowance.spend() for allowance in self._shared), left)

    async def spend_of_all(self) -> bool:
        """Spend a message of the limits for all processes; return False if there is none.

        One that the player's limit refuses does not count against the address.
        """
        for allowance in self._shared:
            if not await allowance.spend_of_all():
                return False
        return True
