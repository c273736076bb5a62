"""The bracket of a knockout as played so far: the matches, their winners, and what is still open.

It is drawn from the seeds of all entrants, filled up to a power of two with empty places opposite the best seeds, who
therefore have a bye in the first round; seeds 1 and 2 meet in the final at the earliest. If a match is shared, the
better seed advances. An entrant who is absent when a round is seated does not advance: the opponent has a bye. If both
are absent, the place stays empty, and the next opponent has a bye. An entrant who did not come to the table does not
advance either, however the house played the seat, unless the plan lets the house's result count.

Two entrants who are to be kept apart do not meet in the first round if another match can exchange lower seeds with
theirs. Later rounds follow from the winners.

The consolation bracket is for entrants who lose or miss their first match. Each match of the first round has a place in
it, in the same order. If some entrants have a bye in the first round, the consolation bracket begins one round later,
so that it has places for them as well; except with five to seven entrants, whose second round is the semi-final.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from tournaments.formats.draw import CONSOLATION, MAIN, Draw, Pair, Slot, Slots
from tournaments.formats.duels.history import halves_at
from tournaments.formats.event import Event, PlayedRound, PlayedTable
from tournaments.formats.no_shows import is_missed

LEAST_FOR_CONSOLATION = 5


@dataclass(frozen=True, slots=True)
class Bracket:
    """The whole bracket: `rounds[r][s]` is fed by the winners of `rounds[r - 1][2 * s]` (upper) and `[2 * s + 1]`
    (lower).

    `third` is the match for third place, in the round of the final, if the plan has one and there are semi-finals.
    `consolation` begins at the index `second`.
    """

    rounds: tuple[Slots, ...]
    third: Slot | None = None
    consolation: tuple[Slots, ...] = ()
    second: int = 1

    @property
    def winner(self) -> int | None:
        return self.rounds[-1][0].winner if self.rounds else None

    @property
    def draws(self) -> tuple[Draw, ...]:
        main = Draw(MAIN, self.rounds, third=self.third)
        return (main, Draw(CONSOLATION, self.consolation, self.second + 1)) if self.consolation else (main,)

    def slots(self, index: int) -> Slots:
        """Return all matches of a round, the most important first."""
        main = self.rounds[index] if index < len(self.rounds) else ()
        third = (self.third,) if self.third and index == len(self.rounds) - 1 else ()
        return *main, *third, *self.second_slots(index)

    def second_slots(self, index: int) -> Slots:
        """Return the matches of a round in the consolation bracket."""
        at = index - self.second
        return self.consolation[at] if 0 <= at < len(self.consolation) else ()

    def resting(self, index: int, there: Iterable[int]) -> list[int]:
        """Return nobody: entrants who are still in have a place in every round."""
        return []

    def find(self, index: int, entrant: int) -> Slot | None:
        return next((slot for slot in self.slots(index) if entrant in slot.entrants), None)


def rounds_of(entrants: int) -> int:
    return (max(entrants, 1) - 1).bit_length()


def rounds_with_consolation(entrants: int) -> int:
    return max(rounds_of(entrants), *_when(entrants)) if entrants >= LEAST_FOR_CONSOLATION else rounds_of(entrants)


def _when(entrants: int) -> tuple[int, int]:
    """Return the index of the consolation's first round, and the index after its last."""
    count = rounds_of(entrants)
    first = 2 if count > 3 and entrants < 2**count else 1
    return first, first + count - 1


def seeded(size: int) -> list[int]:
    """Return the seeds, counted from 0, in bracket order from top to bottom; `size` is a power of two."""
    order = [0]
    while len(order) < size:
        order = [place for high in order for place in (high, 2 * len(order) - 1 - high)]
    return order


def first_pairs(event: Event) -> list[Pair]:
    """Return the pairs of the first round, filled up with empty places."""
    ids = [entrant.id for entrant in sorted(event.entrants, key=lambda entrant: entrant.seed)]
    size = 2 ** rounds_of(len(ids))
    return neighbours([ids[place] if place < len(ids) else None for place in seeded(size)])


def neighbours(there: Sequence[int | None]) -> list[Pair]:
    return list(zip(there[::2], there[1::2], strict=True))


