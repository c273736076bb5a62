"""The scoring of rolling tables: points by place, and a bonus for winning several tables in a row.

The winner of a table scores 3, the last one 0, and the places between are spread evenly: 3, 2, 1, 0 at a table of four,
3, 1½, 0 at one of three, 3, 2¼, 1½, ¾, 0 at one of five. Those who are level share the points of their places. From the
third table won in a row on, each scores one point more, until a table is not won; a table whose first place is shared
is not won. A seat to which nobody came scores nothing and ends a row; the other seats score as the match was played.

Only the total counts, so that sitting out neither costs points nor earns any. Of players who are level, the one who has
won more tables is ahead, then the one who has played fewer tables; otherwise they share the place.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from fractions import Fraction

from tournaments.formats.event import Event, PlayedTable, SeatScore, Standing, Value
from tournaments.formats.no_shows import CAME
from tournaments.formats.tables.results import settles
from tournaments.formats.tables.standings import shown

WINNER = 3
ROW = 3
"""From this many tables won in a row on, each scores one point more."""
UNIT = 55_440
"""A point is counted as this many units, so that points can be shared evenly at tables of any size."""
TOTAL, WON, TABLES = "rolling-points", "tables-won", "tables-played"


@dataclass(frozen=True, slots=True)
class TableResult:
    """The result of one table for one entrant; `row` counts the tables won in a row up to this one."""

    units: int
    is_won: bool
    row: int
    came: bool

    @property
    def bonus(self) -> int:
        return int(self.row >= ROW)

    @property
    def total(self) -> Fraction:
        return Fraction(self.units, UNIT) + self.bonus


def tables_of(event: Event) -> Iterator[PlayedTable]:
    """Yield all tables in the order in which they were seated."""
    return (table for each in event.rounds for table in each.tables)


def table_results(event: Event) -> dict[int, list[TableResult]]:
    """Return the results of the finished tables by entrant, in the order of seating."""
    answer: dict[int, list[TableResult]] = {one.id: [] for one in event.entrants}
    for table in tables_of(event):
        if table.scores is None:
            continue
        points = _points(event, table.scores)
        for id, own, score in zip(table.entrants, points, table.scores, strict=True):
            won = own == WINNER * UNIT and not score.absent
            before = answer[id][-1].row if answer[id] else 0
            answer[id].append(TableResult(0 if score.absent else own, won, before + 1 if won else 0, not score.absent))
    return answer


def _points(event: Event, scores: Collection[SeatScore]) -> list[int]:
    """Return the units of each seat: a share for each opponent who is behind, half a share for each who is level."""
    rules, is_settled = event.plan.rules, settles(event)
    amounts = [_amount(score, rules.high_wins, is_settled) for score in scores]
    ordered, half = sorted(amounts), WINNER * UNIT // (2 * (len(amounts) - 1))
    return [half * (2 * ordered.index(own) + ordered.count(own) - 1) for own in amounts]


def _amount(score: SeatScore, high_wins: bool, is_settled: bool) -> int:
    """Return the amount that decides the place at a table; more is better."""
    if is_settled and score.settlement is not None:
        return score.settlement
    return score.points if high_wins else -score.points


def totals(event: Event) -> dict[int, Fraction]:
    return {id: _total(each) for id, each in table_results(event).items()}


def _total(each: Collection[TableResult]) -> Fraction:
    return Fraction(sum(one.units for one in each), UNIT) + sum(one.bonus for one in each)


def standings(event: Event) -> list[Standing]:
    """Return the standings: by total, then by tables won, then by fewer tables played."""
    seeds = {one.id: one.seed for one in event.entrants}
    rows = sorted(
        ((_values(each), seeds[id], id, each) for id, each in table_results(event).items()),
        key=lambda row: (_key(row[0]), row[1]),
    )
    answer: list[Standing] = []
    above: tuple[Value, ...] = ()
    for place, (values, _seed, id, each) in enumerate(rows, 1):
        by = next((mine.slug for theirs, mine in zip(above, values, strict=False) if theirs.value != mine.value), "")
        if above and bool(above[-1].value) != bool(values[-1].value):
            by = CAME
        rank = answer[-1].rank if above and not by else place
        played = sum(one.came for one in each)
        answer.append(Standing(id, rank, values[0], values[1:], played, by, tuple(shown(one.total) for one in each)))
        above = values
    return answer


def _values(each: Collection[TableResult]) -> tuple[Value, ...]:
    total = _total(each)
    won, played = sum(one.is_won for one in each), sum(one.came for one in each)
    return Value(TOTAL, total, shown(total)), Value(WON, won, str(won)), Value(TABLES, played, str(played))


def _key(values: tuple[Value, ...]) -> tuple[Fraction | int, ...]:
    total, won, played = values
    return -(played.value > 0), -total.value, -won.value, played.value
