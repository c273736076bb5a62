"""Rate limits for messages on live sockets: per socket, and per player and per IP address in this process.

Limits across all processes are counted in Redis (`take_hits` in common/limits.py). A process takes several messages
from there at a time, and takes more before they run out, because asking for each one would add a quarter to the cost of
a move; messages left over when the process ends are lost. A message that the process itself refuses is not counted in
Redis, and while Redis is down only the limits of the process apply.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Hashable
from dataclasses import dataclass
from math import inf

from common.addresses import connection_of
from common.limits import take_hits


@dataclass(frozen=True, slots=True)
class Limit:
    """A rate in messages per second, and the size of a burst."""

    per_second: float
    burst: float


OF_SOCKET = Limit(10, 30)
OF_PLAYER = Limit(20, 60)
"""A player may have several tables open."""
OF_ADDRESS = Limit(200, 600)
"""A whole club may play from one address."""


class Allowance:
    """A token bucket: how many messages may still be sent. It refills up to its limit."""

    def __init__(self, limit: Limit, least: float = -inf) -> None:
        """Create a full bucket that never falls below `least`, however many messages are refused."""
        self._per_second, self._burst = limit.per_second, limit.burst
        self._least = least
        self._left = limit.burst
        self._at = time.monotonic()

    def spend(self) -> float:
        """Take one message and return how many are left; a negative result means that it exceeds the limit."""
        self._fill(time.monotonic())
        self._left = max(self._least, self._left - 1)
        return self._left

    def may_spend(self, now: float) -> bool:
        """Return whether a message may be taken at `now`, a reading of the monotonic clock."""
        self._fill(now)
        return self._left >= 1

    def spend_one(self) -> None:
        """Take one message; call it only if `may_spend` allows it."""
        self._left -= 1

    def _fill(self, now: float) -> None:
        left = self._left + (now - self._at) * self._per_second
        self._left = left if left < self._burst else self._burst
        self._at = now

    @property
    def is_full(self) -> bool:
        self._fill(time.monotonic())
        return self._left == self._burst


class SharedAllowance(Allowance):
    """What all sockets of a player or an address may still send, in this process and in all processes together."""

    def __init__(self, limit: Limit, limit_name: str, whose: str) -> None:
        super().__init__(limit, least=-1)
        self._limit_name = limit_name
        self._whose = whose
        self._taken = 0
        self._refill_at = 0
        """Fetches more when only this many of the taken messages are left, so that nobody waits for them."""
        self._coming: asyncio.Task[bool] | None = None

    def may_spend(self, now: float) -> bool:
        """Return whether both limits, this process's and the shared one, allow a message without asking Redis."""
        return self._taken > 0 and super().may_spend(now)

    def spend_one(self) -> None:
        super().spend_one()
        self.spend_taken()

    async def spend_across_processes(self) -> bool:
        """Spend a message of the limit shared by all processes; return False if none is left."""
        while not self._taken:
            if not await asyncio.shield(self._more()):
                return False
        return self.spend_taken()

    def spend_taken(self) -> bool:
        """Spend one of the messages that this process has taken; return False if none is left."""
        if not self._taken:
            return False
        self._taken -= 1
        if self._taken == self._refill_at > 0:
            self._more()
        return True

    def _more(self) -> asyncio.Task[bool]:
        """Return the task that takes more messages; all callers share it. Its result is whether there were any."""
        if self._coming is None or self._coming.done():
            self._coming = asyncio.create_task(self._take_more())
        return self._coming

    async def _take_more(self) -> bool:
        taken = await asyncio.to_thread(take_hits, self._limit_name, self._whose)
        self._taken += taken
        self._refill_at = taken // 4
        return taken > 0


MOST_REMEMBERED = 10_000

_shared: dict[Hashable, SharedAllowance] = {}


def _shared_by(kind: str, key: Hashable, limit: Limit, limit_name: str) -> SharedAllowance:
    """Return the bucket for this key. It outlives its sockets, so that reconnecting does not refill it."""
    if (kind, key) not in _shared:
        if len(_shared) >= MOST_REMEMBERED:
            for full in [one for one, allowance in _shared.items() if allowance.is_full]:
                del _shared[full]
        _shared[kind, key] = SharedAllowance(limit, limit_name, f"{kind}/{key}")
    return _shared[kind, key]


def forget() -> None:
    """Forget all shared buckets, as after a restart of the process."""
    _shared.clear()


class Allowances:
    """A socket's own allowance, and those it shares with other sockets of the same player and address."""

    def __init__(self, *, player_id: int | None, address: str | None) -> None:
        self.address = address
        self._own = Allowance(OF_SOCKET)
        self._shared: list[SharedAllowance] = []
        if player_id is not None:
            self._shared.append(_shared_by("player", player_id, OF_PLAYER, "messages"))
        if address is not None:
            shared = _shared_by("address", connection_of(address), OF_ADDRESS, "messages-of-address")
            self._shared.append(shared)
        self._all: list[Allowance] = [self._own, *self._shared]

    def spend(self) -> float:
        """Take one message from each allowance, and return the smallest remainder.

        A message that the socket's own allowance refuses does not count against the shared ones.
        """
        left = self._own.spend()
        return left if left < 0 else min(left, *(allowance.spend() for allowance in self._shared), left)

    def spend_at_once(self) -> bool:
        """Spend a message of every limit if that needs no question to Redis; otherwise spend none and return False."""
        now = time.monotonic()
        for allowance in self._all:
            if not allowance.may_spend(now):
                return False
        for allowance in self._all:
            allowance.spend_one()
        return True

    async def spend_across_processes(self) -> bool:
        """Spend a message of the limits shared by all processes; return False if one of them has none left.

        A message that the player's limit refuses does not count against the address.
        """
        for allowance in self._shared:
            if not await allowance.spend_across_processes():
                return False
        return True
