"""The hub: messages from any process to every browser that watches a room.

Each server process has one hub: one channel of the channel layer, on which it hears the news of all rooms, and
direct fan-out to its own sockets. A message is encoded once and forwarded as text.

Hand-written because a group of Channels puts every message into each socket's channel, where it is read, decrypted and
decoded again: 17 times the processor time at 50 sockets, 4 times at a table of four (bench/fanout.py).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import threading
import time
from collections import defaultdict, deque
from collections.abc import Coroutine, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from itertools import count
from typing import Any, Protocol

import msgspec
from channels.layers import BaseChannelLayer, get_channel_layer
from django.db import transaction

logger = logging.getLogger(__name__)

NEWS = "news"
HEARTBEAT_SECONDS = 2.0
SEND_TIMEOUT = 0.5

LOOK_AGAIN = "look-again"
"""A message for sockets, not for browsers: check whether you may still watch, or else close."""


def _as_text(value: Any) -> str:
    """Encode tiles and moves, which are strings with extra attributes, as plain strings."""
    if isinstance(value, str):
        return str(value)
    raise NotImplementedError(type(value).__name__)


_encoder = msgspec.json.Encoder(enc_hook=_as_text)


def encode(message: Any) -> str:
    return _encoder.encode(message).decode()


@dataclass(slots=True)
class News:
    """Encoded messages for everyone who watches `room` (a table's id, the lobby, …), in the order of sending.

    `players` holds messages for single players, by id as text; `onlookers` those for all watchers who are not in
    `seated`. Chat lines have an `author` and only go to those they reach; `is_phrase` marks ready-made phrases.
    """

    room: str
    everyone: list[str] = field(default_factory=list)
    players: dict[str, list[str]] = field(default_factory=dict)
    onlookers: list[str] = field(default_factory=list)
    seated: list[int] = field(default_factory=list)
    author: int | None = None
    is_phrase: bool = False

    def texts_for(self, watcher: Watcher) -> Iterable[str]:
        if self.author is not None and not watcher.would_hear(self.author, is_phrase=self.is_phrase):
            return ()
        player_id = watcher.player_id
        own = self.players.get(str(player_id), ()) if self.players else ()
        onlookers = self.onlookers if self.onlookers and player_id not in self.seated else ()
        return [*self.everyone, *own, *onlookers] if own or onlookers else self.everyone


class Hearing(Protocol):
    def would_hear(self, author_id: int, *, is_phrase: bool) -> bool:
        """Return whether a line of this author reaches the watcher."""
        ...


class Watcher(Hearing, Protocol):
    """A socket as the hub sees it."""

    player_id: int | None

    async def push(self, text: str) -> None: ...

    async def resync(self) -> None:
        """Send the whole state again, because something may have been missed."""
        ...


def _end_if_cancelled() -> None:
    """Raise CancelledError if this task was cancelled: the Redis client may have answered that with an error."""
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError


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
        self._others_until = 0.0
        """Until when another process is believed to have sockets, as `time.monotonic()` counts."""
        self._has_heard_of_others = False
        self._loop = asyncio.get_running_loop()
        self._spoken: deque[News] = deque()
        self._is_woken = False
        self._heard_at = 0.0

    async def watch(self, room: str, watcher: Watcher) -> None:
        """Add a socket to a room. Without Redis it gets the news of its own process, and catches up once Redis is
        there."""
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
        """Subscribe to the other processes; return whether that worked."""
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
        self._believe_in_others()
        self._keep_doing(self._listen())
        self._keep_doing(self._beat())
        return True

    async def _start_later(self) -> None:
        await asyncio.sleep(HEARTBEAT_SECONDS)
        while not await self._start():
            _end_if_cancelled()
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
            except Exception as error:  # whatever reading raises
                _end_if_cancelled()
                logger.warning("received news that this site has not sent: %r", error)
                continue
            if message["origin"] == self.origin:
                await self._heard_ourselves()
            else:
                if message["origin"]:
                    self._has_heard_of_others = True
                    self._believe_in_others()
                for news in message["news"]:
                    await self.deliver(News(**news))

    async def _beat(self) -> None:
        """Publish a heartbeat regularly, to hear whether Redis delivers what we publish, and to be known to others.

        By the second one, others send us their news. Whoever came before that may have missed some, and catches up.
        """
        for beat in count():
            await publish(self.origin, [])
            _end_if_cancelled()
            if beat == 1 and self._has_heard_of_others:
                await self._catch_up()
            await asyncio.sleep(HEARTBEAT_SECONDS)

    @property
    def has_company(self) -> bool:
        """Return whether another process with sockets has been heard of lately."""
        return time.monotonic() < self._others_until

    def _believe_in_others(self) -> None:
        self._others_until = time.monotonic() + 3 * HEARTBEAT_SECONDS

    async def _heard_ourselves(self) -> None:
        """Make every browser here catch up after a silence longer than our heartbeat: news may have been missed."""
        silence = time.monotonic() - self._heard_at
        self._heard_at = time.monotonic()
        if silence > 2 * HEARTBEAT_SECONDS:
            logger.warning("live news was interrupted for %.0f s, browsers catch up", silence)
            self._believe_in_others()
            await self._catch_up()

    async def _catch_up(self) -> None:
        for room, watcher in [(room, one) for room, watchers in self._watchers.items() for one in watchers]:
            try:
                await watcher.resync()
            except Exception as error:  # whatever the server raises on a closed connection
                self._drop(room, watcher, error)

    async def deliver(self, news: News) -> None:
        for watcher in tuple(self._watchers.get(news.room, ())):
            try:
                for text in news.texts_for(watcher):
                    await watcher.push(text)
            except Exception as error:  # whatever the server raises on a closed connection
                self._drop(news.room, watcher, error)

    def _drop(self, room: str, watcher: Watcher, error: Exception) -> None:
        """Drop a socket that is broken, so that the others still get the news."""
        logger.debug("a watcher of %s is gone: %r", room, error)
        self.unwatch(room, watcher)

    def send_from_thread(self, batch: Iterable[News]) -> None:
        """Send from any thread. News that come up before the event loop gets to them wake it only once."""
        self._spoken.extend(batch)
        if not self._is_woken:
            self._is_woken = True
            self._loop.call_soon_threadsafe(self._send_what_was_spoken)

    def _send_what_was_spoken(self) -> None:
        self._is_woken = False
        while self._spoken:
            self._keep_doing(self.send(self._spoken.popleft()))

    async def send(self, news: News) -> None:
        """Send to our own sockets at once, and to other processes through Redis, batched with whatever comes up
        meanwhile; not if no other process has been heard of lately."""
        await self.deliver(news)
        if not self.has_company:
            return
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
    """Publish news to all processes. Without Redis it is late but not lost, because browsers ask again."""
    message = {"type": NEWS, "origin": origin, "news": [asdict(news) for news in batch]}
    try:
        await channel_layer().group_send(NEWS, message)
    except Exception as error:  # whatever the connection raises: the moves are committed and stay acknowledged
        logger.warning("news for %d rooms could not be published: %s", len(batch), error)


_gathering = threading.local()
_hubs: dict[asyncio.AbstractEventLoop, Hub] = {}


def hub() -> Hub:
    """Return the hub of the running event loop."""
    loop = asyncio.get_running_loop()
    for stale in [one for one in _hubs if one.is_closed()]:
        del _hubs[stale]
    if loop not in _hubs:
        _hubs[loop] = Hub()
    return _hubs[loop]


@cache
def _background_loop(pid: int) -> asyncio.AbstractEventLoop:
    """Return an event loop in a thread of its own, for processes that serve no sockets."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="live-news", daemon=True).start()
    return loop


def announce(*batch: News) -> None:
    """Send the news once the current transaction commits. Call it from threads, never from an event loop."""
    transaction.on_commit(lambda: _announce_now(batch))


@contextlib.contextmanager
def announcing_together() -> Iterator[None]:
    """Send what is announced in the block, in this thread, at its end and together."""
    gathered: list[News] = []
    _gathering.news = gathered
    try:
        yield
    finally:
        _gathering.news = None
        if gathered:
            _announce_now(gathered)


def _announce_now(batch: Sequence[News]) -> None:
    gathered: list[News] | None = getattr(_gathering, "news", None)
    if gathered is not None:
        gathered.extend(batch)
        return
    serving = next((hub for loop, hub in _hubs.items() if loop.is_running()), None)
    if serving:
        serving.send_from_thread(batch)
    else:
        loop = _background_loop(os.getpid())
        waiting = asyncio.run_coroutine_threadsafe(publish("", list(batch)), loop)
        with contextlib.suppress(TimeoutError):
            waiting.result(SEND_TIMEOUT)
