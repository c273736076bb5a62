"""The tables of the lobby: the public ones, which are cached for all visitors, and the reader's own."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q
from django.template.loader import render_to_string
from django.utils.translation import get_language

from accounts.models import Player
from accounts.standing import kept_apart
from clubs.models import Club
from games.models import Seat, Table, TableQuerySet
from games.pages.labels import described, span
from games.state.live_tables import Sitter

MOST_SHOWN = 40
FRESH_SECONDS = 1.0
"""How old the public rows may get; lobby.js waits as long after a change before it fetches."""

UNFINISHED = [Table.Status.OPEN, Table.Status.RUNNING]
SLOW = 3600
"""Seconds per move from which on people do not sit and wait, so the row says when the next move is due."""


@dataclass(frozen=True, slots=True)
class Row:
    """A table, ready to be shown; `seat` is the reader's own, if shown to a player of the table."""

    table: Table
    sitters: list[Sitter]
    seat: int | None = None

    @classmethod
    def of(cls, table: Table, reader: Player | None = None) -> Row:
        seats = list(table.seats.all())
        own = next((seat.number for seat in seats if reader and seat.player_id == reader.pk), None)
        return cls(table, [Sitter.of(seat) for seat in seats], own)

    @property
    def match(self) -> str:
        return described(self.table.rules, self.table.seat_count, self.table.options)

    @property
    def pace(self) -> str:
        return span(self.table.seconds)

    @property
    def free(self) -> int:
        return sum(sitter.is_free for sitter in self.sitters)

    @property
    def shared_connections(self) -> set[str]:
        """Return the connections from which more than one person has sat down."""
        counted = Counter(sitter.connection for sitter in self.sitters if sitter.connection)
        return {connection for connection, count in counted.items() if count > 1}

    @property
    def on_turn(self) -> Sitter | None:
        return None if self.table.turn is None else self.sitters[self.table.turn]

    @property
    def is_my_turn(self) -> bool:
        return self.seat is not None and self.table.turn == self.seat

    @property
    def is_slow(self) -> bool:
        return self.table.seconds >= SLOW

    @property
    def urgency(self) -> tuple[bool, bool, float]:
        """Return a sort key: my turn first, then by when the next move is due."""
        due_at = self.table.due_at.timestamp() if self.table.due_at else float("inf")
        return not self.is_my_turn, self.table.status != Table.Status.RUNNING, due_at


def own_rows(player: Player) -> list[Row]:
    mine = Seat.objects.filter(player=player, left=False, table__status__in=UNFINISHED).values("table")
    tables = Table.objects.filter(pk__in=mine).with_people()
    return sorted((Row.of(table, player) for table in tables), key=lambda row: row.urgency)


def kept_away(player: Player) -> set[str]:
    """Return the ids of open tables with somebody who blocks the player or is blocked by the player."""
    seats = Seat.objects.filter(player__in=kept_apart(player), table__status=Table.Status.OPEN)
    return set(seats.values_list("table", flat=True))


def club_rows(player: Player, own: Iterable[str]) -> list[Row]:
    """Return the tables of the player's clubs except the player's `own` ones, newest first."""
    tables = Table.objects.for_members().filter(club__in=Club.objects.of(player), status__in=UNFINISHED)
    newest = tables.exclude(pk__in=list(own)).with_people().order_by("-opened_at")[:MOST_SHOWN]
    return [row for row in map(Row.of, newest) if row.free or row.table.status == Table.Status.RUNNING]


@dataclass(frozen=True, slots=True)
class Board:
    """The public tables as HTML, by table id, newest first."""

    open: dict[str, str]
    running: dict[str, str]

    def without(self, own: Iterable[str]) -> Board:
        return Board(_without(self.open, own), _without(self.running, own))


def _without(rows: dict[str, str], ids: Iterable[str]) -> dict[str, str]:
    return {key: html for key, html in rows.items() if key not in ids}


_boards: dict[str | None, tuple[float, Board]] = {}


def board() -> Board:
    """Return the public tables in the reader's language, from a cache that lasts for one second."""
    language, now = get_language(), time.monotonic()
    kept = _boards.get(language)
    if kept is None or now - kept[0] > FRESH_SECONDS:
        kept = _boards[language] = (now, _read_board())
    return kept[1]


def forget() -> None:
    _boards.clear()


def _read_board() -> Board:
    public = Table.objects.public()
    has_free_seat = Q(pk__in=Seat.objects.filter(player=None, bot="", table__status=Table.Status.OPEN).values("table"))
    return Board(
        open=_rendered(public.open().filter(has_free_seat), "games/_open_row.html"),
        running=_rendered(public.running(), "games/_running_row.html"),
    )


def _rendered(tables: TableQuerySet, template: str) -> dict[str, str]:
    newest = tables.with_people().order_by("-opened_at")[:MOST_SHOWN]
    return {table.pk: render_to_string(template, {"row": Row.of(table)}) for table in newest}
