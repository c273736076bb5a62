"""Brackets for display: their matches in order, decided or still open."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

Pair = tuple[int | None, int | None]
MAIN, UPPER, LOWER, FINAL, CONSOLATION = "main", "upper", "lower", "final", "consolation"


@dataclass(frozen=True, slots=True)
class Slot:
    """A match in the bracket. `entrants` are the upper and the lower entrant; None means nobody, or nobody yet.

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
        """Return the one entrant who did not advance, or None if both were absent."""
        return self.losers[0] if len(self.losers) == 1 else None


Slots = tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class Draw:
    """One of the brackets of an event. `first` is the number of the event's round in which it begins.

    `third` is a match for third place, in the last of its rounds.
    """

    kind: str
    rounds: tuple[Slots, ...]
    first: int = 1
    third: Slot | None = None

    @property
    def _is_third_alone(self) -> bool:
        """Return whether just one entrant has lost a semi-final, as with three entrants, and so is third unopposed."""
        semis = self.rounds[-2] if len(self.rounds) > 1 else ()
        return all(slot.is_decided for slot in semis) and sum(len(slot.losers) for slot in semis) == 1

    @property
    def still_in(self) -> frozenset[int]:
        """Return everybody who has a match to play or to finish."""
        slots = [*chain(*self.rounds), *([self.third] if self.third and not self._is_third_alone else [])]
        return frozenset(id for slot in slots if not slot.is_decided for id in slot.entrants if id is not None)
