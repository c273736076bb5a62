"""What each round brought to each entrant of duels: an opponent, a bye, or nothing.

A match won brings 1, a shared win ½ to each, a match lost 0. A bye brings 1, as a win does: who has one wanted to play.
A round missed brings 0, be it before coming late, while sitting out, or after withdrawing. A match that is not over yet
counts for nobody. Scores are kept in half points here, so that they are whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from tournaments.formats.event import Entrant, Event, PlayedRound, PlayedTable, SeatScore

WIN = 2
SHARED = 1
LOSS = 0


@dataclass(frozen=True, slots=True)
class Outing:
    """A round of an entrant. Without `opponent` it was a bye, or missed; `halves` is None until the match is over."""

    round: int
    halves: int | None
    opponent: int | None = None
    seat: int = 0
    own: SeatScore | None = None
    other: SeatScore | None = None

    @property
    def is_match(self) -> bool:
        return self.opponent is not None

    @property
    def is_bye(self) -> bool:
        return self.opponent is None and self.halves == WIN

    @property
    def is_missed(self) -> bool:
        return self.opponent is None and self.halves == LOSS

    @property
    def is_running(self) -> bool:
        return self.halves is None


class History:
    """The rounds of an event, entrant by entrant."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.entrants: dict[int, Entrant] = {entrant.id: entrant for entrant in event.entrants}
        self.outings: dict[int, list[Outing]] = {id: [] for id in self.entrants}
        for played in event.rounds:
            self._add(played)
        self.halves: dict[int, int] = {
            id: sum(outing.halves or 0 for outing in outings) for id, outings in self.outings.items()
        }

    def _add(self, played: PlayedRound) -> None:
        brought = {id: Outing(played.number, LOSS) for id in self.outings}
        brought |= {id: Outing(played.number, WIN) for id in played.byes}
        for table in played.tables:
            brought |= _both_sides(played.number, table)
        for id, outings in self.outings.items():
            outings.append(brought[id])

    def seed(self, id: int) -> int:
        return self.entrants[id].seed

    def score(self, id: int) -> Fraction:
        return Fraction(self.halves[id], 2)

    def byes(self, id: int) -> int:
        return sum(outing.is_bye for outing in self.outings[id])

    def starts(self, id: int) -> int:
        """How often more this entrant had the first seat than the second."""
        return sum(1 if outing.seat == 0 else -1 for outing in self.outings[id] if outing.is_match)

    def matches(self, id: int) -> Iterator[Outing]:
        """Those that are over."""
        return (outing for outing in self.outings[id] if outing.is_match and not outing.is_running)

    @cached_property
    def meetings(self) -> dict[frozenset[int], list[int]]:
        """The rounds in which a pair has met."""
        met: dict[frozenset[int], list[int]] = {}
        for played in self.event.rounds:
            for table in played.tables:
                met.setdefault(frozenset(table.entrants), []).append(played.number)
        return met


def _both_sides(number: int, table: PlayedTable) -> dict[int, Outing]:
    first, second = table.entrants
    if table.scores is None:
        return {first: Outing(number, None, second, 0), second: Outing(number, None, first, 1)}
    one, two = table.scores
    return {
        first: Outing(number, halves_of(one), second, 0, one, two),
        second: Outing(number, halves_of(two), first, 1, two, one),
    }


def halves_of(score: SeatScore) -> int:
    """What a match brought, in half points."""
    if score.shared:
        return SHARED
    return WIN if score.won else LOSS


def shown(value: Fraction | int) -> str:
    """As it is written: 2, 2½, -½, 0.75."""
    value = Fraction(value)
    if value.denominator == 1:
        return str(value.numerator)
    if value.denominator == 2:
        whole = int(abs(value))
        return f"{'-' if value < 0 else ''}{whole or ''}½"
    return f"{float(value):.2f}"
