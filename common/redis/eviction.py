"""What a Redis does when its memory is full."""

from __future__ import annotations

from typing import Any

from redis import Redis
from redis.exceptions import RedisError

PATIENCE = 5
"""Seconds until a server counts as silent."""


def eviction_policy(url: str) -> str:
    """Return the server's `maxmemory-policy`. Raises OSError if it does not tell."""
    try:
        with Redis.from_url(url, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE) as redis:
            memory: dict[str, Any] = redis.info("memory")
    except RedisError as error:
        raise OSError(type(error).__name__) from error
    return str(memory.get("maxmemory_policy"))
