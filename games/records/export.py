"""The record of a match: everything needed to replay and verify it."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from games.models import Chain, Deal, Move, Seat, Table
from games.rules import shuffle
from games.rules.records.record import FORMAT
from games.state.live_tables import name_of
from games.state.stored import read_match

Record = dict[str, Any]


def record_of(table: Table) -> Record:
    """Return the public record. Raises ValueError while the match is running, since a record reveals all hands."""
    if table.status != Table.Status.FINISHED:
        raise ValueError(f"the match at table {table.pk} is not over")
    return stored(table) | {
        "table": table.pk,
        "rules_version": table.rules_version,
        "seconds": table.seconds,
        "players": [_player(seat) for seat in table.seats.all()],
        "opened_at": table.opened_at.isoformat(),
        "started_at": table.started_at.isoformat() if table.started_at else None,
        "finished_at": table.finished_at.isoformat() if table.finished_at else None,
    }


def stored(table: Table) -> Record:
    """Return the record so far, including decks still in play. For internal use, never for readers."""
    record = {
        "format": FORMAT,
        "game": table.game,
        "rules": table.rules_version,
        "seats": table.seat_count,
        "options": table.options,
        "fair": _fair(table),
        "deals": _deals(table),
    }
    return record if table.result is None else record | {"result": table.result}


def _deals(table: Table) -> list[Record]:
    match, moves = read_match(table.pk), defaultdict(list)
    for move in match.moves:
        moves[move.deal].append(move)
    links = links_of(table.chain, len(match.deals))
    return [_deal(deal, moves[deal.number], link) for deal, link in zip(match.deals, links, strict=True)]


def _deal(deal: Deal, moves: list[Move], link: bytes) -> Record:
    written = {
        "number": deal.number,
        "deck": deal.deck.split(),
        "first": deal.first,
        "moves": [[move.seat, move.text] for move in moves],
        "by": [move.by for move in moves],
        "link": link.hex(),
    }
    return written | {"result": {"reason": deal.reason, "scores": deal.scores}} if deal.reason else written


def links_of(chain: Chain, count: int) -> list[bytes]:
    """Return links 1 to `count`, derived backwards from the last one."""
    if not count:
        return []
    links = [shuffle.link(bytes(chain.secret), chain.length, count)]
    while len(links) < count:
        links.append(shuffle.hash_times(links[-1], 1))
    return links[::-1]


def _fair(table: Table) -> Record:
    return {
        "scheme": shuffle.SCHEME,
        "anchor": table.chain.anchor,
        "contributions": [seat.contribution for seat in table.seats.all()],
    }


def _player(seat: Seat) -> Record:
    return {"name": name_of(seat), "bot": seat.bot}
