"""A cache of the matches that this process serves, by (table, ply), rebuilt from the record when stale.

Nothing depends on the cache being right: every write checks it against the locked row first.
"""

from __future__ import annotations

import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.utils import timezone

from common.errors import UserError
from games.layout import Arrangement, Spot, arrange
from games.models import Deal, Move, Seat, Table
from games.rules import Match, read_move
from games.rules import Move as RulesMove
from games.rules.deal import Event
from games.rules.moves import MoveError
from games.rules.tiles import Tile
from games.state import move_sql
from games.state.message_types import Public
from games.state.move_sql import Row
from games.state.rooms import table_room
from games.state.stored import read_match
from games.state.turns import Due
from live.presence import present

UNKNOWN = -1
"""Marks seats that must be read again."""

PRESENCE_SECONDS = 3.0
"""Seconds for which a process trusts its list of who is present; when somebody comes or goes, it looks at once."""

BOT_NAMES = (
    *("Pip", "Dot", "Bones", "Ebony", "Ivory", "Boxcar"),
    *("Deuce", "Trey", "Spinner", "Rattle", "Shuffle", "Blank"),
)


def name_of(seat: Seat) -> str:
    """Return the display name of the seat's occupant, or an empty string."""
    if seat.player:
        return seat.player.username
    return seat.name or BOT_NAMES[seat.number % len(BOT_NAMES)] if seat.bot else ""


@dataclass(slots=True)
class Sitter:
    """The occupant of a seat, as far as playing and display need it."""

    number: int
    player_id: int | None
    name: str
    bot: str
    """The level of the house's bot, or empty."""
    is_bot: bool
    """True for bots of the house and for bots that players run."""
    away: bool
    missed: int
    left: bool
    ready: int
    auto_draw: bool
    contribution: str
    contributed: bool
    connection: str

    @classmethod
    def of(cls, seat: Seat) -> Sitter:
        player = seat.player
        return cls(
            number=seat.number,
            player_id=seat.player_id,
            name=name_of(seat),
            bot=seat.bot,
            is_bot=bool(seat.bot) or (player is not None and player.is_bot),
            away=seat.away,
            missed=seat.missed,
            left=seat.left,
            ready=seat.ready,
            auto_draw=player.auto_draw if player else False,
            contribution=seat.contribution,
            contributed=seat.contributed,
            connection=seat.connection,
        )

    @property
    def is_free(self) -> bool:
        return self.player_id is None and not self.bot

    @property
    def is_watched_by_player(self) -> bool:
        return self.player_id is not None and not self.left

    @property
    def is_played_by_the_house(self) -> bool:
        return bool(self.bot) or self.away or self.left


