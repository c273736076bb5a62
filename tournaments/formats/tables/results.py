"""The results of each entrant in each round at tables: the rules for scores, byes and missed rounds.

- At a table: the points of the match, or its settlement if the game settles differences (KD2).
- A handicap (`formats.handicap`) is added to that, in duplicate events to the difference; all results below include it.
- In duplicate events: the entrant's result minus the average of the same seat at all other tables of that size in the
  round, so that good and bad tiles even out. At a table that is the only one of its size, it is the entrant's result
  minus the average of the others at the table. During a round, only finished tables are compared.
- A missed round (late, absent, withdrawn): the worst result of that round, so that nobody gains by it; if nobody played
  in that round, the worst of the whole event. It counts once the round is over.
- A round before a late entry: as missed, as the average of the round or as a bye, by the plan. It counts once it is
  over.
- A seat to which nobody came: like a missed round or, if the plan says so, as the house played it; it is not counted as
  a round played, and not among the entrant's scores. For the others at the table, and in comparisons, it counts as it
  was played.
- A bye: the average of the entrant's rounds at tables, including later ones once they are played; for an entrant
  without any, the average of that round, or else of the whole event. So a bye is neither an advantage nor a
  disadvantage.
- A table that still has no result when the next round begins counts as a bye for its players.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from tournaments.formats.event import Event, PlayedRound, PlayedTable, SeatScore
from tournaments.formats.late import AVERAGE, is_before
from tournaments.formats.no_shows import is_missed

Amount = Fraction | int


class Kind(Enum):
    """A kind of result. `OPEN`: the match, or for byes and missed rounds the round, is still running; `HOUSE`: nobody
    came, and the house's result counts; `LATE`: a round before a late entry that does not count as missed."""

    PLAYED = "played"
    BYE = "bye"
    MISSED = "missed"
    HOUSE = "house"
    LATE = "late"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class RoundResult:
    """The result of one round for one entrant; `amount` is 0 while it is open."""

    kind: Kind
    amount: Amount = 0


@dataclass(frozen=True, slots=True)
class Results:
    """All results of one entrant, and the scores of their matches."""

    entrant: int
    rounds: tuple[RoundResult, ...]
    scores: tuple[SeatScore, ...]

    @property
    def total(self) -> Amount:
        return sum((one.amount for one in self.rounds), Fraction(0))

    @property
    def played(self) -> int:
        return sum(one.kind is Kind.PLAYED for one in self.rounds)

    @property
    def amounts(self) -> list[Amount]:
        """Return the amounts of rounds at tables."""
        return [one.amount for one in self.rounds if one.kind is Kind.PLAYED]


def settles(event: Event) -> bool:
    """Return whether settlements decide rather than points (KD2)."""
    return event.plan.rules.settles(event.plan.options)


def results(event: Event, low_wins: bool) -> dict[int, Results]:
    """Return the results of all entrants."""
    over = [_is_over(event, each) for each in event.rounds]
    amounts = [_amounts(event, each, done) for each, done in zip(event.rounds, over, strict=True)]
    kinds = [_kinds(event, *each) for each in zip(event.rounds, over, amounts, strict=True)]
    scores = _scores(event)
    everywhere = [amount for each in amounts for amount in each.values()]
    worst = max if low_wins else min
    missed = [worst(each.values() or everywhere or [0]) for each in amounts]
    answer = {}
    for one in event.entrants:
        entrant = one.id
        own = [each[entrant] for each, its in zip(amounts, kinds, strict=True) if its.get(entrant) is Kind.PLAYED]
        rounds = []
        for number, each in enumerate(amounts):
            away = Kind.LATE if is_before(event, one, event.rounds[number].number) else Kind.MISSED
            kind = kinds[number].get(entrant, away if over[number] else Kind.OPEN)
            amount: Amount = 0
            if kind in (Kind.PLAYED, Kind.HOUSE):
                amount = each[entrant]
            elif kind is Kind.LATE and event.plan.late_score == AVERAGE:
                amount = average(each.values() or everywhere)
            elif kind in (Kind.BYE, Kind.LATE):
                amount = average(own or each.values() or everywhere)
            elif kind is Kind.MISSED:
                amount = missed[number]
            rounds.append(RoundResult(kind, amount))
        answer[entrant] = Results(entrant, tuple(rounds), tuple(scores[entrant]))
    return answer


