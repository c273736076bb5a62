"""Rolling tables played in memory with a simulated clock: players of a finished table are free for the next."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush

from tournaments.formats import Event, Format, PlayedRound, PlayedTable, SeatedTable
from tournaments.formats.rolling.seating import PATIENCE

WEARY = PATIENCE.total_seconds()
Play = Callable[[int, SeatedTable], tuple[PlayedTable, float]]
"""Play the table at an index, and return it with the seconds it took."""


@dataclass(slots=True)
class Rolled:
    """The result of rolling tables.

    `tables` are those that count, in the order of seating, and `lengths` their durations; `waited` is the longest wait
    for a table; `late` counts tables under way when time was up; `seconds` is when the last table that counts ended."""

    tables: list[PlayedTable] = field(default_factory=list)
    lengths: list[float] = field(default_factory=list)
    waited: float = 0
    late: int = 0
    seconds: float = 0


@dataclass(frozen=True, slots=True)
class Rolling:
    """The event and who is present; `limit` is its duration, `pause` the time before a table opens, in seconds."""

    format: Format
    event: Event
    there: Collection[int]
    limit: float
    pause: float
    seed: str

    def roll(self, play: Play) -> Rolled:
        """Seat and play tables until time is up; tables still under way count if the plan says so."""
        its = Rolled(seconds=self.limit)
        running: list[tuple[float, int, PlayedTable, float]] = []
        tables: list[PlayedTable] = []
        free_since = dict.fromkeys(self.there, 0.0)
        now = 0.0
        while True:
            opens_at = now + (self.pause if tables else 0)
            if opens_at < self.limit:
                weary = frozenset(one for one, since in free_since.items() if since + WEARY <= now)
                for seated in self._seat(tables, weary):
                    at = len(tables)
                    played, took = play(at, seated)
                    heappush(running, (opens_at + took, at, played, took))
                    tables.append(replace(played, scores=None))
                    its.waited = max([its.waited, *(now - free_since[one] for one in played.entrants)])
                    for one in played.entrants:
                        del free_since[one]
            if not running:
                break
            weary_at = [since + WEARY for since in free_since.values() if since + WEARY > now]
            if weary_at and min(weary_at) < min(running[0][0], self.limit):
                now = min(weary_at)
                continue
            now, at, played, took = heappop(running)
            if now >= self.limit:
                its.late += 1
                if not self.event.plan.plays_out:
                    continue
            its.seconds = max(its.seconds, now)
            tables[at] = played
            its.lengths.append(took)
            free_since |= dict.fromkeys(played.entrants, now)
        its.tables = [table for table in tables if table.scores is not None]
        return its

    def _seat(self, tables: list[PlayedTable], weary: frozenset[int]) -> tuple[SeatedTable, ...]:
        round_ = (PlayedRound(1, tuple(tables)),) if tables else ()
        rng = random.Random(f"{self.seed}/{len(tables)}")
        return self.format.seat(replace(self.event, rounds=round_, weary=weary), self.there, rng).tables
