"""What other processes watch: news of a room that none of them watches need not be told them.

Where a table's sockets are all at one process, which the proxy sees to, hardly any of its news has to go through Redis
(docs/performance.md). A process says at once what else it watches, and everything with each heartbeat. Whoever has kept
news back meanwhile says so, and the sockets there fetch everything again.
"""

from __future__ import annotations

import time
from collections.abc import Iterable

REMEMBERED_SECONDS = 60.0
"""For how long it is remembered that news of a room were kept back."""

EVERYTHING = None
"""Stands for the rooms of a process that has not said all of them yet."""


class Elsewhere:
    """The other processes with sockets and the rooms they watch, as far as they have been heard of lately.

    `patience` is for how many seconds a process is believed to be there, and to watch what it said, after it was heard.
    """

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._heard: dict[str, tuple[float, set[str] | None]] = {}
        """By process: until when it is believed to be there, as `time.monotonic()` counts, and what it watches."""
        self._unknown_until = 0.0
        self._kept_back: dict[str, float] = {}
        """By room: when news of it was last kept back."""

    def suppose(self) -> None:
        """Suppose for a while that there are others, and that they watch everything: they may not have been heard."""
        self._unknown_until = time.monotonic() + self._patience

    def hear(self, process: str, also: Iterable[str], whole: Iterable[str] | None) -> list[str]:
        """Note what a process says that it watches; return the rooms that are new, and of which it may have missed
        something."""
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
        """Forget the processes that are gone, and what was kept back long ago."""
        now = time.monotonic()
        self._heard = {process: known for process, known in self._heard.items() if known[0] > now}
        self._kept_back = {room: at for room, at in self._kept_back.items() if at > now - REMEMBERED_SECONDS}

    def is_there(self) -> bool:
        """Return whether another process has been heard of lately, or is supposed to be there."""
        now = time.monotonic()
        return now < self._unknown_until or any(until > now for until, _ in self._heard.values())

    def watches(self, room: str) -> bool:
        """Return whether another process may watch a room; if not, remember that its news was kept back."""
        now = time.monotonic()
        if now < self._unknown_until:
            return True
        for until, rooms in self._heard.values():
            if until > now and (rooms is EVERYTHING or room in rooms):
                return True
        self._kept_back[room] = now
        return False
