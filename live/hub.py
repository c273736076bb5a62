"""Messages out: from any process to every browser that watches a room.

Each server process has one hub: one channel of the channel layer, on which it hears the news of all rooms, and
direct fan-out to its own sockets. A message is encoded once and handed on as text.
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
from channels.layers import BaseChannelLayer, get_channel_layer
from django.db import transaction

logger = logging.getLogger(__name__)

NEWS = "news"
HEARTBEAT_SECONDS = 2.0
SEND_TIMEOUT = 0.5

LOOK_AGAIN = "look-again"
"""A message that is not for browsers: the socket that gets it makes sure that it may still watch, or closes."""


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
    """Encoded messages for those who watch `room` (a table's id, the lobby, ...), in the order of sending.

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


async def _tell(watcher: Watcher, news: News) -> None:
    for text in news.texts_for(watcher.player_id):
        await watcher.push(text)


class Hub:
    """The sockets of this process, by room, and the process's one channel, on which all processes hear all news."""

    def __init__(self) -> None:
        self.origin = os.urandom(8).hex()
        self._watchers: defaultdict[str, set[Watcher]] = defaultdict(set)
        self._layer = channel_layer()
        self._channel = ""
        self._tasks: set[asyncio.Task[None]] = set()
        self._start_lock = asyncio.Lock()
        self._is_starting = False
        self._outbox: list[News] = []
        self._heard_at = 0.0

    async def watch(self, room: str, watcher: Watcher) -> None:
        """Without Redis a socket hears what its own process says, and catches up once Redis is there."""
        async with self._start_lock:
            if not self._channel and not self._is_starting and not await self._start():
                self._is_starting = True
                self._keep_doing(self._start_later())
        self._watchers[room].add(watcher)

    def unwatch(self, room: str, watcher: Watcher) -> None:
        self._watchers[room].discard(watcher)
        if not self._watchers[room]:
            del self._watchers[room]

    async def _start(self) -> bool:
        """Return whether the process hears the others now."""
        try:
            channel = await self._layer.new_channel()
            await self._layer.group_add(NEWS, channel)
        except Exception as error:  # whatever the connection raises
            logger.warning("no news from other processes: %r", error)
            with contextlib.suppress(Exception):
                await self._layer.flush()
            return False
        self._channel = channel
        self._heard_at = time.monotonic()
        self._keep_doing(self._listen())
        self._keep_doing(self._beat())
        return True

    async def _start_later(self) -> None:
        await asyncio.sleep(HEARTBEAT_SECONDS)
        while not await self._start():
            await asyncio.sleep(HEARTBEAT_SECONDS)
        self._is_starting = False
        await self._catch_up()

    def _keep_doing(self, coroutine: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _listen(self) -> None:
        while True:
            try:
                message = await self._layer.receive(self._channel)
            except Exception as error:  # whatever reading it raises
                logger.warning("something that this site has not said came as news: %r", error)
                continue
            if message["origin"] == self.origin:
                await self._heard_ourselves()
            else:
                for news in message["news"]:
                    await self.deliver(News(**news))

    async def _beat(self) -> None:
        """Say nothing, to hear that Redis still carries what we say."""
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            await publish(self.origin, [])

    async def _heard_ourselves(self) -> None:
        """After a silence longer than our heartbeat, news may have been missed: have every browser here catch up."""
        silence = time.monotonic() - self._heard_at
        self._heard_at = time.monotonic()
        if silence > 2 * HEARTBEAT_SECONDS:
            logger.warning("live news were interrupted for %.0f s, browsers catch up", silence)
            await self._catch_up()

    async def _catch_up(self) -> None:
        for room, watcher in [(room, one) for room, watchers in self._watchers.items() for one in watchers]:
            await self._unless_gone(room, watcher, watcher.resync())

    async def deliver(self, news: News) -> None:
        for watcher in tuple(self._watchers.get(news.room, ())):
            await self._unless_gone(news.room, watcher, _tell(watcher, news))

    async def _unless_gone(self, room: str, watcher: Watcher, speaking: Coroutine[Any, Any, None]) -> None:
        """A socket that breaks while it is spoken to must not keep the news from the others."""
        try:
            await speaking
        except Exception as error:  # whatever the server raises on a closed connection
            logger.debug("a watcher of %s is gone: %r", room, error)
            self.unwatch(room, watcher)

    async def send(self, news: News) -> None:
        """To our own sockets at once; to other processes through Redis, together with what comes up meanwhile."""
        await self.deliver(news)
        self._outbox.append(news)
        if len(self._outbox) == 1:
            self._keep_doing(self._empty_outbox())

    async def _empty_outbox(self) -> None:
        while batch := self._outbox.copy():
            await publish(self.origin, batch)
            del self._outbox[: len(batch)]


def channel_layer() -> BaseChannelLayer:
    layer = get_channel_layer()
    assert layer is not None
    return layer


async def publish(origin: str, batch: list[News]) -> None:
    """Tell all processes; without Redis the news is late, never lost (browsers ask again)."""
    message = {"type": NEWS, "origin": origin, "news": [asdict(news) for news in batch]}
    try:
        await channel_layer().group_send(NEWS, message)
    except Exception as error:  # whatever the connection raises: the moves are committed and stay acknowledged
        logger.warning("news of %d rooms did not go out: %s", len(batch), error)


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


def announce(*batch: News) -> None:
    """Send the news once the running transaction is committed. Called from threads, never from an event loop."""
    transaction.on_commit(lambda: _announce_now(batch))


def _announce_now(batch: tuple[News, ...]) -> None:
    serving = next(((loop, hub) for loop, hub in _hubs.items() if loop.is_running()), None)
    if serving:
        for news in batch:
            _run_in(serving[0], serving[1].send(news))
    else:
        waiting = _run_in(_background_loop(os.getpid()), publish("", list(batch)))
        with contextlib.suppress(TimeoutError):
            waiting.result(SEND_TIMEOUT)


def _run_in(loop: asyncio.AbstractEventLoop, coroutine: Coroutine[Any, Any, None]) -> Any:
    return asyncio.run_coroutine_threadsafe(coroutine, loop)
