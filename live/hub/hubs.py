"""The hub, which delivers messages from any process to every browser that watches a room.

Each server process has one hub with one channel of the channel layer, on which it receives the news of all rooms that
it watches (and of others), and it forwards them directly to its own sockets. A message is encoded once and forwarded as
text.

Channels' own groups put every message into each socket's channel, where it is read, decrypted and decoded again. That
takes 17 times as much processor time with 50 sockets, and 4 times as much at a table of four (bench/sockets/fanout.py).
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
CHANGES_KNOWN = 500  # how many of the latest access changes a hub remembers


def _end_if_cancelled() -> None:
    """Raise CancelledError if this task was cancelled: the Redis client may have raised another error instead."""
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError


class Hub:
    """This process's sockets, by room, and its channel, on which it receives news from the other processes."""

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
        """Rooms that are watched here but have not been announced to the other processes yet."""
        self._is_speaking = False
        """Tells whether a task is already publishing the outbox and these rooms."""
        self._voice = asyncio.Lock()
        """Held while publishing, so that other processes learn in the right order which rooms are watched here."""
        self._elsewhere = Elsewhere(3 * HEARTBEAT_SECONDS)
        self._has_heard_of_others = False
        self._loop = asyncio.get_running_loop()
        self._spoken: deque[News] = deque()
        self._is_woken = False
        self._heard_at = 0.0
        self._changes, self._changed = 0, deque[str](maxlen=CHANGES_KNOWN)
        """How many access changes this hub has seen, and the rooms of the latest ones, newest first."""

    def changes(self) -> int | None:
        """Return how many access changes this hub has seen; None while it does not receive other processes' news."""
        return self._changes if self._channel else None

    def has_changed(self, rooms: Collection[str], *, since: int | None) -> bool:
        """Return whether access to one of the rooms may have changed since `changes` returned `since`."""
        if since is None or (new := self._changes - since) > len(self._changed):
            return True
        return not set(rooms).isdisjoint(islice(self._changed, new))

    async def watch(self, room: str, watcher: Watcher) -> None:
        """Add a socket to a room. While Redis is down it only gets the news of its own process; it catches up once
        Redis is back."""
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
        """Subscribe to the other processes' news; return whether that worked."""
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
                logger.warning("received news that cannot be read or was not sent by this site: %r", error)
                continue
            if word is None:
                await self._heard_ourselves()
            else:
                await self._hear(origin, word)

    async def _hear(self, origin: str, word: Word) -> None:
        """Handle a message from another process; `origin` is empty for processes without sockets."""
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
        """Publish a heartbeat regularly. It shows us whether Redis delivers what we publish, and tells the other
        processes all the rooms that are watched here.

        By the second heartbeat the others send us their news. Sockets opened before that may have missed some, so they
        catch up as soon as we have heard from another process, which may itself be stalled for longer than a beat.
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
        """Return whether another process with sockets has been heard from recently."""
        return self._elsewhere.is_there()

    async def _heard_ourselves(self) -> None:
        """Handle our own heartbeat. If it was overdue, news may have been missed, so all browsers here catch up."""
        silence = time.monotonic() - self._heard_at
        self._heard_at = time.monotonic()
        if silence > 2 * HEARTBEAT_SECONDS:
            logger.warning("live news was interrupted for %.0f s, browsers catch up", silence)
            self._elsewhere.suppose()
            self._keep_doing(self._catch_up())

    async def _catch_up(self, rooms: Iterable[str] | None = None) -> None:
        """Make the browsers in these rooms, or all browsers of this process, fetch everything again. News and
        heartbeats continue meanwhile."""
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
        """Send whatever needs no waiting, which is nearly everything; return the remaining texts for each watcher."""
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
        """Drop a broken socket, so that the others still get the news."""
        logger.debug("a watcher of %s is gone: %r", room, error)
        self.unwatch(room, watcher)

    def send_from_thread(self, batch: Iterable[News]) -> None:
        """Send news from any thread. Several batches before the event loop gets to run wake it only once."""
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
        """Send news to our own sockets immediately, and to other processes through Redis, batched with any further
        news. Rooms that no other process is known to watch are not published."""
        await self.deliver(news)
        self._tell_others(news)

    def _tell_others(self, news: News) -> None:
        """Queue news for publication if another process watches the room, or if it changes access to the room, which
        also matters to sockets that are just opening."""
        if not self._elsewhere.watches(news.room) and not (self.has_company and news.changes_access):
            return
        self._outbox.append(news)
        self._speak_soon()

    def _speak_soon(self) -> None:
        if not self._is_speaking:
            self._is_speaking = True
            self._keep_doing(self._speak())

    async def _speak(self) -> None:
        """Publish the outbox and the unannounced rooms until both are empty."""
        async with self._voice:
            try:
                while self._outbox or self._unsaid:
                    word = Word(self._outbox, also=self._unsaid)
                    self._outbox, self._unsaid = [], []
                    await publish(self.origin, word)
            finally:
                self._is_speaking = False
