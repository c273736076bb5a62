"""Values that are the same for all readers, cached until the tournament changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import TypeVar
from weakref import WeakValueDictionary

from django.core.cache import cache
from django.utils.translation import get_language

from tournaments.base.snapshot import format_of
from tournaments.models import Entry, Tournament

T = TypeVar("T")


KEPT_SECONDS = 3600


_locks: WeakValueDictionary[str, Lock] = WeakValueDictionary()


_locks_lock = Lock()


def cached(tournament: Tournament, what: str, make: Callable[[], T], seconds: int = KEPT_SECONDS) -> T:
    """Return the result of `make`, cached in the reader's language until the tournament changes.

    If many ask at once, one computes it and the others wait for that.
    """
    key = f"tournament:{tournament.pk}:{tournament.version}:{get_language()}:{what}"
    found: T | None = cache.get(key)
    if found is not None:
        return found
    with _locks_lock:
        lock = _locks.setdefault(key, Lock())
    with lock:
        found = cache.get(key)
        if found is None:
            found = make()
            cache.set(key, found, seconds)
    return found


@dataclass(frozen=True, slots=True)
class Numbers:
    entered: int
    waiting: int
    checked_in: int
    seeded: int


def numbers_of(tournament: Tournament) -> Numbers:
    return cached(tournament, "numbers", lambda: _count(tournament))


def _count(tournament: Tournament) -> Numbers:
    entries = list(tournament.entries.values_list("status", "checked_in_at", "seed"))
    by_status = Counter(status for status, _checked_in_at, _seed in entries)
    here = sum(status == Entry.Status.ENTERED and at is not None for status, at, _seed in entries)
    seeded = sum(seed > 0 for _status, _at, seed in entries)
    return Numbers(by_status[Entry.Status.ENTERED], by_status[Entry.Status.WAITING], here, seeded)


def rounds_in_all(tournament: Tournament) -> int:
    """Return how many rounds there will be; before the start, with the entrants so far."""
    numbers = numbers_of(tournament)
    return format_of(tournament).rounds(tournament.terms.plan, numbers.seeded or max(numbers.entered, tournament.least))
