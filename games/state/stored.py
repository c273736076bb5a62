"""The deals and moves of a match, wherever they are kept: in rows while it is played, later packed into one.

Everything that shows or checks matches reads them here. Packed matches are public: all their tiles are known. Packed
times are exact to the tenth of a second.
"""

from __future__ import annotations

import json
import lzma
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import groupby
from typing import Any

from games.models import Deal, Move, PackedMatch

FORMAT = 1
MOMENT = timedelta(milliseconds=100)
FILTERS = [{"id": lzma.FILTER_LZMA2, "dict_size": 1 << 16, "lc": 0, "pb": 0, "mode": lzma.MODE_NORMAL, "nice_len": 273}]
"""Part of the format: never change them."""

TILES = [f"{high}-{low}" for high in range(13) for low in range(high + 1)]
"""Each of these is written as a single byte outside ASCII. Also part of the format."""
BYTES = {tile.encode(): bytes([128 + number]) for number, tile in enumerate(TILES)}
TILE = re.compile(rb"\b(?:1[0-2]|\d)-(?:1[0-2]|\d)\b")
BYTE = re.compile(rb"[\x80-\xff]")
SPACE, NO_SPACE = re.compile(rb"(?<=[\x80-\xff]) (?=[\x80-\xff])"), re.compile(rb"(?<=[\x80-\xff])(?=[\x80-\xff])")
"""Between two tiles of a deck."""


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """All deals and moves of a match, in order. Whether they were rows or packed makes no difference."""

    deals: list[Deal]
    moves: list[Move]

    @property
    def decks(self) -> dict[int, str]:
        return {deal.number: deal.deck for deal in self.deals}


def read_match(table_id: str) -> StoredMatch:
    """Return the stored deals and moves of a match, with two queries."""
    deals = list(Deal.objects.filter(table=table_id).order_by("number"))
    moves = list(Move.objects.filter(table=table_id).order_by("ply")) if deals else []
    if not moves and (packed := PackedMatch.objects.filter(pk=table_id).first()):
        return unpack(packed)
    return StoredMatch(deals, moves)


def read_packed_matches(table_ids: Collection[str]) -> dict[str, StoredMatch]:
    """Return the packed matches among these, with one query; those that are still rows are left out."""
    return {packed.table_id: unpack(packed) for packed in PackedMatch.objects.filter(pk__in=table_ids)}


def pack(table_id: str, match: StoredMatch) -> PackedMatch:
    """Return an unsaved row that holds the match."""
    start = match.moves[0].played_at if match.moves else datetime.fromtimestamp(0, UTC)
    at = [(move.played_at - start) // MOMENT for move in match.moves]
    written = {
        "format": FORMAT,
        "deals": [[one.number, one.deck, one.first, one.reason, one.scores] for one in match.deals],
        "moves": "|".join(move.text for move in match.moves),
        "seats": _in_runs(move.seat for move in match.moves),
        "by": _in_runs(move.by for move in match.moves),
        "dealt": _in_runs(move.deal for move in match.moves),
        "at": start.isoformat(),
        "times": [now - before for before, now in zip([0, *at], at, strict=False)],
    }
    content = json.dumps(written, separators=(",", ":")).encode()
    short = SPACE.sub(b"", TILE.sub(lambda found: BYTES.get(found[0], found[0]), content))
    return PackedMatch(table_id=table_id, content=lzma.compress(short, lzma.FORMAT_RAW, filters=FILTERS))


def unpack(packed: PackedMatch) -> StoredMatch:
    """Return the match as if it were read from rows."""
    short = lzma.decompress(bytes(packed.content), lzma.FORMAT_RAW, filters=FILTERS)
    content = BYTE.sub(lambda found: TILES[found[0][0] - 128].encode(), NO_SPACE.sub(b" ", short))
    written: dict[str, Any] = json.loads(content)
    deals = [
        Deal(table_id=packed.table_id, number=number, deck=deck, first=first, reason=reason, scores=scores)
        for number, deck, first, reason, scores in written["deals"]
    ]
    return StoredMatch(deals, list(_moves(packed.table_id, written)))


def _moves(table_id: str, written: dict[str, Any]) -> Iterator[Move]:
    at = datetime.fromisoformat(written["at"])
    seats, by, dealt = (_out_of_runs(written[one]) for one in ("seats", "by", "dealt"))
    rows = zip(written["moves"].split("|"), seats, by, dealt, written["times"], strict=True)
    for ply, (text, seat, who, deal, after) in enumerate(rows):
        at += after * MOMENT
        yield Move(table_id=table_id, ply=ply, deal=deal, seat=seat, text=text, by=who, played_at=at)


def is_same(one: StoredMatch, other: StoredMatch) -> bool:
    """Return whether both are the same match, comparing times to the tenth of a second."""
    return _plain(one) == _plain(other)


def _plain(match: StoredMatch) -> tuple[list[Any], list[Any]]:
    deals = [(one.number, one.deck, one.first, one.reason, one.scores) for one in match.deals]
    start = match.moves[0].played_at if match.moves else None
    moves = [
        (one.ply, one.deal, one.seat, one.text, str(one.by), start and (one.played_at - start) // MOMENT)
        for one in match.moves
    ]
    return deals, [start, *moves]


def _in_runs(values: Iterator[Any]) -> list[Any]:
    """Return the values run-length encoded."""
    runs = [(value, len(list(run))) for value, run in groupby(values)]
    return [value if many == 1 else [value, many] for value, many in runs]


def _out_of_runs(runs: Sequence[Any]) -> Iterator[Any]:
    for run in runs:
        value, many = run if isinstance(run, list) else (run, 1)
        for _ in range(many):
            yield value
