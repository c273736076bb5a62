"""The settings of the connection pool for PostgreSQL."""

from __future__ import annotations

from typing import Any

RECONNECT_TIMEOUT = 4.0
"""Seconds after which the pool stops trying to reconnect, so that the next request starts a new attempt.

The pauses between tries double each time: without this limit, a database that was down for a minute might not be found
for another half minute after it is back.
"""


def pool_of(size: int) -> dict[str, Any]:
    return {"min_size": 1, "max_size": size, "reconnect_timeout": RECONNECT_TIMEOUT}
