"""The hub: messages from any process to every browser that watches a room.

Each server process has one hub: one channel of the channel layer, on which it hears the news of all rooms that it
watches (and of others), and direct fan-out to its own sockets. A message is encoded once and forwarded as text.

Hand-written because a group of Channels puts every message into each socket's channel, where it is read, decrypted and
decoded again: 17 times the processor time at 50 sockets, 4 times at a table of four (bench/sockets/fanout.py).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import time
from collections import defaultdict, deque
from collections.abc import Collection, Coroutine, Iterable, Sequence
from itertools import count, islice
from typing import Any

from live.hub.elsewhere import Elsewhere
from live.hub.news import NEWS, News, Watcher, Word, channel_layer, publish, unpacked
from live.hub.sealing import unseal

logger = logging.getLogger(__name__)

HEARTBEAT_SECONDS = 2.0
CHANGES_KNOWN = 500  # the latest changes of access that a hub remembers


def _end_if_cancelled() -> None:
    """Raise CancelledError if this task was cancelled: the Redis client may have answered that with an error."""
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError


class Hub:
    """The sockets of this process, by room, and the process's one channel, on which all processes hear one another."""

    def __init__(self) -> None:
        self.origin = os.urandom(8).hex()
        self._watchers: defaultdict[str, set[Watcher]] = defaultdict(set)
        self._layer = channel_layer()
        self._channel = ""
        self._tasks: set[asyncio.Task[None]] = set()
        self._start_lock = asyncio.Lock()
        self._is_starting = False
        self._outbox: list[News] = []
        self._unsaid: list[str] = []
        """The rooms that are watched here and that others have not been told of."""
        self._is_speaking = False
        """Whether a task is about to tell others what is in the outbox, and of these rooms."""
        self._voice = asyncio.Lock()
        """Held while something is said, so that others hear what is watched here in the right order."""
        self._elsewhere = Elsewhere(3 * HEARTBEAT_SECONDS)
        self._has_heard_of_others = False
        self._loop = asyncio.get_running_loop()
        self._spoken: deque[News] = deque()
        self._is_woken = False
        self._heard_at = 0.0
        self._changes, self._changed = 0, deque[str](maxlen=CHANGES_KNOWN)
        """How many changes of access have been heard of, and the rooms of the latest, the last one first."""

    def changes(self) -> int | None:
        """Return how many changes of access have been heard of; None while other processes are not heard."""
        return self._changes if self._channel else None

    def has_changed(self, rooms: Collection[str], *, since: int | None) -> bool:
        """Return whether access to one of the rooms has, or may have, changed since then (see `changes`)."""
        if since is None or (new := self._changes - since) > len(self._changed):
            return True
        return not set(rooms).isdisjoint(islice(self._changed, new))

    async def watch(self, room: str, watcher: Watcher) -> None:
        """Add a socket to a room. Without Redis it gets the news of its own process, and catches up once Redis is
        there."""
        async with self._start_lock:
            if not self._channel and not self._is_starting and not await self._start():
                self._is_starting = True
                self._keep_doing(self._start_later())
        if room not in self._watchers and self.has_company:
            self._unsaid.append(room)
            self._speak_soon()
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
        self._elsewhere.suppose()
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
                origin = message["origin"]
                packed = unseal(message["news"], origin)
                word = unpacked(packed) if origin != self.origin else None
            except Exception as error:  # whatever reading raises
                _end_if_cancelled()
                logger.warning("received news that this site has not sent: %r", error)
                continue
            if word is None:
                await self._heard_ourselves()
            else:
                await self._hear(origin, word)

    async def _hear(self, origin: str, word: Word) -> None:
        """Hear what another process says; those without sockets have no name."""
        if origin:
            self._has_heard_of_others = True
            if missed := self._elsewhere.hear(origin, word.also, word.all):
                self._keep_doing(publish(self.origin, Word(missed=missed)))
        for news in word.news:
            if left := self._deliver_at_once(news):
                await self._push(news.room, left)
        if word.missed:
            self._keep_doing(self._catch_up(word.missed))

    async def _beat(self) -> None:
        """Publish a heartbeat regularly, to hear whether Redis delivers what we publish, and to be known to others with
        all that is watched here.

        By the second one, others send us their news. Whoever came before that may have missed some, and catches up as
        soon as others have been heard of, who may stand still for longer than a beat.
        """
        has_caught_up = False
        for beat in count():
            async with self._voice:
                await publish(self.origin, Word(all=list(self._watchers)))
            _end_if_cancelled()
            self._elsewhere.forget()
            if beat and self._has_heard_of_others and not has_caught_up:
                has_caught_up = True
                self._keep_doing(self._catch_up())
            await asyncio.sleep(HEARTBEAT_SECONDS)

    @property
    def has_company(self) -> bool:
        """Return whether another process with sockets has been heard of lately."""
        return self._elsewhere.is_there()

    async def _heard_ourselves(self) -> None:
        """Make every browser here catch up after a silence longer than our heartbeat: news may have been missed."""
        silence = time.monotonic() - self._heard_at
        self._heard_at = time.monotonic()
        if silence > 2 * HEARTBEAT_SECONDS:
            logger.warning("live news was interrupted for %.0f s, browsers catch up", silence)
            self._elsewhere.suppose()
            self._keep_doing(self._catch_up())

    async def _catch_up(self, rooms: Iterable[str] | None = None) -> None:
        """Have the browsers in these rooms, or all that are here, fetch everything again; news and heartbeats go on
        meanwhile."""
        watched = self._watchers.values() if rooms is None else [self._watchers.get(room, ()) for room in rooms]
        for watcher in set[Watcher]().union(*watched):
            try:
                await watcher.resync()
            except Exception as error:  # whatever the server raises on a closed connection
                for room in [room for room, watchers in self._watchers.items() if watcher in watchers]:
                    self._drop(room, watcher, error)

    async def deliver(self, news: News) -> None:
        await self._push(news.room, self._deliver_at_once(news))

    def _deliver_at_once(self, news: News) -> list[tuple[Watcher, Sequence[str]]]:
        """Send what needs no waiting, which is nearly everything; return what is left for each watcher."""
        is_for_sockets = news.changes_access
        if is_for_sockets:
            self._changes += 1
            self._changed.appendleft(news.room)
        left: list[tuple[Watcher, Sequence[str]]] = []
        for watcher in tuple(self._watchers.get(news.room, ())):
            try:
                texts = news.texts_for(watcher)
                if texts and (is_for_sockets or not watcher.push_at_once(texts)):
                    left.append((watcher, texts))
            except Exception as error:  # whatever the server raises on a closed connection
                self._drop(news.room, watcher, error)
        return left

    async def _push(self, room: str, left: Sequence[tuple[Watcher, Sequence[str]]]) -> None:
        for watcher, texts in left:
            try:
                for text in texts:
                    await watcher.push(text)
            except Exception as error:  # whatever the server raises on a closed connection
                self._drop(room, watcher, error)

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
            news = self._spoken.popleft()
            if left := self._deliver_at_once(news):
                self._keep_doing(self._push(news.room, left))
            self._tell_others(news)

    async def send(self, news: News) -> None:
        """Send to our own sockets at once, and to other processes through Redis, batched with whatever comes up
        meanwhile; not if none of them watches the room, as far as has been heard."""
        await self.deliver(news)
        self._tell_others(news)

    def _tell_others(self, news: News) -> None:
        """Publish news that somebody else watches, or that changes who may: that concerns sockets about to open."""
        if not self._elsewhere.watches(news.room) and not (self.has_company and news.changes_access):
            return
        self._outbox.append(news)
        self._speak_soon()

    def _speak_soon(self) -> None:
        if not self._is_speaking:
            self._is_speaking = True
            self._keep_doing(self._speak())

    async def _speak(self) -> None:
        """Say all that there is to say to the other processes."""
        async with self._voice:
            try:
                while self._outbox or self._unsaid:
                    word = Word(self._outbox, also=self._unsaid)
                    self._outbox, self._unsaid = [], []
                    await publish(self.origin, word)
            finally:
                self._is_speaking = False
