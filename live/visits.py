"""Tells whether anybody is using the site: has a page open or has recently requested one. If not, bots may rest."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any

import redis
from django.conf import settings

from common.redis.pool import Pool

logger = logging.getLogger(__name__)

QUIET_AFTER = 180.0
"""Seconds after the last visit when a visitor without an open page counts as gone."""

NOTE_EVERY = 20.0
"""Seconds between two reports of a process that serves open pages."""

_redis = redis.Redis(connection_pool=Pool.from_url(settings.REDIS_URL))

Application = Callable[[Any, Any, Any], Awaitable[None]]


def note_visit(at: float | None = None) -> bool:
    """Record that somebody is using the site; return whether it was quiet before."""
    try:
        before = _redis.getset(_key(), at or time.time())
    except redis.RedisError as error:
        logger.warning("a visit could not be noted: %s", error)
        return False
    return _is_long_ago(before)


def is_quiet() -> bool:
    """Return whether nobody has used the site for some time; False if that is not known.

    If Redis has no record, as after it was restarted, this call counts as the last visit.
    """
    try:
        visited = _redis.get(_key())
        if visited is None:
            _redis.set(_key(), time.time(), nx=True)
    except redis.RedisError as error:
        logger.warning("cannot tell whether anybody is using the site: %s", error)
        return False
    return _is_long_ago(visited)


def _is_long_ago(visited: object) -> bool:
    return isinstance(visited, bytes) and float(visited) < time.time() - QUIET_AFTER


def _key() -> str:
    return f"{settings.SITE_PREFIX}:visited"


class Visits:
    """Records visits to the ASGI applications that it wraps."""

    def __init__(self, on_return: Callable[[], object]) -> None:
        """`on_return` is called in a thread at the first visit after a quiet time."""
        self._on_return = on_return
        self._here = 0
        self._has_asked = False
        self._noting: asyncio.Task[None] | None = None

    def to(self, application: Application) -> Application:
        async def visited(scope: Any, receive: Any, send: Any) -> None:
            self._here += 1
            self._has_asked = True
            if self._noting is None or self._noting.done():
                self._noting = asyncio.create_task(self._note())
            try:
                await application(scope, receive, send)
            finally:
                self._here -= 1

        return visited

    async def _note(self) -> None:
        while self._here or self._has_asked:
            self._has_asked = False
            if await asyncio.to_thread(note_visit):
                await asyncio.to_thread(self._on_return)
            await asyncio.sleep(NOTE_EVERY)
