"""What every live socket has in common: threads for what touches the database, an allowance, news handed on."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, ParamSpec, TypeVar

from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.db import InterfaceError, OperationalError, connection

from live.hub import LOOK_AGAIN, hub

logger = logging.getLogger(__name__)

P = ParamSpec("P")
R = TypeVar("R")

GONE = 4001
"""The code by which a socket is closed that is not to be opened again."""

AGAIN = 4013
"""The code by which a socket is closed of which nobody could say whether it may stay: who may comes back."""

MESSAGES_PER_SECOND = 10.0
BURST = 30.0

_threads = ThreadPoolExecutor(max_workers=settings.LIVE_THREADS, thread_name_prefix="live")


async def in_thread(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Run what touches the database in a thread that keeps its connection; a broken one is thrown away."""
    job = partial(_with_connection, partial(function, *args, **kwargs))
    return await asyncio.get_running_loop().run_in_executor(_threads, job)


def _with_connection(job: Callable[[], R]) -> R:
    try:
        return job()
    except (OperationalError, InterfaceError):
        connection.close()
        raise


class Allowance:
    """How many messages a connection may still send: a bucket that fills by ten a second up to thirty."""

    def __init__(self) -> None:
        self._left = BURST
        self._at = time.monotonic()

    def spend(self) -> float:
        """Take one; below zero it was too many."""
        now = time.monotonic()
        self._left = min(BURST, self._left + (now - self._at) * MESSAGES_PER_SECOND) - 1
        self._at = now
        return self._left


class LiveConsumer(AsyncWebsocketConsumer):
    """A socket that watches a room; news reach it through the hub, not through a channel of its own."""

    channel_layer_alias = ""
    room = ""
    door = ""
    """A second room, if there is one: where it hears that the right to watch may be lost."""
    player_id: int | None = None

    async def dispatch(self, message: dict[str, Any]) -> None:
        """As Channels does, without a hop to another thread before every message: no handler here touches the
        database but through `in_thread`."""
        await getattr(self, get_handler_name(message))(message)

    async def push(self, text: str) -> None:
        if text == LOOK_AGAIN:
            await self.look_again()
        else:
            await self.send(text_data=text)

    async def watch(self, room: str, door: str) -> None:
        """`door`: empty if there is none."""
        self.room, self.door = room, door
        for one in filter(None, (room, door)):
            await hub().watch(one, self)

    async def resync(self) -> None: ...

    async def may_stay(self) -> bool:
        """Whether the one who watches may still do so."""
        return True

    async def look_again(self) -> bool:
        """Close, and hear nothing more, unless the one who watches may stay."""
        try:
            code = 0 if await self.may_stay() else GONE
        except Exception as error:  # whatever the database raises
            logger.warning("a watcher of %s has to connect again: %r", self.room, error)
            code = AGAIN
        if code:
            self._leave_rooms()
            await self.close(code)
        return not code

    def _leave_rooms(self) -> None:
        hub().unwatch(self.room, self)
        hub().unwatch(self.door, self)

    async def disconnect(self, code: int) -> None:
        self._leave_rooms()


class NowhereConsumer(AsyncWebsocketConsumer):
    """Every other address: closed, and not to be opened again."""

    channel_layer_alias = ""

    async def connect(self) -> None:
        await self.accept()
        await self.close(GONE)
