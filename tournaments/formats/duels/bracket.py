"""The bracket of a knockout as played so far: who met whom, who advanced, and what is still open.

It is drawn from the seeds of all entrants, filled up to a power of two with empty places opposite the best seeds, who
therefore have a bye in the first round; seeds 1 and 2 meet in the final at the earliest. If a match is shared, the
better seed advances. An entrant who is absent when a round is seated does not advance: the opponent has a bye. If both
are absent, the place stays empty, and the next opponent has a bye.

Two who are to be kept apart do not meet in the first round, if another match can give its lower seed for theirs. Later
rounds follow from who has won.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from tournaments.formats.duels.history import halves_of
from tournaments.formats.event import Event, PlayedRound, PlayedTable

Pair = tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class Slot:
    """A match in the bracket. `entrants` are the upper and the lower one; None means nobody, or nobody yet.

    `winner` advances; None if `is_decided` means that nobody was present. `is_bye`: the winner had no opponent.
    `is_shared`: the match was shared and the better seed advances.
    """

    entrants: Pair
    winner: int | None = None
    is_decided: bool = False
    is_bye: bool = False
    is_shared: bool = False

    @property
    def losers(self) -> tuple[int, ...]:
        """Return those who did not advance, whether they lost or were absent."""
        return tuple(id for id in self.entrants if id not in (None, self.winner)) if self.is_decided else ()

    @property
    def loser(self) -> int | None:
        """Return the entrant who plays for third place, or None if both were absent."""
        return self.losers[0] if len(self.losers) == 1 else None


@dataclass(frozen=True, slots=True)
class Bracket:
    """The whole bracket: `rounds[r][s]` is fed by the winners of `rounds[r - 1][2 * s]` (upper) and `[2 * s + 1]`
    (lower).

    `third` is the match for third place, in the round of the final, if the plan has one and there are semi-finals.
    """

    rounds: tuple[tuple[Slot, ...], ...]
    third: Slot | None = None

    @property
    def winner(self) -> int | None:
        return self.rounds[-1][0].winner if self.rounds else None

    @property
    def still_in(self) -> frozenset[int]:
        """Return everybody who has a match to play or to finish."""
        slots = [slot for each in self.rounds for slot in each] + ([self.third] if self.third else [])
        return frozenset(id for slot in slots if not slot.is_decided for id in slot.entrants if id is not None)

    def slots(self, index: int) -> tuple[Slot, ...]:
        """Return all matches of a round, the most important first."""
        if self.third and index == len(self.rounds) - 1:
            return *self.rounds[index], self.third
        return self.rounds[index]

    def find(self, index: int, entrant: int) -> Slot | None:
        return next((slot for slot in self.slots(index) if entrant in slot.entrants), None)


def rounds_of(entrants: int) -> int:
    return (max(entrants, 1) - 1).bit_length()


def seeded(size: int) -> list[int]:
    """Return the seeds, counted from 0, in bracket order from top to bottom; `size` is a power of two."""
    order = [0]
    while len(order) < size:
        order = [place for high in order for place in (high, 2 * len(order) - 1 - high)]
    return order


def bracket(event: Event) -> Bracket:
    """Return the bracket of an event; rounds not seated yet are filled in as far as is known."""
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


def kept_apart(event: Event, pairs: Sequence[Pair], there: AbstractSet[int]) -> list[Pair]:
    """Return the pairs of the first round with lower seeds exchanged, so that those to be kept apart do not meet.

    The nearest match is chosen. Byes stay where they are.
    """
    seeds = {entrant.id: entrant.seed for entrant in event.entrants}
    result = list(pairs)
    matches = {at: _by_seed(pair, seeds) for at, pair in enumerate(pairs) if there >= set(pair)}
    for at in matches:
        for other in sorted(matches.keys() - {at}, key=lambda other: (abs(other - at), other)):
            (high, low), (their_high, their_low) = matches[at], matches[other]
            if frozenset((high, low)) not in event.apart:
                break
            if event.apart.isdisjoint((frozenset((high, their_low)), frozenset((their_high, low)))):
                result[at] = matches[at] = (high, their_low)
                result[other] = matches[other] = (their_high, low)
    return result


def _by_seed(pair: Pair, seeds: dict[int, int]) -> tuple[int, int]:
    high, low = sorted((id for id in pair if id is not None), key=seeds.__getitem__)
    return high, low


def _slots(pairs: Sequence[Pair], played: Sequence[PlayedRound], seeds: dict[int, int]) -> tuple[Slot, ...]:
    """Return the matches of a round. `played` is that round, or empty; its tables override the drawn pairs, as an
    organiser may have changed them."""
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
