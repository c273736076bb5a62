"""Decides which matches count for ratings, and who finished where.

A match counts if it is over, its result stands, and its table is public or belongs to a club or a tournament; matches
by invitation are friendly. People are ranked by the result if they kept their seat from beginning to end, and last if
they have left for good or are away at the end. Not ranked are bots, whether the site's or players', guests, players
whose seat was given to a bot or to somebody else, and those who were gone without ever having made a move. At least two
must remain, one of whom has stayed. A match does not count while other tables still play with the same tiles.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from games.models import Move, Seat, SeatStay, Table
from games.state.stored import read_packed_matches

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


@dataclass(frozen=True, slots=True)
class Ranked:
    """The ids of the ranked players of a match by seat: those who stayed, and those who were gone at the end."""

    stayed: dict[int, int] = field(default_factory=dict)
    gone: dict[int, int] = field(default_factory=dict)


def results(tables: Sequence[Table]) -> Iterator[Result]:
    """Yield those of these finished tables that count, with a constant number of queries."""
    ids = [table.pk for table in tables if _may_count(table)]
    out = {table_id for found in DISREGARDING for table_id in found(ids)} if ids else set()
    ranked = _ranked([one for one in ids if one not in out])
    for table in tables:
        one = ranked.get(table.pk, Ranked())
        seats = one.stayed | one.gone
        if len(seats) > 1 and table.finished_at is not None:
            places = _places(table, sorted(seats), one.gone)
            yield Result(table.pk, table.finished_at, tuple(seats[seat] for seat in sorted(seats)), tuple(places))


def _may_count(table: Table) -> bool:
    is_friendly = table.visibility == Table.Visibility.INVITED
    return table.result is not None and table.voided_at is None and not is_friendly and not table.is_sealed


def _ranked(tables: Collection[str]) -> dict[str, Ranked]:
    """Return the ranked players of those tables where somebody has stayed."""
    stays: dict[tuple[str, int], list[int | None]] = {}
    for table, seat, player in SeatStay.objects.filter(table__in=tables).values_list("table", "seat", "player"):
        stays.setdefault((table, seat), []).append(player)
    found: dict[str, Ranked] = {}
    people = Seat.objects.filter(table__in=tables, player__is_guest=False, player__is_bot=False)
    for table, seat, player, *is_gone in people.values_list("table", "number", "player", "away", "left"):
        had_it = stays.get((table, seat), [player])
        if any(is_gone) and had_it[0] == player and set(had_it) <= {player, None}:
            found.setdefault(table, Ranked()).gone[seat] = player
        elif not any(is_gone) and had_it == [player]:
            found.setdefault(table, Ranked()).stayed[seat] = player
    return _without_absentees({table: one for table, one in found.items() if one.stayed})


def _without_absentees(found: dict[str, Ranked]) -> dict[str, Ranked]:
    """Leave out those who were gone at the end and have never made a move."""
    have_moved = _seats_with_moves([table for table, one in found.items() if one.gone])
    return {
        table: Ranked(one.stayed, {seat: who for seat, who in one.gone.items() if (table, seat) in have_moved})
        for table, one in found.items()
    }


def _seats_with_moves(tables: Collection[str]) -> set[tuple[str, int]]:
    """Return the seats of these tables, with the table's id, whose players have made a move themselves."""
    own = Move.objects.filter(table__in=tables, by=Move.By.PLAYER)
    packed = read_packed_matches(tables).items()
    return {
        *own.values_list("table", "seat").distinct(),
        *((table, move.seat) for table, match in packed for move in match.moves if move.by == Move.By.PLAYER),
    }


def _places(table: Table, seats: Iterable[int], gone: Collection[int]) -> list[int]:
    """Return the places of these seats among themselves: winners first, then by points, and those who are gone last."""
    assert table.result is not None
    sign, winners, totals = (-1 if table.rules.high_wins else 1), table.result["winners"], table.result["totals"]
    last = (True, True, 0)
    keys = [last if seat in gone else (False, seat not in winners, sign * totals[seat]) for seat in seats]
    return [1 + sum(other < key for other in keys) for key in keys]