class LiveTable:
    """A table's match and layout as of `ply`, with its seats as of `seats_version`."""

    def __init__(self, table: Table) -> None:
        self.id = table.id
        self.seconds = table.seconds
        self.is_set = table.visibility == Table.Visibility.SET
        self.house_level = table.house_level
        self.opened_at = table.opened_at
        self.chain = table.chain
        self.match = Match(table.game, table.seat_count, table.options, table.rules_version)
        self.arrangement: Arrangement = arrange(self.match.rules.shape)
        self.spots: list[Spot] = []
        self.opening: list[Event] = []
        self.seats: list[Sitter] = []
        self.present: set[int] = set()
        """The ids of the players who have the table open, as of the last look."""
        self._looked_at = -math.inf
        self.status = Table.Status.OPEN.value
        self.is_paused = False
        self.is_sealed = table.is_sealed
        self.is_public = table.visibility == Table.Visibility.PUBLIC
        self.is_friendly = table.visibility == Table.Visibility.INVITED
        self.may_be_broken_off = table.visibility != Table.Visibility.SET
        self.ply = 0
        self.deal_number = 0
        self.seats_version = UNKNOWN
        self.due_at: datetime | None = None
        self.told: tuple[int, int, Public] | None = None
        """The deal and ply of the last move that this process announced, and what everyone knew after it."""

    @property
    def turn(self) -> int | None:
        """Return the seat on turn, or None before, between and after deals."""
        deal = self.match.deal
        return None if deal is None or deal.result else deal.turn

    @property
    def hands(self) -> list[list[Tile]]:
        """Return all hands as they are now; never send them to anyone who may not see them."""
        assert self.match.deal is not None
        return [hand.copy() for hand in self.match.deal.hands]

    def seat_of(self, player_id: int | None) -> int | None:
        if player_id is None:
            return None
        return next((sitter.number for sitter in self.seats if sitter.player_id == player_id and not sitter.left), None)

    def refresh_presence(self) -> None:
        self.present, self._looked_at = present(table_room(self.id)), time.monotonic()

    def refresh_presence_if_stale(self) -> None:
        """Refresh who is present, unless this was done a moment ago: usually all become ready at the same time."""
        if time.monotonic() - self._looked_at > PRESENCE_SECONDS:
            self.refresh_presence()

    @property
    def gives_hints(self) -> bool:
        """Return whether players may ask for hints: not in tournaments, and not where the match may count for ratings.

        Two people may be enough for that (see docs/ratings.md), even guests: they may register before the match ends.
        """
        people = sum(sitter.is_watched_by_player and not sitter.is_bot for sitter in self.seats)
        return self.is_friendly or not (self.is_set or people > 1)

    @property
    def row(self) -> Row:
        return Row(self.status, self.ply, self.deal_number, self.seats_version)

    def refresh(self) -> None:
        """Catch up with the database: one query if nothing has happened, at most four more otherwise.

        Raises Table.DoesNotExist, CorruptTableError.
        """
        self.catch_up(move_sql.read_row(self.id))

    def refresh_locked(self) -> None:
        """Refresh, and lock the table's row until the transaction ends."""
        self.catch_up(move_sql.lock_row(self.id))

    def catch_up(self, row: Row) -> None:
        """Bring the match and the seats up to this state of the table's row."""
        if row == self.row:
            return
        if row.seats_version != self.seats_version:
            seats = list(Seat.objects.filter(table=self.id).select_related("player", "table"))
            self.seats = [Sitter.of(seat) for seat in seats]
            self.is_paused, self.is_sealed = seats[0].table.is_paused, seats[0].table.is_sealed
        if (row.deal_number, row.ply) != (self.deal_number, self.ply):
            self._replay(row.deal_number, row.ply)
        self.status, self.seats_version = row.status, row.seats_version
        self.read_clock()

    def read_clock(self) -> None:
        self.due_at = Table.objects.values_list("due_at", flat=True).get(pk=self.id)

    def _replay(self, deal_number: int, ply: int) -> None:
        """Replay the moves up to `ply`, and no more: others may have been played since the row was read."""
        played = Move.objects.filter(table=self.id, ply__gte=self.ply, ply__lt=ply).order_by("ply")
        moves = list(played.values_list("deal", "text"))
        decks = dict(Deal.objects.filter(table=self.id, number__gt=self.deal_number).values_list("number", "deck"))
        if (deal_number > self.deal_number and not decks) or (ply > self.ply and not moves):  # packed meanwhile
            match = read_match(self.id)
            moves = [(move.deal, move.text) for move in match.moves if self.ply <= move.ply < ply]
            decks = match.decks
        try:
            for deal, text in moves:
                self._start_up_to(deal, decks)
                self.play(read_move(text))
            self._start_up_to(deal_number, decks)
        except (LookupError, RuntimeError, ValueError) as error:
            raise CorruptTableError(self.id) from error
        if (self.deal_number, self.ply) != (deal_number, ply):
            raise CorruptTableError(self.id)

    def _start_up_to(self, number: int, decks: dict[int, str]) -> None:
        while self.deal_number < number:
            self.start_deal(decks[self.deal_number + 1])

    def start_deal(self, deck: str) -> None:
        """Start the next deal with `deck`, its tiles separated by spaces."""
        deal = self.match.start_deal(deck.split())
        self.deal_number += 1
        self.opening = deal.opening
        self.arrangement = arrange(self.match.rules.shape)
        self.spots = []
        self._lay_out()

    def play(self, move: RulesMove) -> list[Event]:
        events = self.match.play(move)
        self.ply += 1
        self._lay_out()
        return events

    def _lay_out(self) -> None:
        assert self.match.deal is not None
        for laid in self.match.deal.layout[len(self.spots) :]:
            self.spots.append(self.arrangement.add(laid))


