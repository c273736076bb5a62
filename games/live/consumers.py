"""The live sockets of tables and the lobby: a consumer decodes a message, calls one service, and forwards news."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextvars import copy_context
from functools import partial
from typing import Any, ClassVar, cast

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from chat.services import too_fast
from common.addresses import address_of_socket
from common.errors import UserError
from common.limits import is_within, is_within_of_address
from games import services
from games.errors import not_seated
from games.live import messages_in
from games.live.access import Visit, open_visit
from games.live.hinting import hint_message
from games.live.versions import Whole, wants_whole_messages
from games.live.writer import writer
from games.rules.moves import MoveError
from games.services import Command, Play, Ready
from games.state.message_types import Refused
from games.state.rooms import LOBBY
from live.allowance import Allowances
from live.consumers import GONE, LiveConsumer, in_thread, in_thread_later
from live.hub import encode
from telemetry.metrics import MOVE_SECONDS, REFUSALS

logger = logging.getLogger(__name__)


def _refused(code: str, sentence: str) -> str:
    REFUSALS.labels(code).inc()
    refused: Refused = {"type": "error", "code": code, "message": sentence}
    return encode(refused)


FLOOD = 4008
PAGE_CLOSED = frozenset({1000, 1001, 1005})
"""The close codes of a socket that the browser has closed itself; a lost connection has 1006."""
CUT_AT = -100.0
"""A connection is closed when its allowance falls below this: a hundred messages too many."""


class LobbyConsumer(LiveConsumer):
    """Tells a browser that tables have changed. It reports each change; the client waits a second before fetching."""

    room = LOBBY

    async def connect(self) -> None:
        await self.accept()
        await self.watch(self.room)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Ignore whatever the browser sends."""


