"""What was played: the results of all seats, replayed from the records of the tables."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from games.models import Table
from games.records.export import record_of
from games.rules.records import record
from tournaments.models import Place, Round, Tournament


class Wrong(Exception):
    """The stored data cannot be counted."""


@dataclass(frozen=True)
class Sat:
    """An entry on a seat, and its result; `others` sat there too, in the order of their seats."""

    entry: int
    seat: int
    points: int
    deals: list[int]
    won: bool
    shared: bool
    settlement: int
    others: list[Sat] = field(default_factory=list, repr=False)
    """Filled in when the table is complete."""

    @property
    def other(self) -> Sat:
        assert len(self.others) == 1
        return self.others[0]


@dataclass
class Played:
    """A round: its tables, each a list of seats in order, and its byes."""

    tables: list[list[Sat]] = field(default_factory=list)
    byes: set[int] = field(default_factory=set)

    def of(self, entry: int) -> Sat | None:
        return next((sat for table in self.tables for sat in table if sat.entry == entry), None)


def replayed(table: Table) -> list[Sat]:
    """Return the result of each seat, without entries. Raises Wrong if the record violates the rules."""
    written = record_of(table)
    problems = record.check(written)
    if problems:
        raise Wrong(f"table {table.pk}: {problems}")
    match = record.load(written)
    if match.result is None:
        raise Wrong(f"table {table.pk}: the record has no end")
    totals, winners = match.result.totals, match.result.winners
    counted = [deal.result.scores for deal in match.deals if deal.result and deal.result.reason != "void"]
    return [
        Sat(
            entry=0,
            seat=seat,
            points=own,
            deals=[scores[seat] for scores in counted],
            won=tuple(winners) == (seat,),
            shared=seat in winners and len(winners) > 1,
            settlement=sum(other - own for other in totals),  # KD2
        )
        for seat, own in enumerate(totals)
    ]


def rounds_of(tournament: Tournament) -> list[Played]:
    """Return all finished rounds in order. Raises Wrong if a board has no finished match."""
    rounds: list[Played] = []
    for number, round_ in enumerate(tournament.played_rounds.order_by("number"), 1):
        if round_.number != number:
            raise Wrong(f"round {number} is missing")
        if round_.status == Round.Status.FINISHED:
            rounds.append(_round(round_))
    return rounds


def _round(round_: Round) -> Played:
    places = Place.objects.filter(round=round_).select_related("board__table__chain")
    seats: defaultdict[Table, dict[int, int]] = defaultdict(dict)
    played = Played()
    for place in places.order_by("board__number", "seat"):
        if place.board is None:
            played.byes.add(place.entry_id)
            continue
        if place.board.table is None or place.board.is_corrected:
            raise Wrong(f"board {place.board} has no match, or its result was corrected by hand")
        assert place.seat is not None
        seats[place.board.table][place.seat] = place.entry_id
    for table, sitting in seats.items():
        brought = replayed(table)
        if sorted(sitting) != list(range(len(brought))):
            raise Wrong(f"table {table.pk}: the seats {sorted(sitting)} are taken, not all {len(brought)}")
        complete = [_with_entry(sat, sitting[sat.seat]) for sat in brought]
        for sat in complete:
            sat.others.extend(other for other in complete if other is not sat)
        played.tables.append(complete)
    return played


def _with_entry(sat: Sat, entry: int) -> Sat:
    return Sat(entry, sat.seat, sat.points, sat.deals, sat.won, sat.shared, sat.settlement)
