"""The tables of the lobby: the public ones, which are cached for all visitors, and the reader's own."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable
from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from accounts import names
from accounts.models import Player
from accounts.standing import kept_apart
from clubs.models import Club
from common.database.compiled import compiled_once, padded
from games.models import Seat, Table, TableQuerySet
from games.pages.labels import described, span
from games.state.live_tables import Sitter

MOST_SHOWN = 40
FRESH_SECONDS = 1.0
"""How old the public rows may get; lobby.js waits this long after a change before it fetches."""

MOST_KEPT = 2000
"""The most rendered rows in memory; when the limit is reached, all are dropped."""

UNFINISHED = [Table.Status.OPEN, Table.Status.RUNNING]
SLOW = 3600
"""From this many seconds per move on, people do not sit and wait, so the row says when the next move is due."""


TABLE = (
    *("game", "rules_version", "seat_count", "options", "seconds", "status", "turn", "due_at", "opened_at"),
    *("visibility", "admits_bots", "occasion", "owner__username", "club__name", "club__slug"),
)
SEAT = (
    *("table", "number", "player", "bot", "name", "away", "missed", "left", "ready"),
    *("contribution", "contributed", "connection"),
)
SITTER = ("username", "is_bot", "auto_draw")
"""What rows need of a table, its seats and their players; the rest of these long rows stays in the database."""


@dataclass(frozen=True, slots=True)
class Row:
    """A table, ready to be shown; `seat` is the reader's own, if the reader plays there."""

    table: Table
    sitters: list[Sitter]
    seat: int | None = None

    @classmethod
    def of(cls, table: Table, reader: Player | None = None) -> Row:
        sitters = [Sitter.of(seat) for seat in table.seats.all()]
        own = next((one.number for one in sitters if reader and one.player_id == reader.pk), None)
        return cls(table, sitters, own)

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
    def is_for_people(self) -> bool:
        """Return whether two people or more play here, or may sit down: only then the match may count for ratings."""
        return sum(sitter.is_free or not sitter.is_bot for sitter in self.sitters) > 1

    @property
    def may_be_rated(self) -> bool:
        """Return whether the match may count for the ratings (docs/ratings.md)."""
        return self.is_for_people and not self.table.is_private

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
    def is_away(self) -> bool:
        return self.seat is not None and self.sitters[self.seat].away

    @property
    def needs_reader(self) -> bool:
        """Return whether the match starts now, waits for the reader's move, or goes on without the reader."""
        if self.table.status == Table.Status.OPEN:
            return not self.free
        return self.is_my_turn or self.is_away

    @property
    def others(self) -> str:
        """Return the names of those with whom the reader sits at the table."""
        others = (one for one in self.sitters if one.number != self.seat and not one.is_free)
        return ", ".join(names.shown(one.name) for one in others)

    @property
    def is_slow(self) -> bool:
        return self.table.seconds >= SLOW

    @property
    def to_join(self) -> SafeString:
        return self._html("games/_open_row.html")

    @property
    def to_watch(self) -> SafeString:
        return self._html("games/_running_row.html")

    @property
    def words(self) -> SafeString:
        """Return what the row says about the table and its people, but not about the state of the match."""
        return self._html("games/_own_words.html")

    def _html(self, template: str) -> SafeString:
        """Return the row in the reader's language, from a cache whose key is everything that the row shows."""
        table, club = self.table, self.table.club
        match = table.game, table.rules_version, table.seat_count, repr(table.options), table.seconds
        about = table.visibility, table.admits_bots, table.occasion, table.owner.username, club and club.name
        people = tuple((one.name, one.is_bot, one.is_free) for one in self.sitters)
        key = template, get_language(), table.pk, match, about, people, self.seat is None
        found = _rendered.get(key)
        if found is None:
            if len(_rendered) >= MOST_KEPT:
                _rendered.clear()
            found = _rendered[key] = render_to_string(template, {"row": self})
        return found

    @property
    def urgency(self) -> tuple[bool, bool, float]:
        """Return a sort key: my turn first, then by when the next move is due."""
        due_at = self.table.due_at.timestamp() if self.table.due_at else float("inf")
        return not self.is_my_turn, self.table.status != Table.Status.RUNNING, due_at