def bracket(event: Event) -> Bracket:
    """Return the bracket of an event; rounds that are not seated yet are filled in as far as known."""
    if not event.entrants:
        return Bracket(())
    seeds = seeds_of(event)
    count = rounds_of(len(seeds))
    pairs = first_pairs(event) if count else []
    rounds: list[Slots] = []
    third = None
    for index in range(count):
        if len(pairs) == 1 and index and event.plan.third_place:
            above, below = rounds[-1]
            pairs.append((above.loser, below.loser))
        slots = slots_of(event, pairs, event.rounds[index : index + 1])
        if index == count - 1:
            slots, third = slots[:1], next(iter(slots[1:]), None)
        rounds.append(slots)
        pairs = neighbours([slot.winner for slot in slots]) if len(slots) > 1 else []
    if not event.plan.consolation or len(seeds) < LEAST_FOR_CONSOLATION:
        return Bracket(tuple(rounds), third)
    first, after = _when(len(seeds))
    return Bracket(tuple(rounds), third, _consolation(event, rounds, first, after), first)


def _consolation(event: Event, rounds: Sequence[Slots], first: int, after: int) -> tuple[Slots, ...]:
    there = [_first_to_lose(slot, rounds[1][at // 2] if first > 1 else None) for at, slot in enumerate(rounds[0])]
    consolation: list[Slots] = []
    for index in range(first, after):
        slots = slots_of(event, neighbours(there), event.rounds[index : index + 1])
        consolation.append(slots)
        there = [slot.winner for slot in slots]
    return tuple(consolation)


def kept_apart(event: Event, pairs: Sequence[Pair], there: AbstractSet[int]) -> list[Pair]:
    """Return the pairs of the first round with lower seeds exchanged, so that entrants to be kept apart do not meet.

    Seeds are exchanged with the nearest match that allows it. Byes stay where they are.
    """
    seeds = seeds_of(event)
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


def _first_to_lose(slot: Slot, next_slot: Slot | None) -> int | None:
    """Return the entrant who loses their first match: the loser of this slot or, if it is a bye, of the next one."""
    if None not in slot.entrants:
        return slot.loser
    return slot.winner if next_slot is not None and slot.winner in next_slot.losers else None


def seeds_of(event: Event) -> dict[int, int]:
    return {entrant.id: entrant.seed for entrant in event.entrants}


def slots_of(event: Event, pairs: Sequence[Pair], played: Sequence[PlayedRound]) -> Slots:
    """Return the matches of a round. `played` is that round, or empty; its tables override the drawn pairs, since an
    organiser may have changed them."""
    if not played:
        return tuple(map(Slot, pairs))
    tables = list(played[0].tables)
    seeds = seeds_of(event)
    found: dict[Pair, PlayedTable] = {}
    for agrees in (_is_of, _has_one_of):
        for pair in pairs:
            table = next((table for table in tables if agrees(table, pair)), None)
            if table and pair not in found:
                tables.remove(table)
                found[pair] = table
    return tuple(
        _played(event, pair, found[pair], seeds) if pair in found else _without_match(pair, played[0]) for pair in pairs
    )


def _is_of(table: PlayedTable, pair: Pair) -> bool:
    return set(table.entrants) == set(pair)


def _has_one_of(table: PlayedTable, pair: Pair) -> bool:
    return not set(table.entrants).isdisjoint(pair)


def _without_match(pair: Pair, played: PlayedRound) -> Slot:
    winner = next((id for id in pair if id in played.byes), None)
    return Slot(pair, winner, is_decided=True, is_bye=winner is not None)


def _played(event: Event, pair: Pair, table: PlayedTable, seeds: dict[int, int]) -> Slot:
    entrants = pair if _is_of(table, pair) else table.entrants[:2]
    if table.scores is None:
        return Slot((entrants[0], entrants[1]))
    halves = halves_at(event, table)
    if all(is_missed(event, score) for score in table.scores):
        return Slot((entrants[0], entrants[1]), is_decided=True)
    best = [id for id in halves if halves[id] == max(halves.values())]
    winner = min(best, key=seeds.__getitem__)
    return Slot((entrants[0], entrants[1]), winner, is_decided=True, is_shared=len(best) > 1)
