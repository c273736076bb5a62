"""Values that are the same for all readers, kept in the memory of this process for a second.

It saves trips to Redis, from which a value has to be decrypted and unpacked for every reader. A key must name
everything that the value depends on, such as the language, and a value must not hold anything that is not for everyone
who asks for its key. Values are shared: do not change them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

T = TypeVar("T")

SECONDS = 1.0
MOST = 500
"""The most values in memory; when it is reached, all are forgotten."""

_kept: dict[Hashable, tuple[float, Any]] = {}


def fresh(key: Hashable, make: Callable[[], T]) -> T:
    """Return the result of `make`, at most a second old."""
    found: T | None = look_up(key)
    if found is None:
        found = make()
        keep(key, found)
    return found


def look_up(key: Hashable) -> Any:
    """Return the value kept under the key, or None."""
    until, value = _kept.get(key, (0.0, None))
    return value if time.monotonic() < until else None


def keep(key: Hashable, value: Any) -> None:
    if len(_kept) >= MOST:
        forget()
    _kept[key] = (time.monotonic() + SECONDS, value)


def forget() -> None:
    _kept.clear()