_rendered: dict[Hashable, SafeString] = {}


def rows_of(tables: Collection[Table], reader: Player | None = None) -> list[Row]:
    return [Row.of(table, reader) for table in with_seats(tables)]


def with_seats(tables: Collection[Table]) -> Collection[Table]:
    """Fetch the seats of all these tables together, with the columns that rows show; return the tables."""
    seats: defaultdict[str, list[Seat]] = defaultdict(list)
    for seat in _seats_at(*padded([table.pk for table in tables])) if tables else []:
        seats[seat.table_id].append(seat)
    for table in tables:
        table.set_prefetched_seats(seats[table.pk])
    return tables


@compiled_once
def _seats_at(*tables: str) -> QuerySet[Seat]:
    seats = Seat.objects.filter(table__in=tables).select_related("player").order_by("number")
    return seats.only(*SEAT, *(f"player__{column}" for column in SITTER))


def own_rows(player: Player) -> list[Row]:
    return sorted(rows_of(_tables_of(player.pk), player), key=lambda row: row.urgency)


def row_elsewhere(player: Player) -> Row | None:
    """Return the table to which a player on another page is called back: the one that needs the player most, and
    rather one with other people than one with bots alone.

    Slow tables remind by notices, and tournaments have a bar of their own."""
    rows = [row for row in own_rows(player) if not row.is_slow and row.table.visibility != Table.Visibility.SET]
    return min(rows, key=lambda row: (not row.needs_reader, not row.is_for_people, row.urgency), default=None)


@compiled_once
def _tables_of(player: int) -> QuerySet[Table]:
    mine = Seat.objects.filter(player=player, left=False, table__status__in=UNFINISHED).values("table")
    return listed(Table.objects.filter(pk__in=mine))


def listed(tables: TableQuerySet) -> TableQuerySet:
    """Fetch only those columns of tables that rows show."""
    return tables.select_related("owner", "club").only(*TABLE)


def tables_with_blocked(player: Player) -> set[str]:
    """Return the ids of open tables with somebody who blocks the player or is blocked by the player."""
    apart = kept_apart(player)
    return set(_open_tables_with(*padded(apart))) if apart else set()


@compiled_once
def _open_tables_with(*players: int) -> QuerySet[Seat, str]:
    seats = Seat.objects.filter(player__in=players, table__status=Table.Status.OPEN)
    return seats.order_by().values_list("table", flat=True)


def club_rows(player: Player, own: Collection[str]) -> list[Row]:
    """Return the tables of the player's clubs except the player's `own` ones, newest first."""
    rows = rows_of(_tables_of_clubs(player.pk, *padded(own or [""])))
    return [row for row in rows if row.free or row.table.status == Table.Status.RUNNING]


@compiled_once
def _tables_of_clubs(player: int, *own: str) -> QuerySet[Table]:
    clubs = Club.objects.filter(memberships__player=player)
    tables = Table.objects.for_members().filter(club__in=clubs, status__in=UNFINISHED)
    return listed(tables.exclude(pk__in=own)).order_by("-opened_at")[:MOST_SHOWN]


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
    return Board(
        open={row.table.pk: row.to_join for row in rows_of(_open_to_all())},
        running={row.table.pk: row.to_watch for row in rows_of(_running_before_all())},
    )


@compiled_once
def _open_to_all() -> QuerySet[Table]:
    has_free_seat = Q(pk__in=Seat.objects.filter(player=None, bot="", table__status=Table.Status.OPEN).values("table"))
    return _newest(Table.objects.public().open().filter(has_free_seat))


@compiled_once
def _running_before_all() -> QuerySet[Table]:
    return _newest(Table.objects.public().running())


def _newest(tables: TableQuerySet) -> TableQuerySet:
    return listed(tables).order_by("-opened_at")[:MOST_SHOWN]
