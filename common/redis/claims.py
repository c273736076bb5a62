"""What only one process or visitor may do at a time: claimed in Redis, until it is given back or nobody renews it.

While Redis is unreachable nothing is claimed and nobody refused.
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
"""Seconds until a claim ends that is not renewed, as when its process has died."""


class Claim:
    """What is claimed, or would be if Redis were there."""

    def __init__(self, lock: Lock | None) -> None:
        self._lock = lock

    def renew(self) -> None:
        """Start its time again."""
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
                logger.warning("could not give back a claim: %s", error)


def claim(what: str, whose: str) -> Claim | None:
    """Claim something for somebody; return None if they have it already."""
    lock = Lock(_redis(), f"{settings.SITE_PREFIX}:claims:{what}:{whose}", timeout=LASTS, thread_local=False)
    try:
        return Claim(lock) if lock.acquire(blocking=False) else None
    except RedisError as error:
        logger.warning("could not claim %s: %s", what, error)
        return Claim(None)


@cache
def _redis() -> Redis:
    return Redis(connection_pool=Pool.from_url(settings.REDIS_URL))
