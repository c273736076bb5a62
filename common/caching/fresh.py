"""Values that are the same for all readers, kept in the memory of this process for a second.

In front of Redis, from which a value comes encrypted and has to be unpacked for every reader. A key must name all that
the value depends on, such as the language, and no value may hold what is not for everyone who asks for that key. Values
are shared: do not change them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

T = TypeVar("T")

SECONDS = 1.0
MOST = 500
"""Values in memory; when there are more, all are forgotten."""

_kept: dict[Hashable, tuple[float, Any]] = {}


def fresh(key: Hashable, make: Callable[[], T]) -> T:
    """Return the result of `make`, at most a second old."""
    found: T | None = look_up(key)
    if found is None:
        found = make()
        keep(key, found)
    return found


def look_up(key: Hashable) -> Any:
    """Return what is kept under the key, or None."""
    until, value = _kept.get(key, (0.0, None))
    return value if time.monotonic() < until else None


def keep(key: Hashable, value: Any) -> None:
    if len(_kept) >= MOST:
        forget()
    _kept[key] = (time.monotonic() + SECONDS, value)


def forget() -> None:
    _kept.clear()
