"""Counting in a double elimination, by following both brackets round by round."""

from __future__ import annotations

from fractions import Fraction

from tests.tournaments.recount.duels import career, grid
from tests.tournaments.recount.knockout import bracket_line, pairs_of, rounds_of_bracket, through_of
from tests.tournaments.recount.played import Event, Wrong
from tests.tournaments.recount.ranking import Line, Number, Row, ranked

Pairs = list[tuple[int | None, int | None]]


def double_elimination(event: Event) -> list[Row]:
    """Rank by the round in which somebody lost for the second time."""
    out = _Brackets(event).follow()
    lines = []
    for entrant in event.entrants:
        survived = out.get(entrant.id, Fraction(len(event.rounds)))
        is_champion = entrant.id not in out and len(out) == len(event.entrants) - 1
        value: Number = survived if entrant.id in out or is_champion else survived + Fraction(1, 2)
        its = career(event, entrant)
        values = [("rounds-survived", value, str(int(survived)))]
        lines.append(Line(entrant, values, its.played, [grid(its, *each) for each in its.rounds]))
    return ranked(lines, event)


class _Brackets:
    def __init__(self, event: Event) -> None:
        self.event, seeds = event, event.seeds
        self.count = rounds_of_bracket(len(seeds))
        self.upper: Pairs = [*pairs_of(bracket_line(self.count), seeds)] if self.count else []
        self.fallen: dict[int, list[int | None]] = {}
        self.lower: list[int | None] = []
        self.out: dict[int, int] = {}

    def follow(self) -> dict[int, int]:
        """Return after how many rounds each of those who are out went out. Raises Wrong."""
        for number, played in enumerate(self.event.rounds, 1):
            through = through_of(self.event, played)
            drawn: Pairs = []
            if number == 2 * self.count:
                drawn = self._final(number, through)
            elif number > 2 * self.count:
                drawn = [self.final]
                self._leave(number, {*self.final} - through)
            else:
                drawn = [*self._lower_round(number, through), *self._upper_round(number, through)]
            meetings = [{sat.entry for sat in table} for table in played.tables]
            if any(meeting not in [{*pair} for pair in drawn] for meeting in meetings):
                raise Wrong(f"round {number}: somebody meets against the brackets")
        return self.out

    def _leave(self, number: int, leaving: set[int | None]) -> None:
        self.out |= {one: number - 1 for one in leaving if one is not None}

    def _upper_round(self, number: int, through: set[int]) -> Pairs:
        if number > self.count:
            return []
        pairs, winners, losers = self.upper, [], []
        for pair in pairs:
            lost = [one for one in pair if one is not None and one not in through]
            winners.append(next((one for one in pair if one in through), None))
            losers.append(lost[0] if len(lost) == 1 else None)
            if len(lost) == 2:
                self._leave(number, {*lost})
        self.fallen[number] = losers
        self.upper = [(winners[at], winners[at + 1]) for at in range(0, len(winners) - 1, 2)]
        self.champion = winners[0]
        return pairs

    def _lower_round(self, number: int, through: set[int]) -> Pairs:
        if number == 1 or self.count == 1:
            return []
        if number % 2:
            fallen, half = self.fallen[(number + 1) // 2], len(self.lower) // 2
            is_turned = (number - 1) // 2 % 2
            coming = fallen[::-1] if is_turned else [*fallen[half:], *fallen[:half]]
            pairs = [*zip(coming, self.lower, strict=True)]
        else:
            there = self.fallen[1] if number == 2 else self.lower
            pairs = [(there[at], there[at + 1]) for at in range(0, len(there), 2)]
        self.lower = [next((one for one in pair if one in through), None) for pair in pairs]
        self._leave(number, {one for pair in pairs for one in pair} - through)
        return pairs

    def _final(self, number: int, through: set[int]) -> Pairs:
        below = self.lower[0] if self.lower else self.fallen[1][0]
        self.final = (self.champion, below)
        is_again = None not in self.final and below in through
        if not is_again:
            self._leave(number, {*self.final} - through)
        return [self.final]
