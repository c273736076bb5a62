"""Who has a page of the site open just now; a mark for the others, nothing that matters is built on it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Collection
from contextlib import suppress

import redis
from django.conf import settings

logger = logging.getLogger(__name__)

STALE_AFTER = 40.0
"""Seconds after which a player of whom nothing was heard counts as gone; long enough to go from page to page."""

AGAIN_AFTER = 15.0
"""Seconds after which a process says again whose sockets it holds."""

_KEY = "boneyard:here"
_redis = redis.Redis.from_url(settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1)


def here(player_ids: Collection[int], *, at: float | None = None) -> set[int]:
    """Those of them who have a page open; without Redis nobody."""
    since = (at or time.time()) - STALE_AFTER
    try:
        fresh = _redis.zrangebyscore(_KEY, since, "+inf")
    except redis.RedisError as error:
        logger.warning("who is here is unknown: %s", error)
        return set()
    return {int(str(member, "ascii")) for member in fresh if isinstance(member, bytes)}.intersection(player_ids)


def say(player_ids: Collection[int]) -> None:
    """They are here now; whoever was not heard of for long is forgotten."""
    now = time.time()
    try:
        with _redis.pipeline(transaction=False) as pipe:
            pipe.zadd(_KEY, {str(player_id): now for player_id in player_ids})
            pipe.zremrangebyscore(_KEY, "-inf", now - 2 * STALE_AFTER)
            pipe.execute()
    except redis.RedisError as error:
        logger.warning("nobody hears that %d players are here: %s", len(player_ids), error)


class Keeper:
    """The players whose sockets this process holds. Should it die, nobody says any more that they are here."""

    def __init__(self) -> None:
        self._sockets: Counter[int] = Counter()
        self._new: set[int] = set()
        self._somebody_came = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def arrive(self, player_id: int) -> None:
        self._sockets[player_id] += 1
        self._new.add(player_id)
        self._somebody_came.set()
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._keep())

    def depart(self, player_id: int) -> None:
        self._sockets[player_id] -= 1
        if self._sockets[player_id] <= 0:
            del self._sockets[player_id]

    async def _keep(self) -> None:
        """Says those who came at once, together; and all of them every now and then."""
        all_again_at = 0.0
        while self._sockets:
            self._somebody_came.clear()
            who, self._new = self._new, set()
            if time.monotonic() >= all_again_at:
                who, all_again_at = set(self._sockets), time.monotonic() + AGAIN_AFTER
            await asyncio.to_thread(say, who)
            with suppress(TimeoutError):
                async with asyncio.timeout(max(0.0, all_again_at - time.monotonic())):
                    await self._somebody_came.wait()


_keepers: dict[asyncio.AbstractEventLoop, Keeper] = {}


def keeper() -> Keeper:
    """The keeper of the running event loop."""
    loop = asyncio.get_running_loop()
    for stale in [one for one in _keepers if one.is_closed()]:
        del _keepers[stale]
    return _keepers.setdefault(loop, Keeper())
