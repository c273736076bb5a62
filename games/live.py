"""Messages out: from any process to every browser that watches a table.

Each server process has one hub: one channel of the channel layer, in one group for each table that it serves,
with direct fan-out to its own sockets. A message is encoded once and handed on as text.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import threading
import time
from collections import defaultdict
from collections.abc import Coroutine, Iterable
from dataclasses import asdict, dataclass, field
from functools import cache
from typing import Any, Protocol

import msgspec
from channels.layers import get_channel_layer
from django.db import transaction

logger = logging.getLogger(__name__)

LOBBY = "lobby"
HEARTBEAT = "heartbeat"
HEARTBEAT_SECONDS = 2.0
SEND_TIMEOUT = 2.0


def _as_text(value: Any) -> str:
    """Tiles and moves are strings with parts attached; on the wire they are plain strings."""
    if isinstance(value, str):
        return str(value)
    raise NotImplementedError(type(value).__name__)


_encoder = msgspec.json.Encoder(enc_hook=_as_text)


def encode(message: Any) -> str:
    return _encoder.encode(message).decode()


@dataclass(slots=True)
class News:
    """Encoded messages for those who watch `room` (a table's id, or the lobby), in the order of sending.

    `players`: what only one player may see, by the player's id as text; `onlookers`: what goes to all watchers
    but those `seated`.
    """

    room: str
    everyone: list[str] = field(default_factory=list)
    players: dict[str, list[str]] = field(default_factory=dict)
    onlookers: list[str] = field(default_factory=list)
    seated: list[int] = field(default_factory=list)

    def texts_for(self, player_id: int | None) -> Iterable[str]:
        yield from self.everyone
        yield from self.players.get(str(player_id), ())
        if player_id not in self.seated:
            yield from self.onlookers


class Watcher(Protocol):
    """A socket as the hub sees it."""

    player_id: int | None

    async def push(self, text: str) -> None: ...

    async def resync(self) -> None:
        """Something may have been missed: send the whole state again."""
        ...


class Hub:
    """The sockets of this process, by room, and the process's one channel."""

    def __init__(self) -> None:
        self.origin = os.urandom(8).hex()
        self._watchers: defaultdict[str, set[Watcher]] = defaultdict(set)
        self._layer = get_channel_layer()
        self._channel = ""
        self._tasks: list[asyncio.Task[None]] = []
        self._start_lock = asyncio.Lock()
        self._heard_at = 0.0

    async def watch(self, room: str, watcher: Watcher) -> None:
        async with self._start_lock:
            if not self._tasks:
                await self._start()
        is_first = not self._watchers[room]
        self._watchers[room].add(watcher)
        if is_first:
            await self._layer.group_add(room, self._channel)

    async def unwatch(self, room: str, watcher: Watcher) -> None:
        self._watchers[room].discard(watcher)
        if not self._watchers[room]:
            del self._watchers[room]
            await self._layer.group_discard(room, self._channel)

    async def _start(self) -> None:
        self._channel = await self._layer.new_channel()
        await self._layer.group_add(HEARTBEAT + self.origin, self._channel)
        self._heard_at = time.monotonic()
        self._tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._beat())]

    async def _listen(self) -> None:
        while True:
            message = await self._layer.receive(self._channel)
            if message["type"] == HEARTBEAT:
                await self._heard()
            elif message["origin"] != self.origin:
                await self.deliver(News(**message["news"]))

    async def _beat(self) -> None:
        """Hear ourselves through Redis; after a silence, let every browser of this process catch up."""
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            await publish(HEARTBEAT + self.origin, {"type": HEARTBEAT})

    async def _heard(self) -> None:
        silence = time.monotonic() - self._heard_at
        self._heard_at = time.monotonic()
        if silence > 2 * HEARTBEAT_SECONDS:
            logger.warning("live news were interrupted for %.0f s, browsers catch up", silence)
            for watcher in [one for room in self._watchers.values() for one in room]:
                await watcher.resync()

    async def deliver(self, news: News) -> None:
        for watcher in tuple(self._watchers.get(news.room, ())):
            for text in news.texts_for(watcher.player_id):
                await watcher.push(text)

    async def send(self, news: News) -> None:
        """To our own sockets at once, to those of other processes through Redis."""
        await self.deliver(news)
        await publish(news.room, {"type": "news", "origin": self.origin, "news": asdict(news)})


async def publish(group: str, message: dict[str, Any]) -> None:
    """Send to a group of the channel layer; without Redis the news is late, never lost (browsers ask again)."""
    try:
        await get_channel_layer().group_send(group, message)
    except Exception as error:  # whatever the connection raises: the move is committed and must stay acknowledged
        logger.warning("no news to %s: %s", group, error)


_hubs: dict[asyncio.AbstractEventLoop, Hub] = {}


def hub() -> Hub:
    """The hub of the running event loop."""
    loop = asyncio.get_running_loop()
    for stale in [one for one in _hubs if one.is_closed()]:
        del _hubs[stale]
    if loop not in _hubs:
        _hubs[loop] = Hub()
    return _hubs[loop]


@cache
def _background_loop(pid: int) -> asyncio.AbstractEventLoop:
    """An event loop of its own thread, for processes that serve no sockets."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="live-news", daemon=True).start()
    return loop


def announce(news: News) -> None:
    """Send `news` once the running transaction is committed. Called from threads, never from an event loop."""
    transaction.on_commit(lambda: _announce_now(news))


def _announce_now(news: News) -> None:
    serving = next(((loop, hub) for loop, hub in _hubs.items() if loop.is_running()), None)
    if serving:
        _run_in(serving[0], serving[1].send(news))
    else:
        message = {"type": "news", "origin": "", "news": asdict(news)}
        waiting = _run_in(_background_loop(os.getpid()), publish(news.room, message))
        with contextlib.suppress(TimeoutError):
            waiting.result(SEND_TIMEOUT)


def _run_in(loop: asyncio.AbstractEventLoop, coroutine: Coroutine[Any, Any, None]) -> Any:
    return asyncio.run_coroutine_threadsafe(coroutine, loop)


def lobby_changed() -> None:
    announce(News(LOBBY, everyone=[encode({"type": "lobby"})]))
