"""Signs of life of the workers: each queue gets a small task every few seconds that records the time in Redis."""

from __future__ import annotations

import time

from django.core.cache import cache

KEPT = 24 * 3600


def give(queue: str) -> None:
    cache.set(_key(queue), time.time(), timeout=KEPT)


def age(queue: str) -> float | None:
    """Return how many seconds ago a worker of the queue gave a sign of life; None if there was none for a day."""
    at = cache.get(_key(queue))
    return None if at is None else max(0.0, time.time() - at)


def _key(queue: str) -> str:
    return f"sign-of-life:{queue}"
