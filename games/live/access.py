"""A browser's connection to a table: who it is, which seat it has, and what it is sent on connecting or after a gap."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.standing import Hearing, Right, check_may
from clubs.access_channel import room_of
from common.errors import UserError
from games import services
from games.models import Seat, Table
from games.state import messages_out
from games.state.live_tables import LiveTable, live_tables
from games.state.message_types import BytesWanted, Pong, TableNews, View
from games.state.rooms import table_room
from live import presence
from live.hub import encode


def open_visit(*, table_id: str, player: Player | AnonymousUser, invited: Collection[str]) -> Visit | None:
    """Return the player's connection to a table, or None if there is no such table or they may not watch it.

    Raises UserError (a sanction) if the player sits there and is suspended from playing.
    """
    reader = player if isinstance(player, Player) else None
    table = Table.objects.watchable_by(reader, invited).filter(pk=table_id).first()
    if table is None:
        return None
    seat = Seat.objects.filter(table=table, player=reader).first() if reader else None
    if seat is not None and seat.left:
        seat = None  # after leaving for good, a player may still watch
    if seat is not None and reader is not None:
        check_may(reader, Right.PLAY)
    language = getattr(player, "language", "") or settings.LANGUAGE_CODE
    access_room = room_of(table.club_id) if table.club_id else ""
    hearing = services.hearing_at(table_id, reader)
    return Visit(table_id, player, None if seat is None else seat.number, language, hearing, access_room)


def state_of(table_id: str, player_id: int | None) -> View | TableNews:
    """Return the table as the player at it, or an onlooker, may see it; only its status before the first deal."""
    with live_tables.hold(table_id) as live:
        live.refresh()
        if live.match.deal is None:
            return messages_out.table_message(live.status)
        live.present = presence.present(table_room(table_id))
        return messages_out.view_message(live, live.seat_of(player_id))


@dataclass(slots=True)
class Visit:
    """A connection to a table. `seat` is that of the moment it was opened; a page that sits down later reconnects."""

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
        """Return the messages for a browser that connects; the others at the table see that the player is present."""
        messages = self.state()
        if self._is_known_otherwise():
            services.reload_seats(table_id=self.table_id)
            messages = self.state()
        with live_tables.hold(self.table_id) as live:
            reader = self.player if isinstance(self.player, Player) else None
            messages.append(services.last_lines_message(live, reader, self.hearing))
            if self.seat is not None:
                sitter = live.seats[self.seat]
                if live.status == Table.Status.OPEN and not sitter.contributed:
                    wanted: BytesWanted = {"type": "contribute", "anchor": live.chain.anchor}
                    messages.append(encode(wanted))
            self._show_presence(live)
        return messages

    def _is_known_otherwise(self) -> bool:
        """Return whether the player's name or preferences have changed since the seats were read."""
        if self.seat is None or not isinstance(self.player, Player):
            return False
        with live_tables.hold(self.table_id) as live:
            sitter = live.seats[self.seat]
            return (sitter.name, sitter.auto_draw) != (self.player.username, self.player.auto_draw)

    def state(self) -> list[str]:
        """Return the whole view, or only the status of an open table, whose waiting room is an ordinary page."""
        return [encode(state_of(self.table_id, self.player.pk))]

    def pong(self) -> str:
        """Note that the player is present, and return how far the table is."""
        with live_tables.hold(self.table_id) as live:
            self._show_presence(live)
            live.refresh()
            pong: Pong = {"type": "pong", "deal": live.deal_number, "ply": live.ply}
            return encode(pong)

    @property
    def _seated_player(self) -> int | None:
        """Return the player's id, or None for an onlooker."""
        return self.player.pk if self.seat is not None else None

    def _show_presence(self, live: LiveTable) -> None:
        """Note that the player is present, and tell the others if that is new."""
        seated = self._seated_player
        if seated is not None and presence.arrive(table_room(self.table_id), seated):
            services.announce_seats(live)

    def close(self) -> None:
        """Note that the browser has closed the page, which is no lost connection; then end the visit."""
        if self._seated_player is not None:
            presence.close(table_room(self.table_id), self._seated_player)
        self.end()

    def end(self) -> None:
        seated = self._seated_player
        if seated is None:
            return
        presence.depart(table_room(self.table_id), seated)
        with live_tables.hold(self.table_id) as live:
            live.refresh()
            services.announce_seats(live)
