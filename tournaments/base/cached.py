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

from common.caching.fresh import fresh
from tournaments.base.snapshot import format_of
from tournaments.models import Entry, Tournament

T = TypeVar("T")


KEPT_SECONDS = 3600

_locks: WeakValueDictionary[str, Lock] = WeakValueDictionary()
_locks_lock = Lock()


def cached(tournament: Tournament, what: str, make: Callable[[], T], seconds: int = KEPT_SECONDS) -> T:
    """Return the result of `make`, cached in the reader's language until the tournament changes. Do not change it.

    Of concurrent callers in a process, one computes it and the others wait.
    """
    key = f"tournament:{tournament.pk}:{tournament.version}:{get_language()}:{what}"
    return fresh(key, lambda: _shared(key, make, seconds))


def _shared(key: str, make: Callable[[], T], seconds: int) -> T:
    """Return the value that all processes share in Redis, computing it if it is missing."""
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
    teams: int
    """The number of teams that play, or before the start, that have a place."""
    waiting_teams: int


def numbers_of(tournament: Tournament) -> Numbers:
    return cached(tournament, "numbers of players and teams", lambda: _count(tournament))


def _count(tournament: Tournament) -> Numbers:
    entries = list(tournament.entries.values_list("status", "checked_in_at", "seed", "team"))
    by_status = Counter(status for status, _checked_in_at, _seed, _team in entries)
    here = sum(status == Entry.Status.ENTERED and at is not None for status, at, _seed, _team in entries)
    seeded = sum(seed > 0 for _status, _at, seed, _team in entries)
    entered, waiting = by_status[Entry.Status.ENTERED], by_status[Entry.Status.WAITING]
    playing = {team for status, _at, seed, team in entries if (seed if seeded else status == Entry.Status.ENTERED)}
    waiting_teams = {team for status, _at, _seed, team in entries if status == Entry.Status.WAITING} - playing
    return Numbers(entered, waiting, here, seeded, len(playing - {None}), len(waiting_teams - {None}))


def total_rounds(tournament: Tournament) -> int:
    """Return the total number of rounds; before the start, the number for the entrants so far."""
    return format_of(tournament).rounds(tournament.terms.plan, entrants_of(tournament))


def entrants_of(tournament: Tournament) -> int:
    """Return the number of entrants that determines the number of rounds; where teams meet, reserves do not count."""
    numbers = numbers_of(tournament)
    if format_of(tournament).teams_meet:
        return max(tournament.team_size * numbers.teams, 0 if numbers.seeded else tournament.least)
    return numbers.seeded or max(numbers.entered, tournament.least)
