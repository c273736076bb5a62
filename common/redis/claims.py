"""Locks in Redis for things that only one process, or one request of a visitor, may do at a time.

A claim lasts until it is released or not renewed in time. While Redis is unreachable, every claim is granted.
"""

from __future__ import annotations

import logging
from functools import cache

from django.conf import settings
from redis import Redis
from redis.exceptions import LockError, RedisError
from redis.lock import Lock

from common.redis.pool import Pool

logger = logging.getLogger(__name__)

LASTS = 120
"""Seconds until a claim expires that is not renewed, for instance because its process has died."""


class Claim:
    """A claim that was granted; its lock is None if Redis was unreachable."""

    def __init__(self, lock: Lock | None) -> None:
        self._lock = lock

    def renew(self) -> None:
        """Extend the claim by its full time."""
        if self._lock is not None:
            try:
                self._lock.reacquire()
            except (LockError, RedisError) as error:
                logger.warning("could not renew a claim: %s", error)

    def release(self) -> None:
        lock, self._lock = self._lock, None
        if lock is not None:
            try:
                lock.release()
            except (LockError, RedisError) as error:
                logger.warning("could not release a claim: %s", error)


def claim(what: str, whose: str) -> Claim | None:
    """Claim something for somebody; return None if it is already claimed for them."""
    lock = Lock(_redis(), f"{settings.SITE_PREFIX}:claims:{what}:{whose}", timeout=LASTS, thread_local=False)
    try:
        return Claim(lock) if lock.acquire(blocking=False) else None
    except RedisError as error:
        logger.warning("could not claim %s: %s", what, error)
        return Claim(None)


@cache
def _redis() -> Redis:
    return Redis(connection_pool=Pool.from_url(settings.REDIS_URL))
