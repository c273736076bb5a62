"""Tracks which rooms other processes watch: news of a room that none of them watches need not be published.

The proxy sends all sockets of a table to the same process, so hardly any of a table's news has to go through Redis
(docs/performance.md). A process announces each new room immediately, and its whole list with each heartbeat. A process
that has withheld news of a newly announced room says so, and the sockets in that room fetch everything again.
"""

from __future__ import annotations

import time
from collections.abc import Iterable

REMEMBERED_SECONDS = 60.0
"""How long it is remembered that news of a room was withheld."""

EVERYTHING = None
"""Stands for the rooms of a process that has not yet sent its whole list."""


class Elsewhere:
    """The other processes that serve sockets and have been heard from recently, and the rooms they watch.

    After hearing from a process, we assume for `patience` seconds that it is alive and watches the rooms it named.
    """

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._heard: dict[str, tuple[float, set[str] | None]] = {}
        """By process: until when it is assumed to be alive (`time.monotonic()`), and the rooms it watches."""
        self._unknown_until = 0.0
        self._kept_back: dict[str, float] = {}
        """By room: when news of it was last withheld (`time.monotonic()`)."""

    def suppose(self) -> None:
        """Assume for a while that other processes exist and watch everything: we may have missed their messages."""
        self._unknown_until = time.monotonic() + self._patience

    def hear(self, process: str, also: Iterable[str], whole: Iterable[str] | None) -> list[str]:
        """Record the rooms that a process says it watches; return the new ones of which it may have missed news.

        `also` are additional rooms; `whole`, unless it is None, is the complete list.
        """
        now = time.monotonic()
        until, before = self._heard.get(process, (0.0, EVERYTHING))
        if until <= now:
            before = EVERYTHING
        said = {*also, *(whole or ())}
        if whole is not None:
            watched: set[str] | None = said
        else:
            watched = EVERYTHING if before is EVERYTHING else before | said
        self._heard[process] = now + self._patience, watched
        return [room for room in said.difference(before or ()) if room in self._kept_back]

    def forget(self) -> None:
        """Forget the processes that are gone, and news that was withheld long ago."""
        now = time.monotonic()
        self._heard = {process: known for process, known in self._heard.items() if known[0] > now}
        self._kept_back = {room: at for room, at in self._kept_back.items() if at > now - REMEMBERED_SECONDS}

    def is_there(self) -> bool:
        """Return whether another process has been heard from recently, or is assumed to exist."""
        now = time.monotonic()
        return now < self._unknown_until or any(until > now for until, _ in self._heard.values())

    def watches(self, room: str) -> bool:
        """Return whether another process may watch a room; if not, remember that its news was withheld."""
        now = time.monotonic()
        if now < self._unknown_until:
            return True
        for until, rooms in self._heard.values():
            if until > now and (rooms is EVERYTHING or room in rooms):
                return True
        self._kept_back[room] = now
        return False
