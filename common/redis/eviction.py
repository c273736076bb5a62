"""What a Redis server does when its memory is full."""

from __future__ import annotations

from typing import Any

from redis import Redis
from redis.exceptions import RedisError

PATIENCE = 5
"""Seconds to wait for the server."""


def eviction_policy(url: str) -> str:
    """Return the server's `maxmemory-policy`. Raises OSError if the server cannot be asked."""
    try:
        with Redis.from_url(url, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE) as redis:
            memory: dict[str, Any] = redis.info("memory")
    except RedisError as error:
        raise OSError(type(error).__name__) from error
    return str(memory.get("maxmemory_policy"))
