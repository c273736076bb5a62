"""A browser's connection to a table: its player and seat, and what it is sent on connecting or after a gap."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, QuerySet, Subquery
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.standing import Hearing, Right, check_may, forbidding
from chat.services import hearing_columns, hearing_of_columns
from clubs.access_channel import room_of
from common.database.compiled import compiled_once
from common.errors import UserError
from games import services
from games.models import Seat, Table, TableQuerySet
from games.state import messages_out
from games.state.live_tables import LiveTable, live_tables
from games.state.message_types import BytesWanted, Pong, TableNews, View
from games.state.rooms import table_room
from live import presence
from live.hub import News, announce, encode

_visits: defaultdict[tuple[str, int], set[int]] = defaultdict(set)
"""The connections of each player to each table, by `id`: a player who closes one of two pages is still present. The
proxy routes all connections to a table to the same process. Only used while the table is held."""


def open_visit(*, table_id: str, player: Player | AnonymousUser, invited: Collection[str]) -> Visit | None:
    """Return the player's connection to a table, or None if there is no such table or they may not watch it.

    Makes one query. Raises UserError (a sanction) if the player sits there and is suspended from playing.
    """
    reader = player if isinstance(player, Player) else None
    language = getattr(player, "language", "") or settings.LANGUAGE_CODE
    is_invited = table_id in invited
    if reader is None:
        for club_id in _clubs_of_watched(table_id, is_invited):
            return Visit(table_id, player, None, language, Hearing(), _access_room(club_id))
        return None
    owner, chat = reader.bot_owner_id or reader.pk, services.chat_of(table_id).key
    found = _access(table_id, is_invited, reader.pk, owner, timezone.now(), chat)
    if not found:
        return None
    [(club_id, seat, may_not_play, *heard)] = found
    if seat is not None and may_not_play:
        check_may(reader, Right.PLAY)
    return Visit(table_id, player, seat, language, hearing_of_columns(reader.pk, heard), _access_room(club_id))


def _access_room(club_id: int | None) -> str:
    return room_of(club_id) if club_id else ""


@compiled_once
def _clubs_of_watched(table: str, is_invited: bool) -> QuerySet[Table, Any]:
    """Return the club of a table, if a visitor may watch it."""
    return _watchable(table, is_invited, None).values_list("club", flat=True)


@compiled_once
def _access(table: str, is_invited: bool, player: int, owner: int, now: datetime, chat: str) -> QuerySet[Table, Any]:
    """Return, for a table that a player may watch, its club, the player's seat, whether a sanction forbids them to
    play, and the columns of their `Hearing`.

    After leaving a seat for good, a player may still watch.
    """
    seats = Seat.objects.filter(table=OuterRef("pk"), player=player, left=False)
    sanctions = forbidding(Right.PLAY, [player, owner], now)
    told = [Subquery(seats.values("number")), Exists(sanctions), *hearing_columns(player, chat)]
    return _watchable(table, is_invited, player).values_list("club", *told)


def _watchable(table: str, is_invited: bool, player: int | None) -> TableQuerySet:
    return Table.objects.watchable_by(player, [table] if is_invited else []).filter(pk=table)


def _state(live: LiveTable, player_id: int | None) -> View | TableNews:
    """Return a table as its player or an onlooker may see it; before the first deal, only its status."""
    if live.match.deal is None:
        return messages_out.table_message(live.status)
    return messages_out.view_message(live, live.seat_of(player_id))


def state_of(table_id: str, player_id: int | None) -> View | TableNews:
    """Return the current state of a table as its player or an onlooker may see it."""
    with live_tables.hold(table_id) as live:
        live.refresh()
        if live.match.deal is not None:
            live.present = presence.present(table_room(table_id))
        return _state(live, player_id)


@dataclass(slots=True)
class Visit:
    """A connection to a table. `seat` is the player's seat when it was opened; a page reconnects after sitting down."""

    table_id: str
    player: Player | AnonymousUser
    seat: int | None
    language: str
    hearing: Hearing
    access_room: str
    """The live room that tells its sockets to check again whether they may stay (clubs.access_channel)."""

    def speaker(self) -> Player:
        """Return the player who writes. Raises UserError (not-signed-in)."""
        if not isinstance(self.player, Player):
            raise UserError("not-signed-in", _("Sign in or play as a guest to chat."))
        return self.player

    def greeting(self) -> list[str]:
        """Return the messages for a browser that connects, and show the others at the table that its player is
        present."""
        with live_tables.hold(self.table_id) as live:
            live.refresh()
            if self._has_stale_seat(live):
                services.reload_seats(table_id=self.table_id)
                live.refresh()
            if self.seat is not None:
                self._show_presence(live)
            elif live.match.deal is not None:
                live.present = presence.present(table_room(self.table_id))
            reader = self.player if isinstance(self.player, Player) else None
            messages = [
                encode(_state(live, self.player.pk)),
                services.last_lines_message(live, reader, self.hearing),
            ]
            if self.seat is not None and live.status == Table.Status.OPEN and not live.seats[self.seat].contributed:
                wanted: BytesWanted = {"type": "contribute", "anchor": live.chain.anchor}
                messages.append(encode(wanted))
        return messages

    def _has_stale_seat(self, live: LiveTable) -> bool:
        """Return whether the player's name or preferences have changed since the seats were read."""
        if self.seat is None or not isinstance(self.player, Player):
            return False
        sitter = live.seats[self.seat]
        return (sitter.name, sitter.auto_draw) != (self.player.username, self.player.auto_draw)

    def state(self) -> list[str]:
        """Return the whole view, or only the status of an open table, whose waiting room is an ordinary page."""
        return [encode(state_of(self.table_id, self.player.pk))]

    def pong(self) -> str:
        """Note that the player is present, and return the table's current deal and ply."""
        with live_tables.hold(self.table_id) as live:
            live.refresh()
            self._show_presence(live)
            pong: Pong = {"type": "pong", "deal": live.deal_number, "ply": live.ply}
            return encode(pong)

    @property
    def _seated_player(self) -> int | None:
        """Return the player's id, or None for an onlooker."""
        return self.player.pk if self.seat is not None else None

    def _show_presence(self, live: LiveTable) -> None:
        """Note that the player is present, and tell the others if that is new."""
        seated = self._seated_player
        if seated is None:
            return
        _visits[self.table_id, seated].add(id(self))
        arrival = presence.arrive(table_room(self.table_id), seated)
        live.present = arrival.present
        if arrival.is_new:
            announce(News(live.id, everyone=[encode(messages_out.seats_changed_message(live))]))

    def close(self) -> None:
        """End the visit because the browser has closed the page, as opposed to having lost the connection."""
        self._end(has_closed=True)

    def end(self) -> None:
        self._end(has_closed=False)

    def _end(self, *, has_closed: bool) -> None:
        """Note that the player is gone, unless another page of theirs is open here, and tell the others."""
        seated, room = self._seated_player, table_room(self.table_id)
        if seated is None:
            return
        with live_tables.hold(self.table_id) as live:
            mine = _visits[self.table_id, seated]
            mine.discard(id(self))
            if mine:
                return
            del _visits[self.table_id, seated]
            if has_closed:
                presence.close(room, seated)
            presence.depart(room, seated)
            live.refresh()
            services.announce_seats(live)
