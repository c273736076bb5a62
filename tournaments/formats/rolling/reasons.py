"""Explanations at rolling tables: an entrant's table, their place, and how to improve it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tournaments.formats.event import Event, PlayedTable, Standing
from tournaments.formats.rolling.points import (
    ROW,
    TABLES,
    WINNER,
    WON,
    TableResult,
    standings,
    table_results,
    tables_of,
)
from tournaments.formats.sentence import Gap, Sentence, Who, gettext_noop
from tournaments.formats.tables.reasons import FIRST, LEADING, NO_RESULT, PLACE
from tournaments.formats.tables.standings import shown
from tournaments.formats.tables.texts import YOU_MET, YOU_MET_NONE, whos

NO_TABLE = gettext_noop("You have not sat at any table yet.")
FREE_TOGETHER = gettext_noop("You were free at the same time as {who}.")
NOT_PLAYED = gettext_noop("You have finished no table yet: you rank behind everybody who has.")
BROUGHT = gettext_noop("Your tables, in order, brought: {amounts}.")
BONUS = gettext_noop("Of that, for winning three or more in a row: {bonus}.")
NOBODY_CAME = gettext_noop("Tables to which you did not come: {count}. They bring nothing, and end a row of wins.")
LEVEL = gettext_noop("Others have the same total, tables won and tables played: you share the place.")
WON_MORE = gettext_noop("{who} has the same total and has won more tables.")
NEEDED_FEWER = gettext_noop("{who} has the same total and as many tables won, but needed fewer tables.")
BEHIND = gettext_noop("{who} is first. To pass them you need more than {difference} points beyond what they still get.")
IN_A_ROW = gettext_noop("You have won your last {row} tables: your next win brings {points} points.")
A_WIN = gettext_noop("A table won brings {points} points, and from the third in a row on {more}.")


def why_this_table(event: Event, entrant: int) -> list[Sentence]:
    """Explain the entrant's last table."""
    own = [table for table in tables_of(event) if entrant in table.entrants]
    if not own:
        return [Sentence(NO_TABLE)]
    others = [id for id in own[-1].entrants if id != entrant]
    met = [id for id in others if _have_met(own[:-1], id)]
    again = Sentence(YOU_MET, {"who": whos(met)}) if met else Sentence(YOU_MET_NONE)
    return [Sentence(FREE_TOGETHER, {"who": whos(others)}), again]


def _have_met(earlier: Sequence[PlayedTable], other: int) -> bool:
    return any(other in table.entrants for table in earlier)


def why_this_rank(event: Event, entrant: int) -> list[Sentence]:
    rows, own = standings(event), table_results(event)[entrant]
    at = next(at for at, row in enumerate(rows) if row.entrant == entrant)
    if not any(row.played for row in rows):
        return [Sentence(NO_RESULT)]
    if not rows[at].played:
        return [Sentence(NOT_PLAYED), *_not_come(own)]
    return [_place(rows, at), *_from_tables(own), *_not_come(own), *_beside(rows, at)]


def _place(rows: Sequence[Standing], at: int) -> Sentence:
    gaps: dict[str, Gap] = {"place": rows[at].rank, "all": len(rows), "score": rows[at].score.shown}
    return Sentence(FIRST if rows[at].rank == 1 else PLACE, gaps)


def _from_tables(own: Sequence[TableResult]) -> Iterator[Sentence]:
    yield Sentence(BROUGHT, {"amounts": ", ".join(shown(one.total) for one in own)})
    bonus = sum(one.bonus for one in own)
    if bonus:
        yield Sentence(BONUS, {"bonus": bonus})


def _not_come(own: Sequence[TableResult]) -> Iterator[Sentence]:
    missed = sum(not one.came for one in own)
    if missed:
        yield Sentence(NOBODY_CAME, {"count": missed})


def _beside(rows: Sequence[Standing], at: int) -> Iterator[Sentence]:
    """Say what decides between the entrant and others with the same total."""
    if sum(row.rank == rows[at].rank for row in rows) > 1:
        yield Sentence(LEVEL)
    elif at and rows[at].by in (WON, TABLES):
        above = Who(rows[at - 1].entrant)
        yield Sentence(WON_MORE if rows[at].by == WON else NEEDED_FEWER, {"who": above})


def what_is_needed(event: Event, entrant: int) -> list[Sentence]:
    rows, own = standings(event), table_results(event)[entrant]
    mine = next(row for row in rows if row.entrant == entrant)
    row = own[-1].row if own else 0
    if row >= ROW - 1:
        win = Sentence(IN_A_ROW, {"row": row, "points": WINNER + 1})
    else:
        win = Sentence(A_WIN, {"points": WINNER, "more": WINNER + 1})
    return [*_distance(rows, mine), win]


def _distance(rows: Sequence[Standing], mine: Standing) -> Iterator[Sentence]:
    """Say how far behind the leader the entrant is, or how far ahead as the sole leader."""
    first, *others = rows
    if not first.played:
        return
    if mine.rank > 1:
        difference = shown(first.score.value - mine.score.value)
        yield Sentence(BEHIND, {"who": Who(first.entrant), "difference": difference})
    elif others and others[0].rank > 1 and first.score.value > others[0].score.value:
        difference = shown(first.score.value - others[0].score.value)
        yield Sentence(LEADING, {"who": Who(others[0].entrant), "difference": difference})