def average(amounts: Iterable[Amount]) -> Fraction:
    """Return the average, or 0 if there are no amounts."""
    known = list(amounts)
    return Fraction(sum(known)) / len(known) if known else Fraction(0)


def _is_over(event: Event, each: PlayedRound) -> bool:
    return each is not event.rounds[-1] or all(table.scores is not None for table in each.tables)


def _kinds(event: Event, each: PlayedRound, over: bool, amounts: Mapping[int, Amount]) -> dict[int, Kind]:
    waiting = Kind.BYE if over else Kind.OPEN
    kinds = dict.fromkeys(each.byes, waiting)
    for table in each.tables:
        kinds |= {entrant: Kind.PLAYED if entrant in amounts else waiting for entrant in table.entrants}
        for entrant, score in zip(table.entrants, table.scores or (), strict=False):
            if is_missed(event, score):
                kinds[entrant] = Kind.MISSED if over else Kind.OPEN
            elif score.absent and kinds[entrant] is Kind.PLAYED:
                kinds[entrant] = Kind.HOUSE
    return kinds


def _scores(event: Event) -> defaultdict[int, list[SeatScore]]:
    scores: defaultdict[int, list[SeatScore]] = defaultdict(list)
    for each in event.rounds:
        for table in each.tables:
            for entrant, score in zip(table.entrants, table.scores or (), strict=False):
                if not score.absent:
                    scores[entrant].append(score)
    return scores


def _amounts(event: Event, each: PlayedRound, over: bool) -> dict[int, Amount]:
    """Return the amounts at finished tables; in duplicate events, only at those that can be compared."""
    worth = settlements if settles(event) else points
    done = [(table.entrants, worth(table.scores)) for table in each.tables if table.scores is not None]
    if event.plan.duplicate:
        done = _compared(done, [] if over else [table for table in each.tables if table.scores is None])
    handicaps = {one.id: one.handicap for one in event.entrants}
    return {
        entrant: amount + handicaps[entrant]
        for entrants, its in done
        for entrant, amount in zip(entrants, its, strict=True)
    }


def points(scores: Sequence[SeatScore]) -> list[Amount]:
    return [score.points for score in scores]


def settlements(scores: Sequence[SeatScore]) -> list[Amount]:
    """Return the settlements at the table, computed from the points where there are none (KD2)."""
    total = sum(score.points for score in scores)
    return [total - len(scores) * one.points if one.settlement is None else one.settlement for one in scores]


Done = tuple[tuple[int, ...], list[Amount]]


def _compared(done: Iterable[Done], waiting: Iterable[PlayedTable]) -> list[Done]:
    by_size: defaultdict[int, list[Done]] = defaultdict(list)
    for one in done:
        by_size[len(one[0])].append(one)
    compared: list[Done] = []
    for size, tables in by_size.items():
        if len(tables) > 1:
            seats = [list(seat) for seat in zip(*(amounts for _, amounts in tables), strict=True)]
            for number, (entrants, _) in enumerate(tables):
                compared.append((entrants, [minus_average_of_others(seat, number) for seat in seats]))
        elif not any(len(table.entrants) == size for table in waiting):
            entrants, amounts = tables[0]
            compared.append((entrants, [minus_average_of_others(amounts, seat) for seat in range(size)]))
    return compared


def minus_average_of_others(amounts: Sequence[Amount], mine: int) -> Fraction:
    """Return one's own amount minus the average of the others."""
    others = [*amounts[:mine], *amounts[mine + 1 :]]
    return amounts[mine] - average(others) if others else Fraction(0)
