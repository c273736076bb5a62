"""The settings of the connections to PostgreSQL and of their pool."""

from __future__ import annotations

import secrets
from typing import Any

RECONNECT_TIMEOUT = 4.0
"""Seconds after which the pool stops trying to reconnect, so that the next request starts a new attempt.

The pauses between tries double each time: without this limit, a database that was down for a minute might not be found
for another half minute after it is back.
"""


def pooled(given: dict[str, Any], size: int) -> dict[str, Any]:
    """Return the settings for a pool of this size, or for no pool if it is 0, with the operator's own options.

    By the connections' name, `common.database.in_use` knows those of the site, and those of its own process among them.
    """
    name = given.get("application_name", "boneyard")
    pool = {"min_size": 1, "max_size": size, "reconnect_timeout": RECONNECT_TIMEOUT}
    options = {**given, "application_name": f"{name}-{secrets.token_hex(4)}", **({"pool": pool} if size else {})}
    return {"OPTIONS": options, "CONN_HEALTH_CHECKS": True}
