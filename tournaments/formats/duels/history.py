"""The results of each entrant in each round of duels: a match, a bye, or a missed round.

A win scores 1, a shared match ½ each, a loss 0. A bye scores 1 like a win, since the entrant wanted to play. A missed
round scores 0, whether by sitting out or after withdrawing. A round before a late entry scores what the plan says: 0, ½
as half a bye, or 1 as a bye; it is not counted as a bye when byes are given in turn. Running matches count for nobody.
If an entrant does not come to their seat, it is a missed round for them, and a win for an opponent who came, however
the house played, unless the plan lets the house's result count; it is not counted as a match played. Scores are kept in
half points here, so that they are integers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from tournaments.formats.event import Entrant, Event, PlayedRound, PlayedTable, SeatScore
from tournaments.formats.late import BYE, HALF, MISSED, is_before
from tournaments.formats.no_shows import is_missed

WIN = 2
SHARED = 1
LOSS = 0
LATE_HALVES = {MISSED: LOSS, HALF: SHARED, BYE: WIN}
"""The score of a round before a late entry, in half points, by `late_score`."""


@dataclass(frozen=True, slots=True)
class RoundResult:
    """The result of one round for one entrant. Without an `opponent`, it was a bye or missed; `halves` is None until
    the match is over. `is_late` marks a round before a late entry if the plan does not count it as missed."""

    round: int
    halves: int | None
    opponent: int | None = None
    seat: int = 0
    own: SeatScore | None = None
    other: SeatScore | None = None
    is_late: bool = False

    @property
    def is_match(self) -> bool:
        return self.opponent is not None

    @property
    def is_bye(self) -> bool:
        return self.opponent is None and self.halves == WIN and not self.is_late

    @property
    def is_missed(self) -> bool:
        return self.opponent is None and self.halves == LOSS

    @property
    def is_running(self) -> bool:
        return self.halves is None


class History:
    """The rounds of an event, by entrant."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.entrants: dict[int, Entrant] = {entrant.id: entrant for entrant in event.entrants}
        self.results: dict[int, list[RoundResult]] = {id: [] for id in self.entrants}
        for played in event.rounds:
            self._add(played)
        self.halves: dict[int, int] = {
            id: sum(result.halves or 0 for result in results) for id, results in self.results.items()
        }

    def _add(self, played: PlayedRound) -> None:
        brought = {id: self._missed(entrant, played.number) for id, entrant in self.entrants.items()}
        brought |= {id: RoundResult(played.number, WIN) for id in played.byes}
        for table in played.tables:
            brought |= _both_sides(self.event, played.number, table)
        for id, results in self.results.items():
            results.append(brought[id])

    def _missed(self, entrant: Entrant, number: int) -> RoundResult:
        if is_before(self.event, entrant, number):
            return RoundResult(number, LATE_HALVES[self.event.plan.late_score], is_late=True)
        return RoundResult(number, LOSS)

    def seed(self, id: int) -> int:
        return self.entrants[id].seed

    def score(self, id: int) -> Fraction:
        return Fraction(self.halves[id], 2)

    def byes(self, id: int) -> int:
        return sum(result.is_bye for result in self.results[id])

    def free_halves(self, id: int) -> int:
        """Return the score from rounds without a match, in half points."""
        return sum(result.halves or 0 for result in self.results[id] if not result.is_match)

    def starts(self, id: int) -> int:
        """Return how many times more often the entrant had the first seat than the second."""
        return sum(1 if result.seat == 0 else -1 for result in self.results[id] if result.is_match)

    def matches(self, id: int) -> Iterator[RoundResult]:
        """Yield the entrant's finished matches."""
        return (result for result in self.results[id] if result.is_match and not result.is_running)

    def played(self, id: int) -> int:
        """Return how many matches the entrant has finished, without those to which they did not come."""
        return sum(result.own is not None and not result.own.absent for result in self.matches(id))

    @cached_property
    def meetings(self) -> dict[frozenset[int], list[int]]:
        """Return the numbers of the rounds in which each pair has met."""
        met: dict[frozenset[int], list[int]] = {}
        for played in self.event.rounds:
            for table in played.tables:
                met.setdefault(frozenset(table.entrants), []).append(played.number)
        return met


def _both_sides(event: Event, number: int, table: PlayedTable) -> dict[int, RoundResult]:
    first, second = table.entrants
    if table.scores is None:
        return {first: RoundResult(number, None, second, 0), second: RoundResult(number, None, first, 1)}
    one, two = table.scores
    brought = halves_at(event, table)
    sides = {
        first: RoundResult(number, brought[first], second, 0, one, two),
        second: RoundResult(number, brought[second], first, 1, two, one),
    }
    for id, score in zip(table.entrants, table.scores, strict=True):
        if is_missed(event, score):
            sides[id] = RoundResult(number, LOSS)
    return sides


def halves_at(event: Event, table: PlayedTable) -> dict[int, int]:
    """Return both scores of a finished match, in half points: an entrant who did not come lost to one who did."""
    assert table.scores is not None
    missed = [is_missed(event, score) for score in table.scores]
    if not any(missed):
        return dict(zip(table.entrants, map(halves_of, table.scores), strict=True))
    return {id: LOSS if is_absent else WIN for id, is_absent in zip(table.entrants, missed, strict=True)}


def halves_of(score: SeatScore) -> int:
    """Return the score of a match, in half points."""
    if score.shared:
        return SHARED
    return WIN if score.won else LOSS


def shown(value: Fraction | int) -> str:
    """Format a number: 2, 2½, -½, 0.75."""
    value = Fraction(value)
    if value.denominator == 1:
        return str(value.numerator)
    if value.denominator == 2:
        whole = int(abs(value))
        return f"{'-' if value < 0 else ''}{whole or ''}½"
    return f"{float(value):.2f}"
