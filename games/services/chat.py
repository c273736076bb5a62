"""The chat of tables: players write in one room, onlookers in another."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Self

from django.conf import settings
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

import chat.services as chat
from accounts.models import Player
from accounts.standing import Hearing
from chat.models import ChatLine
from chat.rooms import Pace, Room
from common.errors import UserError
from games.errors import not_seated
from games.models import Seat, Table
from games.state.live_tables import LiveTable
from live.hub import News


@dataclass(frozen=True, slots=True)
class TableState:
    """What a table's rooms need to know: the ids of the match's players, and whether it is over."""

    seated: frozenset[int]
    is_over: bool

    @classmethod
    def at(cls, table_id: str) -> Self:
        is_over = Table.objects.filter(pk=table_id, status=Table.Status.FINISHED).exists()
        seats = Seat.objects.filter(table=table_id, player__isnull=False, left=False)
        return cls(frozenset(seats.values_list("player", flat=True)), is_over)

    @classmethod
    def of(cls, live: LiveTable) -> Self:
        seated = frozenset(seat.player_id for seat in live.seats if seat.player_id is not None and not seat.left)
        return cls(seated, live.status == Table.Status.FINISHED)


def may_write(player: Player) -> bool:
    """Return whether a player may write more than ready-made phrases at tables. Only makes a query for guests."""
    if not player.is_guest:
        return True
    played = Seat.objects.filter(player=player.pk, left=False, table__in=Table.objects.counted())
    return played.count() >= settings.GUEST_MATCHES


class _RoomAtTable(Room):
    pace = Pace(lines=8, of_all=30, within=timedelta(seconds=10))

    def __init__(self, place: str, state: TableState | None = None) -> None:
        super().__init__(place)
        self._known = state

    @cached_property
    def state(self) -> TableState:
        return self._known or TableState.at(self.place)

    def check_may_write(self, player: Player) -> None:
        """Raise UserError (phrases-only) for guests who have hardly played yet."""
        if not may_write(player):
            sentence = _("Guests speak in quick phrases until they have played some matches or kept their account.")
            raise UserError("phrases-only", sentence)

    @property
    def address(self) -> str:
        return reverse("games:table", args=[self.place])


class PlayersRoom(_RoomAtTable):
    """The room in which players write; everyone at the table reads it."""

    kind = "table"
    on_page = "table"
    label = _("players")

    def check_may_speak(self, player: Player, now: datetime) -> None:
        if player.pk not in self.state.seated:
            raise not_seated()

    def may_read(self, player: Player | None) -> bool:
        return True

    def news(self, message: str) -> News:
        return News(self.place, everyone=[message])


class OnlookersRoom(_RoomAtTable):
    """The room in which onlookers write; players read it only when the match is over."""

    kind = "onlookers"
    on_page = "onlookers"
    label = _("onlookers")

    def check_may_speak(self, player: Player, now: datetime) -> None:
        """Allow anyone who may watch to write; `say` sends players to their own room."""

    def may_read(self, player: Player | None) -> bool:
        return self.state.is_over or player is None or player.pk not in self.state.seated

    def news(self, message: str) -> News:
        if self.state.is_over:
            return News(self.place, everyone=[message])
        return News(self.place, onlookers=[message], seated=list(self.state.seated))


def say(*, table_id: str, player: Player, text: str) -> ChatLine:
    """Write a line to everyone at the table, or as an onlooker to the other onlookers.

    Raises UserError (a sanction, phrases-only, bad-field, too-fast).
    """
    return chat.say(_own_room(table_id, player), player=player, text=text)


def say_phrase(*, table_id: str, player: Player, phrase: str) -> ChatLine:
    """Send a ready-made phrase to the same people as `say`. Raises UserError (a sanction, bad-field, too-fast)."""
    return chat.say_phrase(_own_room(table_id, player), player=player, phrase=phrase)


def tell_table(*, table_id: str, author: Player, text: str, now: datetime) -> ChatLine:
    """Write a line about something that a player has done to the match, for everybody at the table."""
    return chat.tell(PlayersRoom(table_id), author=author, text=text, now=now)


def _own_room(table_id: str, player: Player) -> Room:
    state = TableState.at(table_id)
    room = PlayersRoom if player.pk in state.seated else OnlookersRoom
    return room(table_id, state)


def chat_of(table_id: str) -> Room:
    """Return the room in which the players of a table write."""
    return PlayersRoom(table_id)


def is_muted(*, table_id: str, player: Player | None) -> bool:
    return chat.is_muted(PlayersRoom(table_id), player)


def mute(*, table_id: str, player: Player) -> None:
    """Mute the whole chat of a table. Idempotent."""
    chat.mute(PlayersRoom(table_id), OnlookersRoom(table_id), player=player)


def unmute(*, table_id: str, player: Player) -> None:
    """Unmute the chat of a table. Idempotent."""
    chat.unmute(PlayersRoom(table_id), OnlookersRoom(table_id), player=player)


def last_lines_message(live: LiveTable, reader: Player | None, hearing: Hearing | None = None) -> str:
    """Return the latest lines that a reader may see, encoded for the browser."""
    state = TableState.of(live)
    rooms = [PlayersRoom(live.id, state), OnlookersRoom(live.id, state)]
    return chat.last_lines_message(*(room for room in rooms if room.may_read(reader)), reader=reader, hearing=hearing)
