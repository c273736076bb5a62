"""Who of a table's players has it open just now; a mark for the others, nothing that matters is built on it."""

from __future__ import annotations

import logging
import time

import redis
from django.conf import settings

logger = logging.getLogger(__name__)

STALE_AFTER = 40.0
"""Seconds after its last sign of life at which a connection counts as gone (clients ping every 10 s)."""

_redis = redis.Redis.from_url(settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1)


def _key(table_id: str) -> str:
    return f"boneyard:presence:{table_id}"


def arrive(table_id: str, seat: int) -> bool:
    """Note a sign of life; True if the seat was not online before."""
    try:
        before = _redis.zscore(_key(table_id), str(seat))
        _redis.zadd(_key(table_id), {str(seat): time.time()})
        _redis.expire(_key(table_id), 86_400)
    except redis.RedisError as error:
        logger.warning("presence of %s is unknown: %s", table_id, error)
        return False
    return before is None or float(before) < time.time() - STALE_AFTER


def depart(table_id: str, seat: int) -> None:
    try:
        _redis.zrem(_key(table_id), str(seat))
    except redis.RedisError as error:
        logger.warning("presence of %s is unknown: %s", table_id, error)


def online(table_id: str) -> set[int]:
    """The seats whose players have the table open."""
    try:
        fresh = _redis.zrangebyscore(_key(table_id), time.time() - STALE_AFTER, "+inf")
    except redis.RedisError as error:
        logger.warning("presence of %s is unknown: %s", table_id, error)
        return set()
    return {int(str(member, "ascii")) for member in fresh if isinstance(member, bytes)}
