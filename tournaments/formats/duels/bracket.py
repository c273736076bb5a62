"""The bracket of a knockout, as it has come about: who met whom, who went on, and what is still open.

It is drawn from the seeds of all who entered: places that are left over up to the next power of two stay empty opposite
the best seeds, who thereby have a bye in the first round, and the first meets the second in the final at the earliest.
A shared match sends the better seed on. Who is not there when a round is seated does not go on: the other has a bye; if
neither is there the place stays empty, and whoever would meet them next has a bye.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.formats.duels.history import halves_of
from tournaments.formats.event import Event, PlayedRound, PlayedTable

Pair = tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in the bracket. `entrants`: above and below, None where nobody is, or nobody yet.

    `winner` goes on; None in a slot that `is_decided` means that nobody was there. `is_bye`: the winner met nobody.
    `is_shared`: the match was shared, and the better seed goes on.
    """

    entrants: Pair
    winner: int | None = None
    is_decided: bool = False
    is_bye: bool = False
    is_shared: bool = False

    @property
    def losers(self) -> tuple[int, ...]:
        """Who did not go on, be it for want of being there."""
        return tuple(id for id in self.entrants if id not in (None, self.winner)) if self.is_decided else ()

    @property
    def loser(self) -> int | None:
        """The one who plays for third place; nobody, if neither was there."""
        return self.losers[0] if len(self.losers) == 1 else None


@dataclass(frozen=True, slots=True)
class Bracket:
    """`rounds[r][s]` is fed by the winners of `rounds[r - 1][2 * s]` (above) and `[2 * s + 1]` (below).

    `third` is the match for third place, in the round of the final, if the plan has one and there are semi-finals.
    """

    rounds: tuple[tuple[Slot, ...], ...]
    third: Slot | None = None

    @property
    def winner(self) -> int | None:
        return self.rounds[-1][0].winner if self.rounds else None

    @property
    def still_in(self) -> frozenset[int]:
        """Whoever has a match to come, or to finish."""
        slots = [slot for each in self.rounds for slot in each] + ([self.third] if self.third else [])
        return frozenset(id for slot in slots if not slot.is_decided for id in slot.entrants if id is not None)

    def slots(self, index: int) -> tuple[Slot, ...]:
        """All that are played in one round, the most important first."""
        if self.third and index == len(self.rounds) - 1:
            return *self.rounds[index], self.third
        return self.rounds[index]

    def find(self, index: int, entrant: int) -> Slot | None:
        return next((slot for slot in self.slots(index) if entrant in slot.entrants), None)


def rounds_of(entrants: int) -> int:
    return (max(entrants, 1) - 1).bit_length()


def seeded(size: int) -> list[int]:
    """The places from top to bottom, by seed from 0; `size` is a power of two."""
    order = [0]
    while len(order) < size:
        order = [place for high in order for place in (high, 2 * len(order) - 1 - high)]
    return order


def bracket(event: Event) -> Bracket:
    """Rounds that have not been seated yet are filled as far as is known."""
    if not event.entrants:
        return Bracket(())
    seeds = {entrant.id: entrant.seed for entrant in event.entrants}
    ids = sorted(seeds, key=seeds.__getitem__)
    count = rounds_of(len(ids))
    there: list[int | None] = [ids[place] if place < len(ids) else None for place in seeded(2**count)]
    rounds: list[tuple[Slot, ...]] = []
    third = None
    for index in range(count):
        pairs: list[Pair] = list(zip(there[::2], there[1::2], strict=True))
        if len(pairs) == 1 and index and event.plan.third_place:
            above, below = rounds[-1]
            pairs.append((above.loser, below.loser))
        slots = _slots(pairs, event.rounds[index : index + 1], seeds)
        if index == count - 1:
            slots, third = slots[:1], next(iter(slots[1:]), None)
        rounds.append(slots)
        there = [slot.winner for slot in slots]
    return Bracket(tuple(rounds), third)


def _slots(pairs: Sequence[Pair], played: Sequence[PlayedRound], seeds: dict[int, int]) -> tuple[Slot, ...]:
    """`played`: this round, or nothing. An organiser may have changed who meets whom: the tables tell."""
    if not played:
        return tuple(map(Slot, pairs))
    tables = list(played[0].tables)
    found: dict[Pair, PlayedTable] = {}
    for agrees in (_is_of, _has_one_of):
        for pair in pairs:
            table = next((table for table in tables if agrees(table, pair)), None)
            if table and pair not in found:
                tables.remove(table)
                found[pair] = table
    return tuple(
        _played(pair, found[pair], seeds) if pair in found else _without_match(pair, played[0]) for pair in pairs
    )


def _is_of(table: PlayedTable, pair: Pair) -> bool:
    return set(table.entrants) == set(pair)


def _has_one_of(table: PlayedTable, pair: Pair) -> bool:
    return not set(table.entrants).isdisjoint(pair)


def _without_match(pair: Pair, played: PlayedRound) -> Slot:
    winner = next((id for id in pair if id in played.byes), None)
    return Slot(pair, winner, is_decided=True, is_bye=winner is not None)


def _played(pair: Pair, table: PlayedTable, seeds: dict[int, int]) -> Slot:
    entrants = pair if _is_of(table, pair) else table.entrants[:2]
    if table.scores is None:
        return Slot((entrants[0], entrants[1]))
    halves = dict(zip(table.entrants, map(halves_of, table.scores), strict=True))
    best = [id for id in halves if halves[id] == max(halves.values())]
    winner = min(best, key=seeds.__getitem__)
    return Slot((entrants[0], entrants[1]), winner, is_decided=True, is_shared=len(best) > 1)
