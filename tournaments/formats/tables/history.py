"""The history that seating takes into account: opponents, seats and sizes of tables."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from itertools import combinations

from tournaments.formats.event import PlayedRound


class Past:
    """The past of each entrant in the given rounds."""

    def __init__(self, rounds: Collection[PlayedRound]) -> None:
        self.rounds = tuple(rounds)
        self.met: defaultdict[int, Counter[int]] = defaultdict(Counter)
        self.sat: defaultdict[int, Counter[int]] = defaultdict(Counter)
        """How often each entrant sat on each seat."""
        self.byes: Counter[int] = Counter(entrant for each in self.rounds for entrant in each.byes)
        self.played: Counter[int] = Counter()
        self.crowd: defaultdict[int, float] = defaultdict(float)
        """By how many people each entrant's tables exceeded the average of their rounds, in total."""
        for each in self.rounds:
            self._add(each)

    def _add(self, each: PlayedRound) -> None:
        seated = sum(len(table.entrants) for table in each.tables)
        for table in each.tables:
            for one, other in combinations(table.entrants, 2):
                self.met[one][other] += 1
                self.met[other][one] += 1
            for seat, entrant in enumerate(table.entrants):
                self.sat[entrant][seat] += 1
                self.played[entrant] += 1
                self.crowd[entrant] += len(table.entrants) - seated / len(each.tables)

    def last_tables(self) -> Iterator[tuple[int, ...]]:
        """Yield the tables of the last round that had any, in order."""
        for each in reversed(self.rounds):
            if each.tables:
                yield from (table.entrants for table in each.tables)
                return
