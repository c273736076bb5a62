"""A browser's visit to a table: who it is, which seat it has, and what it is told when it comes or has missed news."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.standing import Right, check_may
from clubs.access_channel import room_of
from common.errors import UserError
from games import services
from games.models import Seat, Table
from games.state import messages_out
from games.state.live_tables import LiveTable, memory
from games.state.message_types import BytesWanted, Pong
from games.state.rooms import table_room
from live import presence
from live.hub import encode


def may_watch(table: Table, *, player: Player | None, is_seated: bool, invited: Iterable[str]) -> bool:
    """Public tables are for all; sealed ones for their players alone; tables by invitation for these and for those who
    came by the link; those of a private club for its members, too."""
    if is_seated or table.is_sealed:
        return is_seated
    if table.is_private:
        return table.pk in invited
    if table.club is None:
        return table.visibility != Table.Visibility.CLUB
    return table.club.is_open_to(player)


def open_visit(*, table_id: str, player: Player | AnonymousUser, invited: Iterable[str]) -> Visit | None:
    """The visit of `player` to a table; None if there is no such table, or not for this player.

    Raises UserError (a sanction) if the player sits there and is paused from play.
    """
    table = Table.objects.select_related("club").filter(pk=table_id).first()
    if table is None:
        return None
    reader = player if isinstance(player, Player) else None
    seat = Seat.objects.filter(table=table, player=player.pk).first() if player.pk else None
    if not may_watch(table, player=reader, is_seated=seat is not None, invited=invited):
        return None
    if seat is not None and seat.left:
        seat = None  # who has left for good may look on
    if seat is not None and reader is not None:
        check_may(reader, Right.PLAY)
    language = getattr(player, "language", "") or settings.LANGUAGE_CODE
    door = room_of(table.club_id) if table.club_id else ""
    return Visit(table_id, player, None if seat is None else seat.number, language, door)


@dataclass(slots=True)
class Visit:
    """`seat` is the one taken when the socket connected; a page that sits down later connects anew."""

    table_id: str
    player: Player | AnonymousUser
    seat: int | None
    language: str
    door: str
    """The room in which those who look at something of the table's club hear that they may have to leave."""

    def speaker(self) -> Player:
        """Raises UserError (not-signed-in)."""
        if not isinstance(self.player, Player):
            raise UserError("not-signed-in", _("Sign in or play as a guest to chat."))
        return self.player

    def greeting(self) -> list[str]:
        """What a browser is told on connecting; the others at the table learn that the player is there."""
        messages = self.state()
        if self._is_known_otherwise():
            services.heed_preferences(table_id=self.table_id)
            messages = self.state()
        with memory.hold(self.table_id) as live:
            reader = self.player if isinstance(self.player, Player) else None
            messages.append(services.last_lines_message(live, reader))
            if self.seat is not None:
                sitter = live.seats[self.seat]
                if live.status == Table.Status.OPEN and not sitter.contributed:
                    wanted: BytesWanted = {"type": "contribute", "anchor": live.anchor}
                    messages.append(encode(wanted))
            self._show_presence(live)
        return messages

    def _is_known_otherwise(self) -> bool:
        """Whether the player has got another name or other preferences since the seats were read."""
        if self.seat is None or not isinstance(self.player, Player):
            return False
        with memory.hold(self.table_id) as live:
            sitter = live.seats[self.seat]
            return (sitter.name, sitter.auto_draw) != (self.player.username, self.player.auto_draw)

    def state(self) -> list[str]:
        """The whole view; while the table is open there is none, its waiting room is a page."""
        with memory.hold(self.table_id) as live:
            live.refresh()
            if live.match.deal is None:
                return [encode(messages_out.table_message(live.status))]
            live.present = presence.present(table_room(self.table_id))
            return [encode(messages_out.view_message(live, live.seat_of(self.player.pk)))]

    def pong(self) -> str:
        """A sign of life, answered with how far the table is."""
        with memory.hold(self.table_id) as live:
            self._show_presence(live)
            live.refresh()
            pong: Pong = {"type": "pong", "deal": live.deal_number, "ply": live.ply}
            return encode(pong)

    @property
    def _seated_player(self) -> int | None:
        """The player's id; None for an onlooker."""
        return self.player.pk if self.seat is not None else None

    def _show_presence(self, live: LiveTable) -> None:
        """Note that the player is there; tell the others if that is new."""
        seated = self._seated_player
        if seated is not None and presence.arrive(table_room(self.table_id), seated):
            services.announce_seats(live)

    def end(self) -> None:
        seated = self._seated_player
        if seated is None:
            return
        presence.depart(table_room(self.table_id), seated)
        with memory.hold(self.table_id) as live:
            live.refresh()
            services.announce_seats(live)
