"""What every live socket has in common: threads for what touches the database, an allowance, news handed on."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Any, ParamSpec, TypeVar

from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.db import InterfaceError, OperationalError, connection

from live.hub import LOOK_AGAIN, hub
from live.sessions import OVER, is_signed_in, over_message, room_of

logger = logging.getLogger(__name__)

P = ParamSpec("P")
R = TypeVar("R")

GONE = 4001
"""The code by which a socket is closed that is not to be opened again."""

AGAIN = 4013
"""The code by which a socket is closed of which nobody could say whether it may stay: who may comes back."""

_threads = ThreadPoolExecutor(max_workers=settings.LIVE_THREADS, thread_name_prefix="live")


async def in_thread(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Run what touches the database in a thread that keeps its connection; a broken one is thrown away."""
    job = partial(_with_connection, partial(function, *args, **kwargs))
    return await asyncio.get_running_loop().run_in_executor(_threads, job)


def in_thread_later(function: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> None:
    """As `in_thread`, for what nobody waits for any more."""
    job = partial(_with_connection, partial(function, *args, **kwargs))
    _threads.submit(job).add_done_callback(_log_failure)


def _log_failure(done: Future[object]) -> None:
    if not done.cancelled() and (error := done.exception()) is not None:
        logger.error("what was left to do for a socket failed", exc_info=error)


def _with_connection(job: Callable[[], R]) -> R:
    try:
        return job()
    except (OperationalError, InterfaceError):
        connection.close()
        raise


class LiveConsumer(AsyncWebsocketConsumer):
    """A socket that watches rooms; news reach it through the hub, not through a channel of its own."""

    channel_layer_alias = ""
    room = ""
    player_id: int | None = None
    is_closed = False
    """From then on it hears nothing and says nothing, whatever still waits to be handled."""

    def __init__(self) -> None:
        super().__init__()
        self._rooms: list[str] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """However it ends, be it cancelled by the server: nothing keeps it afterwards."""
        self.player_id = scope["user"].pk
        try:
            await super().__call__(scope, receive, send)
        finally:
            self.is_closed = True
            self._leave_rooms()
            self.depart()

    async def dispatch(self, message: dict[str, Any]) -> None:
        """As Channels does, without a hop to another thread before every message: no handler here touches the
        database but through `in_thread`."""
        if not self.is_closed or message["type"] == "websocket.disconnect":
            await getattr(self, get_handler_name(message))(message)

    async def push(self, text: str) -> None:
        if self.is_closed:
            return
        if text == LOOK_AGAIN:
            await self.look_again()
        elif text.startswith(OVER):
            await self._close_if_of(text)
        else:
            await self.send(text_data=text)

    async def close(self, code: int | None = None, reason: str | None = None) -> None:
        if not self.is_closed:
            self.is_closed = True
            self._leave_rooms()
            await super().close(code, reason)

    async def watch(self, *rooms: str) -> bool:
        """Hear the news of these rooms, of which empty ones are none, and whether the session is over.

        False if it was closed: only now that it hears of it, nothing can be missed that was lost just before.
        """
        own = (room_of(self.player_id),) if self.player_id is not None else ()
        for room in filter(None, (*rooms, *own)):
            self._rooms.append(room)
            await hub().watch(room, self)
        return await self.look_again()

    async def resync(self) -> None: ...

    async def may_stay(self) -> bool:
        """Whether the one who watches may still do so."""
        return True

    async def look_again(self) -> bool:
        """Close, and hear nothing more, unless the one who watches may stay."""
        try:
            code = await self._code_to_close_with()
        except Exception as error:  # whatever the database raises
            logger.warning("a watcher of %s has to connect again: %r", self.room, error)
            code = AGAIN
        if code:
            await self.close(code)
        return not code

    async def _code_to_close_with(self) -> int:
        """0: it may stay. Whoever is signed in no more may come back as who they are now."""
        key, player_id = self._session_key, self.player_id
        if player_id is not None and not await in_thread(is_signed_in, player_id=player_id, session_key=key):
            return AGAIN
        return 0 if await self.may_stay() else GONE

    async def _close_if_of(self, session_over: str) -> None:
        if session_over == over_message(self._session_key):
            await self.close(AGAIN)

    @property
    def _session_key(self) -> str:
        return self.scope["session"].session_key or ""

    def _leave_rooms(self) -> None:
        while self._rooms:
            hub().unwatch(self._rooms.pop(), self)

    def depart(self) -> None:
        """Do what is to be done when the socket has gone; it must not wait for anything."""


class NowhereConsumer(AsyncWebsocketConsumer):
    """Every other address: closed, and not to be opened again."""

    channel_layer_alias = ""

    async def connect(self) -> None:
        await self.accept()
        await self.close(GONE)