class CorruptTableError(Exception):
    """The stored moves and the table's row contradict each other: a bug, never a player's fault."""


class LiveTables:
    """An LRU cache of at most `size` live tables, each used by one thread at a time."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._tables: OrderedDict[str, LiveTable] = OrderedDict()
        self._lent: dict[str, LiveTable] = {}
        self._locks: dict[str, tuple[threading.Lock, int]] = {}
        self._guard = threading.Lock()

    @contextmanager
    def hold(self, table_id: str) -> Iterator[LiveTable]:
        """Give this thread exclusive use of a live table.

        A refusal leaves the table unchanged; after any other error it is dropped and will be rebuilt.
        """
        with self._locked(table_id):
            live = self._lend(table_id)
            try:
                yield live
            except (UserError, MoveError):
                live.seats_version = UNKNOWN  # a change of seats may have been rolled back
                self._keep(live)
                raise
            self._keep(live)

    @contextmanager
    def hold_free(self) -> Iterator[Callable[[str], LiveTable | None]]:
        """Give this thread exclusive use of several live tables: the block calls the yielded function for each, which
        returns None if another thread is using that table.

        It never waits for a table, so the block may also hold locks of the database. After an error, all are dropped.
        """
        held: dict[str, LiveTable] = {}
        with ExitStack() as locks:

            def take(table_id: str) -> LiveTable | None:
                if table_id in held:
                    return held[table_id]
                if not self._lock_if_free(table_id):
                    return None
                locks.callback(self._unlock, table_id)
                return held.setdefault(table_id, self._lend(table_id))

            yield take
            for live in held.values():
                self._keep(live)

    def may_be_due(self, due: Due) -> bool:
        """Return False if this process knows that the table has moved on, or is not due yet."""
        with self._guard:
            live = self._lent.get(due.table_id) or self._tables.get(due.table_id)
        return live is None or (live.ply == due.ply and live.due_at is not None and live.due_at <= timezone.now())

    def _keep(self, live: LiveTable) -> None:
        with self._guard:
            self._tables[live.id] = live
            while len(self._tables) > self._size:
                self._tables.popitem(last=False)

    def _lend(self, table_id: str) -> LiveTable:
        live = self._tables.pop(table_id, None) or LiveTable(Table.objects.select_related("chain").get(pk=table_id))
        self._lent[table_id] = live
        return live

    @contextmanager
    def _locked(self, table_id: str) -> Iterator[None]:
        with self._guard:
            lock, users = self._locks.get(table_id, (threading.Lock(), 0))
            self._locks[table_id] = (lock, users + 1)
        lock.acquire()
        try:
            yield
        finally:
            self._unlock(table_id)

    def _lock_if_free(self, table_id: str) -> bool:
        """Lock a table, unless a thread has locked it or is waiting for it."""
        with self._guard:
            if table_id in self._locks:
                return False
            lock = threading.Lock()
            lock.acquire()
            self._locks[table_id] = (lock, 1)
            return True

    def _unlock(self, table_id: str) -> None:
        with self._guard:
            self._lent.pop(table_id, None)
            lock, users = self._locks.pop(table_id)
            if users > 1:
                self._locks[table_id] = (lock, users - 1)
        lock.release()

    def forget(self) -> None:
        with self._guard:
            self._tables.clear()


live_tables = LiveTables(settings.LIVE_TABLES_IN_MEMORY)
