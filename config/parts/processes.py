"""How many web processes the machine has room for."""

import os

MOST = 4
"""The most web processes that `make run` starts by default; a site that needs more also needs a proxy in front
(docs/operations.md)."""


def cores_to_spare() -> int:
    """Return how many web processes can run beside one core for bots, database and Redis: at least one."""
    return min(MOST, max(1, (os.cpu_count() or 1) - 1))
