"""Checks of a stored table against the rules: replaying its record, and comparing every column that follows from it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.models import Table
from games.records.export import stored
from games.rules import Match, shuffle
from games.rules.records import record
from games.state.stored import read_match

Status = Table.Status


def problems_of(table: Table) -> Iterator[str]:
    """Yield a sentence for each problem. Deals and moves are counted from 1, `ply` from 0, as it is stored."""
    yield from _problems_of_seats(table)
    yield from _problems_of_anchor(table)
    yield from _problems_of_plies(table)
    written = stored(table)
    yield from record.check(written)
    try:
        match = record.load(written)
    except record.RecordError:
        return
    yield from _problems_of_columns(table, match)


def _problems_of_seats(table: Table) -> Iterator[str]:
    seats = list(table.seats.order_by("number"))
    if [seat.number for seat in seats] != list(range(table.seat_count)):
        yield f"seats: found {[seat.number for seat in seats]}, not 0 to {table.seat_count - 1}"
    if table.status in (Status.RUNNING, Status.FINISHED):
        yield from (f"seat {seat.number}: nobody sits there" for seat in seats if seat.is_free)


def _problems_of_anchor(table: Table) -> Iterator[str]:
    chain = table.chain
    if shuffle.link(bytes(chain.secret), chain.length, 0).hex() != chain.anchor:
        yield "anchor: it does not follow from the chain's secret"


def _problems_of_plies(table: Table) -> Iterator[str]:
    """Check that plies have no gaps and that deals follow one another; a record alone would not show that."""
    match = read_match(table.pk)
    deals, latest = {deal.number for deal in match.deals}, 1
    for expected, (ply, deal) in enumerate((move.ply, move.deal) for move in match.moves):
        if ply != expected:
            yield f"ply {expected}: missing, {ply} comes next"
            return
        if deal < latest or deal not in deals:
            yield f"ply {ply}: it cannot belong to deal {deal}"
            return
        latest = deal


def _problems_of_columns(table: Table, match: Match) -> Iterator[str]:
    turn = None if match.deal is None or match.deal.result else match.deal.turn
    yield from _difference("ply", stored=table.ply, replayed=sum(len(deal.moves) for deal in match.deals))
    yield from _difference("deal number", stored=table.deal_number, replayed=len(match.deals))
    yield from _difference("turn", stored=table.turn, replayed=turn)
    yield from _difference("totals", stored=table.totals, replayed=list(match.totals))
    yield from _problems_of_status(table, match)


def _problems_of_status(table: Table, match: Match) -> Iterator[str]:
    if match.result is not None:
        yield from _difference("status", stored=table.status, replayed=Status.FINISHED.value)
        if table.due_at is not None:
            yield "due at: the match is over, nothing is due"
    elif match.deals:
        if table.status == Status.CLOSED:
            return  # annulled
        yield from _difference("status", stored=table.status, replayed=Status.RUNNING.value)
        if table.due_at is None and not table.is_paused:
            yield "due at: the match goes on, but the house would never act"
    elif table.status not in (Status.OPEN, Status.CLOSED):
        yield f"status: stored is {table.status!r}, but no deal was ever dealt"


def _difference(what: str, *, stored: Any, replayed: Any) -> Iterator[str]:
    if stored != replayed:
        yield f"{what}: stored is {stored!r}, replayed {replayed!r}"
