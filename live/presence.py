"""Tracks who is in which room, and who has closed its page, in Redis. Losing these data does no harm.

A room is the whole site (everyone who has any page open) or one part of it, such as a table (everyone who has it open).
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Collection, Iterable
from contextlib import suppress
from typing import NamedTuple

import redis
from django.conf import settings
from redis.client import Pipeline

from common.redis.pool import Pool

logger = logging.getLogger(__name__)

SITE = "site"
"""The room of everyone who has any page open."""

STALE_AFTER = 40.0
"""Seconds without a sign of life after which a player counts as gone. Open tables ping every 10 s, and moving from one
page to the next takes a moment."""

AGAIN_AFTER = 15.0
"""Seconds after which a process reports its players again."""

FORGOTTEN_AFTER = 86_400
"""Seconds after which a room that nobody has entered is deleted."""

_redis = redis.Redis(connection_pool=Pool.from_url(settings.REDIS_URL))


def present(room: str, *, at: float | None = None) -> set[int]:
    """Return the ids of the players in a room; an empty set if Redis is unavailable."""
    since = (at or time.time()) - STALE_AFTER
    try:
        fresh = _redis.zrangebyscore(_key(room), since, "+inf")
    except redis.RedisError as error:
        logger.warning("presence in %s is unknown: %s", room, error)
        return set()
    return _ids(fresh)


def _ids(members: Iterable[object]) -> set[int]:
    return {int(str(member, "ascii")) for member in members if isinstance(member, bytes)}


class Arrival(NamedTuple):
    """Tells whether a player has just arrived, with the ids of everyone who is present."""

    is_new: bool
    present: set[int]


def arrive(room: str, player_id: int) -> Arrival:
    """Record a sign of life of one player. If Redis is unavailable, nobody counts as new or as present."""
    now = time.time()
    try:
        with _redis.pipeline(transaction=False) as pipe:
            pipe.zscore(_key(room), str(player_id))
            pipe.srem(_closed_key(room), str(player_id))
            _note(pipe, room, [player_id], now)
            pipe.zrangebyscore(_key(room), now - STALE_AFTER, "+inf")
            before, *_, fresh = pipe.execute()
    except redis.RedisError as error:
        logger.warning("could not note a player as present in %s: %s", room, error)
        return Arrival(is_new=False, present=set())
    return Arrival(is_new=before is None or float(before) < now - STALE_AFTER, present=_ids(fresh))


def keep(room: str, player_ids: Collection[int]) -> None:
    """Record a sign of life of several players at once."""
    try:
        with _redis.pipeline(transaction=False) as pipe:
            _note(pipe, room, player_ids, time.time())
            pipe.execute()
    except redis.RedisError as error:
        logger.warning("could not note %d players as present in %s: %s", len(player_ids), room, error)


def depart(room: str, player_id: int) -> None:
    """Remove a player who has left the room."""
    try:
        _redis.zrem(_key(room), str(player_id))
    except redis.RedisError as error:
        logger.warning("could not note that a player has left %s: %s", room, error)


def close(room: str, player_id: int) -> None:
    """Record that a player has closed the page of a room; it holds until they arrive again."""
    try:
        with _redis.pipeline(transaction=False) as pipe:
            pipe.sadd(_closed_key(room), str(player_id))
            pipe.expire(_closed_key(room), FORGOTTEN_AFTER)
            pipe.execute()
    except redis.RedisError as error:
        logger.warning("could not note that a player has closed %s: %s", room, error)


def has_closed(room: str, player_id: int) -> bool:
    """Return whether a player has closed the room's page rather than lost the connection; False if Redis is
    unavailable."""
    try:
        return bool(_redis.sismember(_closed_key(room), str(player_id)))
    except redis.RedisError as error:
        logger.warning("it is unknown whether a player has closed %s: %s", room, error)
        return False


def _key(room: str) -> str:
    return f"{settings.SITE_PREFIX}:presence:{room}"


def _closed_key(room: str) -> str:
    return f"{settings.SITE_PREFIX}:closed:{room}"


def _note(pipe: Pipeline, room: str, player_ids: Collection[int], now: float) -> None:
    """Mark the players as present, and remove those who have gone stale."""
    pipe.zadd(_key(room), {str(player_id): now for player_id in player_ids})
    pipe.zremrangebyscore(_key(room), "-inf", now - 2 * STALE_AFTER)
    pipe.expire(_key(room), FORGOTTEN_AFTER)


class Keeper:
    """Reports the players whose sockets this process serves. If the process dies, their entries soon go stale."""

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
        """Report newcomers immediately and in batches, and everybody every `AGAIN_AFTER` seconds."""
        all_again_at = 0.0
        while self._sockets:
            self._somebody_came.clear()
            who, self._new = self._new, set()
            if time.monotonic() >= all_again_at:
                who, all_again_at = set(self._sockets), time.monotonic() + AGAIN_AFTER
            await asyncio.to_thread(keep, SITE, who)
            with suppress(TimeoutError):
                async with asyncio.timeout(max(0.0, all_again_at - time.monotonic())):
                    await self._somebody_came.wait()


_keepers: dict[asyncio.AbstractEventLoop, Keeper] = {}


def keeper() -> Keeper:
    """Return the keeper of the running event loop."""
    loop = asyncio.get_running_loop()
    for stale in [one for one in _keepers if one.is_closed()]:
        del _keepers[stale]
    return _keepers.setdefault(loop, Keeper())
