"""The two brackets of a double elimination, as played so far.

The upper bracket is that of a knockout. Its losers go on in the lower bracket, and are out after a second loss. The
losers of the upper bracket's first round meet each other in the second round; those of a later round meet the winners
of the lower bracket, in another order, so that few pairs meet again early. The winners of both brackets play the final,
in the round after the lower bracket is decided. If the winner of the lower bracket wins it, both have lost once, and
the final is played again.

An absentee loses. If both are absent, both are out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tournaments.formats.brackets.bracket import first_pairs, neighbours, rounds_of, slots_of
from tournaments.formats.draw import FINAL, LOWER, UPPER, Draw, Pair, Slot, Slots
from tournaments.formats.event import Event, PlayedRound


@dataclass(frozen=True, slots=True)
class DoubleBracket:
    """Both brackets. `upper[r]` is played in the round at index r, `lower[r]` in the one at index r + 1, and the finals
    (one or two) after them."""

    upper: tuple[Slots, ...]
    lower: tuple[Slots, ...]
    finals: Slots

    @property
    def to_final(self) -> int:
        """Return the index of the final's round."""
        return 2 * len(self.upper) - 1

    @property
    def waiting(self) -> int | None:
        """Return the winner of the upper bracket."""
        return self.upper[-1][0].winner if self.upper else None

    @property
    def is_final_again(self) -> bool:
        """Return whether the final has to be played again, because both finalists have now lost once."""
        if not self.finals:
            return False
        first = self.finals[0]
        return first.is_decided and None not in first.entrants and first.winner == first.entrants[1]

    @property
    def winner(self) -> int | None:
        if not self.finals or (self.is_final_again and len(self.finals) < 2):
            return None
        return self.finals[-1].winner

    @property
    def draws(self) -> tuple[Draw, ...]:
        finals = Draw(FINAL, tuple((slot,) for slot in self.finals), self.to_final + 1)
        lower = (Draw(LOWER, self.lower, 2),) if self.lower else ()
        return Draw(UPPER, self.upper), *lower, finals

    def slots(self, index: int) -> Slots:
        """Return all matches of a round, the most important first."""
        final = index - self.to_final
        return (
            *(self.finals[final : final + 1] if final >= 0 else ()),
            *(self.upper[index] if index < len(self.upper) else ()),
            *self.lower_slots(index),
        )

    def lower_slots(self, index: int) -> Slots:
        return self.lower[index - 1] if 0 < index <= len(self.lower) else ()

    def find(self, index: int, entrant: int) -> Slot | None:
        return next((slot for slot in self.slots(index) if entrant in slot.entrants), None)

    def resting(self, index: int, there: Iterable[int]) -> list[int]:
        """Return those of `there` who are still in but have no place in a match of this round."""
        if index >= self.to_final:
            return []
        busy = {id for slot in self.slots(index) for id in slot.entrants} | self.out_at().keys()
        return [id for id in there if id not in busy]

    def losses(self, entrant: int) -> list[int]:
        """Return the indices of the rounds in which the entrant lost, or was absent."""
        indices = range(self.to_final + len(self.finals))
        return [index for index in indices for slot in self.slots(index) if entrant in slot.losers]

    def out_at(self) -> dict[int, int]:
        """Return the index of the round in which each entrant who is out went out."""
        both_absent = ((at, slot) for at, slots in enumerate(self.upper) for slot in slots if slot.loser is None)
        out = {id: at for at, slot in both_absent for id in slot.losers}
        out |= {id: at for at, slots in enumerate(self.lower, 1) for slot in slots for id in slot.losers}
        for at, slot in enumerate(self.finals, self.to_final):
            if at > self.to_final or not self.is_final_again:
                out |= dict.fromkeys(slot.losers, at)
        return out


def rounds_of_double(entrants: int) -> int:
    """Return the largest number of rounds; there is one fewer if the final is not played again."""
    return 2 * rounds_of(entrants) + 1 if entrants > 1 else 0


def double_bracket(event: Event) -> DoubleBracket:
    """Return both brackets of an event; rounds that are not seated yet are filled in as far as known."""
    count = rounds_of(len(event.entrants))
    if not count:
        return DoubleBracket((), (), ())
    upper = tuple(_upper(event, count))
    lower = tuple(_lower(event, upper))
    below = lower[-1][0].winner if lower else upper[-1][0].loser
    finalists: Pair = (upper[-1][0].winner, below)
    first = slots_of(event, [finalists], _round(event, 2 * count - 1))
    drawn = DoubleBracket(upper, lower, first)
    if not drawn.is_final_again:
        return drawn
    return DoubleBracket(upper, lower, (*first, *slots_of(event, [finalists], _round(event, 2 * count))))


def _upper(event: Event, count: int) -> Iterator[Slots]:
    pairs = first_pairs(event)
    for index in range(count):
        slots = slots_of(event, pairs, _round(event, index))
        yield slots
        pairs = neighbours([slot.winner for slot in slots]) if len(slots) > 1 else []


def _lower(event: Event, upper: Sequence[Slots]) -> Iterator[Slots]:
    there = [slot.loser for slot in upper[0]]
    for fallen in range(1, len(upper)):
        slots = slots_of(event, neighbours(there), _round(event, 2 * fallen - 1))
        yield slots
        coming = _mixed([slot.loser for slot in upper[fallen]], fallen)
        pairs: list[Pair] = list(zip(coming, (slot.winner for slot in slots), strict=True))
        slots = slots_of(event, pairs, _round(event, 2 * fallen))
        yield slots
        there = [slot.winner for slot in slots]


def _mixed(losers: list[int | None], fallen: int) -> list[int | None]:
    """Return the losers who enter the lower bracket, in an order in which they do not meet their old neighbours."""
    if fallen % 2:
        return losers[::-1]
    half = len(losers) // 2
    return [*losers[half:], *losers[:half]]


def _round(event: Event, index: int) -> tuple[PlayedRound, ...]:
    return event.rounds[index : index + 1]
