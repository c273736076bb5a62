"""The base class of all live sockets: database access in threads, subscription to rooms, forwarding of news."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import Any, ParamSpec, Protocol, TypeVar

from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.db import InterfaceError, OperationalError, connection

from live import LET_HEAR, SEND_TEXTS
from live.hub import LOOK_AGAIN, OVER, Hearing, hub
from live.sessions import Credential, OpenSession, over_message, room_of, visitor_with
from telemetry.metrics import SOCKETS

logger = logging.getLogger(__name__)

P = ParamSpec("P")
R = TypeVar("R")

GONE = 4001
"""The code that closes a socket and tells the browser not to reconnect."""

AGAIN = 4013
"""The code that closes a socket whose session has ended, or whose access could not be checked; the browser may
reconnect."""

_threads = ThreadPoolExecutor(max_workers=settings.LIVE_THREADS, thread_name_prefix="live")


async def in_thread(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Run a function that uses the database in a thread that keeps its connection open; replace a broken connection."""
    return await in_thread_of(_threads, partial(function, *args, **kwargs))


async def in_thread_of(threads: ThreadPoolExecutor, job: Callable[[], R]) -> R:
    """Run a job that uses the database in one of the given threads, for work that must not queue behind `in_thread`."""
    return await asyncio.get_running_loop().run_in_executor(threads, copy_context().run, _with_connection, job)


def in_thread_later(function: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> None:
    """Like `in_thread`, but return immediately; a failure is logged."""
    job = partial(_with_connection, partial(function, *args, **kwargs))
    _threads.submit(job).add_done_callback(_log_failure)


def _log_failure(done: Future[object]) -> None:
    if not done.cancelled() and (error := done.exception()) is not None:
        logger.error("cleaning up after a socket failed", exc_info=error)


def _with_connection(job: Callable[[], R]) -> R:
    try:
        return job()
    except (OperationalError, InterfaceError):
        connection.close()
        raise


class Whole(Protocol):
    def of(self, text: str) -> str | None:
        """Return the message in the client's version of the protocol, or None if it tells the client nothing new."""
        ...


class LiveConsumer(AsyncWebsocketConsumer):
    """A socket that watches rooms. News reaches it through the hub, not through a channel of its own."""

    channel_layer_alias = ""
    room = ""
    player_id: int | None = None
    hearing: Hearing | None = None
    """Decides which chat lines reach this socket; None means all of them."""
    whole: Whole | None = None
    """Converts messages for a client that speaks an earlier version of the protocol."""
    is_closed = False
    """Once true, the socket neither receives nor sends anything, even if messages are still queued."""

    def __init__(self) -> None:
        super().__init__()
        self._rooms: list[str] = []
        self._send_texts: Callable[[Sequence[str]], None] | None = None
        self.is_idle = False
        """True while no message is being handled."""
        self._changes: int | None = None
        """The hub's count of access changes before the socket's session was read."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Handle the browser's messages one after the other.

        Channels would need two tasks for every message, to listen to a channel layer as well. However the socket ends,
        even if the server cancels it, it is removed from the hub.
        """
        if "user" not in scope:
            self._changes = hub().changes()
            session, user = await in_thread(visitor_with, scope["headers"])
            scope = {**scope, "session": session, "user": user}
        self.scope, self.base_send = scope, send
        extensions = scope.get("extensions", {})
        self._send_texts = extensions.get(SEND_TEXTS)
        self.player_id = scope["user"].pk
        if LET_HEAR in extensions:
            extensions[LET_HEAR](self.hear_at_once)
        SOCKETS.inc()
        try:
            while True:
                self.is_idle = True
                message = await receive()
                self.is_idle = False
                await self.dispatch(message)
        except StopConsumer:
            pass
        finally:
            SOCKETS.dec()
            self.is_closed = True
            self._leave_rooms()
            self.depart()

    def hear_at_once(self, text: str) -> bool:
        """Start handling a text if that needs no waiting here; return whether it has been taken.

        The server calls it only while no earlier text is queued; one may still be in progress (see `is_idle`).
        """
        return False

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Dispatch as Channels does, but without a hop to another thread before every message.

        Handlers must access the database through `in_thread` only.
        """
        if not self.is_closed or message["type"] == "websocket.disconnect":
            await getattr(self, get_handler_name(message))(message)

    def would_hear(self, author_id: int, *, is_phrase: bool) -> bool:
        return self.hearing is None or self.hearing.would_hear(author_id, is_phrase=is_phrase)

    def push_at_once(self, texts: Sequence[str]) -> bool:
        """Send texts for the browser if that needs no waiting; return whether they have been sent."""
        if self.is_closed:
            return True
        if self._send_texts is None:
            return False
        if self.whole is not None:
            texts = [message for text in texts if (message := self.whole.of(text)) is not None]
        if texts:
            self._send_texts(texts)
        return True

    async def push(self, text: str) -> None:
        if self.is_closed:
            return
        if text == LOOK_AGAIN:
            await self.look_again()
        elif text.startswith(OVER):
            await self._close_if_of(text)
        elif self._send_texts is not None:
            self.push_at_once([text])
        elif (message := text if self.whole is None else self.whole.of(text)) is not None:
            await self.send(text_data=message)

    async def close(self, code: int | None = None, reason: str | None = None) -> None:
        if not self.is_closed:
            self.is_closed = True
            self._leave_rooms()
            await super().close(code, reason)

    async def watch(self, *rooms: str) -> bool:
        """Watch these rooms (empty names are ignored) and the player's own; return False if the socket had to be
        closed.

        If access to one of them has changed since the session was read, it is checked again after subscribing, so that
        a player who lost access in between does not slip in.
        """
        own = room_of(self.player_id) if self.player_id is not None else ""
        watched = [room for room in (*rooms, own) if room]
        for room in watched:
            self._rooms.append(room)
            await hub().watch(room, self)
        return not hub().has_changed(watched, since=self._changes) or await self.look_again()

    async def resync(self) -> None: ...

    async def may_stay(self) -> bool:
        """Return whether the watcher may still watch this room."""
        return True

    async def look_again(self) -> bool:
        """Check whether the watcher may stay, and close the socket if not; return whether it stays open."""
        try:
            code = await self._code_to_close_with()
        except Exception as error:  # whatever the database raises
            logger.warning("a watcher of %s has to reconnect: %r", self.room, error)
            code = AGAIN
        if code:
            await self.close(code)
        return not code

    async def _code_to_close_with(self) -> int:
        """Return the code to close the socket with, or 0 if it may stay.

        After signing out, the browser may reconnect under its new identity.
        """
        if self.player_id is not None and not await in_thread(self._credential.is_in_force):
            return AGAIN
        return 0 if await self.may_stay() else GONE

    async def _close_if_of(self, session_over: str) -> None:
        if session_over == over_message(self._credential.key):
            await self.close(AGAIN)

    @property
    def _credential(self) -> Credential:
        """Return the credential that a bot has presented, or else the browser's session."""
        scope: Any = self.scope
        shown: Credential | None = scope.get("credential")
        return shown or OpenSession(self.player_id, scope["session"].session_key or "")

    def _leave_rooms(self) -> None:
        while self._rooms:
            hub().unwatch(self._rooms.pop(), self)

    def depart(self) -> None:
        """Clean up after the socket is gone. Must not block."""


class UnknownPathConsumer(AsyncWebsocketConsumer):
    """Any other path: closed immediately, with a code that tells browsers not to reconnect."""

    channel_layer_alias = ""

    async def connect(self) -> None:
        await self.accept()
        await self.close(GONE)
