"""The pool of connections to PostgreSQL."""

from __future__ import annotations

from typing import Any

RECONNECT_TIMEOUT = 4.0
"""Seconds after which an attempt to connect is given up, so that the next request begins a new one.

The pauses of an attempt double each time: without an end, a database that was away for a minute would be missed for
another half.
"""


def pool_of(size: int) -> dict[str, Any]:
    return {"min_size": 1, "max_size": size, "reconnect_timeout": RECONNECT_TIMEOUT}