class TableConsumer(LiveConsumer):
    """One browser at one table."""

    visit: Visit
    closed_with = 0

    def __init__(self) -> None:
        super().__init__()
        self._has_begun = False
        """True while a command that was taken by `hear_at_once` is not settled."""
        self._is_settled: asyncio.Future[None] | None = None
        """Done once that command is settled; set if the next message is waiting for it."""
        self._context = copy_context()

    async def connect(self) -> None:
        await self.accept()
        if wants_whole_messages(self.scope["query_string"]):
            self.whole = Whole()
        self.allowances = Allowances(player_id=self.player_id, address=address_of_socket(self.scope))
        self.room = self.scope["url_route"]["kwargs"]["table_id"]
        visit = await self._open_visit()
        if visit is None:
            await self.close(GONE)
            return
        self.visit, self.hearing = visit, visit.hearing
        if await self.watch(self.room, visit.access_room):
            await self._greet()

    @property
    def _player(self) -> Player | AnonymousUser:
        return cast("Player | AnonymousUser", self.scope["user"])

    async def _open_visit(self) -> Visit | None:
        """Return the connection, or None if the player may not watch the table. A suspended player is told why before
        the socket closes."""
        invited = self.scope["session"].get("invited", [])
        try:
            return await in_thread(open_visit, table_id=self.room, player=self._player, invited=invited)
        except UserError as refused:
            with translation.override(getattr(self._player, "language", "") or settings.LANGUAGE_CODE):
                farewell: Refused = {"type": "error", "code": refused.code, "message": str(refused)}
            await self.push(encode(farewell))
            return None

    async def may_stay(self) -> bool:
        """Check access and chat settings again. A player who has lost the seat, or got it back, is sent the matching
        view."""
        visit = await self._open_visit()
        if visit is None:
            return False
        self.hearing = visit.hearing
        if visit.seat != self.visit.seat:
            before, self.visit = self.visit, visit
            await in_thread(before.end)
            await self._show_state()
        return True

    async def _greet(self) -> None:
        for message in await in_thread(self.visit.greeting):
            await self.push(message)

    async def resync(self) -> None:
        if await self.look_again():
            await self._show_state()

    async def _show_state(self) -> None:
        for message in await in_thread(self.visit.state):
            await self.push(message)

    async def disconnect(self, code: int) -> None:
        self.closed_with = code

    def depart(self) -> None:
        if hasattr(self, "visit"):
            in_thread_later(self.visit.close if self.closed_with in PAGE_CLOSED else self.visit.end)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        left = self.allowances.spend()
        if left < CUT_AT:
            await self.close(FLOOD)
        elif left < 0 or not await self.allowances.spend_across_processes():
            await self.push(_refused("too-fast", self._in_readers_language("too-fast")))
        else:
            await self._take(text_data)

    async def dispatch(self, message: dict[str, Any]) -> None:
        if self._has_begun:
            self._is_settled = asyncio.get_running_loop().create_future()
            await self._is_settled
        await super().dispatch(message)

    def hear_at_once(self, text: str) -> bool:
        """Hand a move, or a player's being ready, to the writer at once; return False if the message has to be queued.

        That applies to all other messages, and to those that have to wait for earlier ones or for the rate limits.
        """
        if self.is_closed or not self.is_idle or self._has_begun or self.player_id is None:
            return self.is_closed
        try:
            message = messages_in.read(text)
        except UserError:
            return False
        began = None
        if isinstance(message, messages_in.Play):
            command: Command = Play(self.room, self.player_id, message.move, message.ply)
            began = time.perf_counter()
        elif isinstance(message, messages_in.Ready):
            command = Ready(self.room, self.player_id)
        else:
            return False
        if not self.allowances.spend_at_once():
            return False
        self._has_begun = True
        writer().begin(command, partial(self._settle, began))
        return True

    def _settle(self, began: float | None, outcome: Exception | None) -> None:
        """Finish a command taken by `hear_at_once`; `began` is when it began, if it is a move."""
        self._has_begun = False
        if began is not None:
            MOVE_SECONDS.observe(time.perf_counter() - began)
        try:
            if outcome is not None:
                self._context.run(self._refuse_at_once, outcome)
        finally:
            if self._is_settled is not None and not self._is_settled.done():
                self._is_settled.set_result(None)

    def _refuse_at_once(self, error: Exception) -> None:
        self.push_at_once([self._refusal(error)])

    async def _take(self, text: str | None) -> None:
        try:
            message = messages_in.read(text)
            await self._handlers[type(message)](self, message)
        except Exception as error:
            await self.push(self._refusal(error))

    def _refusal(self, error: Exception) -> str:
        """Return the message that tells the browser why its message was refused."""
        with translation.override(self.visit.language):
            if isinstance(error, UserError):
                return _refused(error.code, str(error))
            if isinstance(error, MoveError):
                return _refused(error.code, translation.gettext(error.template).format(**error.params))
        logger.error("a message at table %s could not be handled", self.room, exc_info=error)
        return _refused("server", self._in_readers_language("server"))

    def _in_readers_language(self, code: str) -> str:
        with translation.override(self.visit.language):
            if code == "too-fast":
                return translation.gettext("That was too fast; nothing was lost. Wait a moment.")
            return translation.gettext("Something went wrong on our side; nothing was lost. Try again.")

    def _seated(self) -> int:
        """Return the player's id. Raises UserError (not-seated). The services look up the seat themselves."""
        if self.player_id is None:
            raise not_seated()
        return self.player_id

    async def _on_move(self, message: messages_in.Play) -> None:
        with MOVE_SECONDS.time():
            await writer().play(Play(self.room, self._seated(), message.move, message.ply))

    async def _on_sync(self, message: messages_in.Sync) -> None:
        await self._show_state()

    async def _on_ready(self, message: messages_in.Ready) -> None:
        await writer().play(Ready(self.room, self._seated()))

    async def _on_back(self, message: messages_in.Back) -> None:
        await in_thread(services.come_back, table_id=self.room, player_id=self._seated())

    async def _on_contribute(self, message: messages_in.Contribute) -> None:
        contribution = bytes.fromhex(message.bytes)
        await in_thread(services.contribute, table_id=self.room, player_id=self._seated(), contribution=contribution)

    async def _on_chat(self, message: messages_in.Chat) -> None:
        if not await asyncio.to_thread(is_within_of_address, "lines", self.allowances.address):
            raise too_fast()
        await in_thread(services.say, table_id=self.room, player=self.visit.speaker(), text=message.text)

    async def _on_phrase(self, message: messages_in.Phrase) -> None:
        speaker = self.visit.speaker()
        await in_thread(services.say_phrase, table_id=self.room, player=speaker, phrase=message.phrase)

    async def _on_hint(self, message: messages_in.AskForHint) -> None:
        player_id = self._seated()
        if not await asyncio.to_thread(is_within, "hints", player_id=player_id):
            raise UserError("too-fast", _("You have asked for many hints. Wait a moment."))
        await self.push(await in_thread(hint_message, self.room, player_id, self.visit.language))

    async def _on_ping(self, message: messages_in.Ping) -> None:
        await self.push(await in_thread(self.visit.pong))

    _handlers: ClassVar[dict[type, Callable[..., Any]]] = {
        messages_in.Play: _on_move,
        messages_in.Sync: _on_sync,
        messages_in.Ready: _on_ready,
        messages_in.Back: _on_back,
        messages_in.Contribute: _on_contribute,
        messages_in.Chat: _on_chat,
        messages_in.Phrase: _on_phrase,
        messages_in.AskForHint: _on_hint,
        messages_in.Ping: _on_ping,
    }
