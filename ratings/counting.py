"""Decides which matches count for ratings, and who finished where.

A match counts if it is over, its result stands, and its table is public or belongs to a club or a tournament; matches
by invitation are friendly. Only people who kept their seat from beginning to end are ranked: no bots, whether the
site's or players', no guests, and nobody whose seat was taken over by a bot or by somebody else. At least two must
remain. A match does not count while other tables still play with the same tiles.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from games.models import Seat, SeatStay, Table

Disregards = Callable[[Collection[str]], Collection[str]]
"""Returns those of the given tables (by id) whose result does not stand, for instance because it was corrected."""

DISREGARDING: list[Disregards] = []


def disregards(found: Disregards) -> Disregards:
    """Register a reason not to count matches."""
    DISREGARDING.append(found)
    return found


@dataclass(frozen=True, slots=True)
class Result:
    """A match that counts: the ids of the ranked players, and their places among themselves."""

    table: str
    finished_at: datetime
    players: tuple[int, ...]
    places: tuple[int, ...]


def results(tables: Sequence[Table]) -> Iterator[Result]:
    """Yield those of these finished tables that count, with a constant number of queries."""
    ids = [table.pk for table in tables if _may_count(table)]
    out = {table_id for found in DISREGARDING for table_id in found(ids)} if ids else set()
    ranked = _ranked([one for one in ids if one not in out])
    for table in tables:
        seats = ranked.get(table.pk, {})
        if len(seats) > 1 and table.finished_at is not None:
            places = _places(table, sorted(seats))
            yield Result(table.pk, table.finished_at, tuple(seats[seat] for seat in sorted(seats)), tuple(places))


def _may_count(table: Table) -> bool:
    is_friendly = table.visibility == Table.Visibility.INVITED
    return table.result is not None and table.voided_at is None and not is_friendly and not table.is_sealed


def _ranked(tables: Collection[str]) -> dict[str, dict[int, int]]:
    """Return for each table the ids of the ranked players by seat."""
    stays = SeatStay.objects.filter(table__in=tables).values_list("table", "seat")
    changed = {seat for seat, many in Counter(stays).items() if many > 1}
    seats = Seat.objects.filter(table__in=tables, player__is_guest=False, player__is_bot=False, away=False, left=False)
    found: dict[str, dict[int, int]] = {}
    for table, number, player in seats.values_list("table", "number", "player"):
        if (table, number) not in changed and player is not None:
            found.setdefault(table, {})[number] = player
    return found


def _places(table: Table, seats: Iterable[int]) -> list[int]:
    """Return the places of these seats among themselves: winners first, then by points."""
    assert table.result is not None
    sign, winners = (-1 if table.rules.high_wins else 1), table.result["winners"]
    keys = [(seat not in winners, sign * table.result["totals"][seat]) for seat in seats]
    return [1 + sum(other < key for other in keys) for key in keys]
