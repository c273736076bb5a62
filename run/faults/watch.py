"""Measuring how long tables are silent, from the database itself."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass

import psycopg

from run.faults.stack import Stack

LOOK_EVERY = 0.25

UNFINISHED = """
SELECT id FROM games_table WHERE status IN ('open', 'running')
UNION SELECT id FROM tournaments_tournament WHERE id = %s AND status NOT IN ('finished', 'cancelled')
"""

RUNNING = """
SELECT t.id, t.deal_number, t.ply, s.player_id IS NOT NULL AND NOT s.away AND NOT s.left AND t.due_at > %s
FROM games_table t LEFT JOIN games_seat s ON s.table_id = t.id AND s.number = t.turn
WHERE t.status = 'running' AND NOT t.is_paused
"""
"""The running tables with their deal and ply, and whether they wait for a person whose time has not run out."""

TABLES_OF = """
SELECT t.id FROM games_table t JOIN games_seat s ON s.table_id = t.id JOIN accounts_player p ON p.id = s.player_id
WHERE t.status = 'running' AND p.username = %s
"""


@dataclass
class Silence:
    """The longest time without a move or a new deal at a table that was not waiting for a person, and that table."""

    seconds: float = 0.0
    table: str = ""

    def note(self, seconds: float, table: str) -> None:
        if seconds > self.seconds:
            self.seconds, self.table = seconds, table


class Watch:
    def __init__(self, stack: Stack) -> None:
        self.longest = Silence()
        self.longest_while_up = Silence()
        self.slowest_to_come_up = 0.0
        self._stack = stack
        self._changed: dict[tuple[str, int, int, bool], float] = {}
        self._down_since: float | None = time.monotonic()
        self._up_since: float | None = None
        self._link: psycopg.Connection | None = None

    def is_broken(self) -> None:
        """Note that a fault is being injected."""
        self._up_since, self._down_since = None, None

    def is_mended(self) -> None:
        """Note that no fault is being injected any more."""
        self._down_since = time.monotonic()

    @property
    def is_up(self) -> bool:
        return self._up_since is not None

    async def watch(self) -> None:
        """Look repeatedly until cancelled."""
        while True:
            mended = self._down_since
            if not self.is_up and mended is not None and await asyncio.to_thread(self._stack.is_up):
                now = time.monotonic()
                if mended == self._down_since:  # nothing was broken meanwhile
                    self._up_since = now
                    self.slowest_to_come_up = max(self.slowest_to_come_up, now - mended)
            await asyncio.to_thread(self._look)
            await asyncio.sleep(LOOK_EVERY)

    def close(self) -> None:
        if self._link is not None:
            self._link.close()
            self._link = None

    def tables_of(self, name: str) -> list[str]:
        """Return the running tables of a player; none if the database is down."""
        return self._ids(TABLES_OF, name) or []

    def unfinished(self, tournament: str) -> list[str] | None:
        """Return the ids of unfinished tables, and of the tournament if it is unfinished; None if the database is
        down."""
        return self._ids(UNFINISHED, tournament)

    def _ids(self, query: str, about: str) -> list[str] | None:
        try:
            with self._stack.connect() as link:
                return [found for (found,) in link.execute(query, [about])]
        except psycopg.Error:
            return None

    def _connected(self) -> psycopg.Connection:
        if self._link is None:
            self._link = self._stack.connect()
        return self._link

    def _look(self) -> None:
        try:
            found = set(self._connected().execute(RUNNING, [self._stack.now()]).fetchall())
        except psycopg.Error:
            self.close()
            return
        now = time.monotonic()
        self._changed = {one: self._changed.get(one, now) for one in found}
        up_since = self._up_since
        for (table, _deal, _ply, is_for_person), since in self._changed.items():
            if is_for_person:
                continue
            self.longest.note(now - since, table)
            if up_since is not None:
                self.longest_while_up.note(now - max(since, up_since), table)
