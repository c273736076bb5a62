"""The hub when Redis starts late, or when somebody else reads and writes in it."""

from __future__ import annotations

import asyncio
import pickle
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from channels.layers import BaseChannelLayer, channel_layers
from django.conf import settings as site
from django.core.cache import cache
from pytest_django import Settings
from redis import Redis
from redis.asyncio import Redis as AsyncRedis

from live.hub import Hub, News, channel_layer, hubs
from live.hub.news import NEWS, Word, packed, publish
from live.hub.sealing import seal
from run.redis import redis_command


class Watcher:
    player_id: int | None = None

    def __init__(self) -> None:
        self.heard: asyncio.Queue[str] = asyncio.Queue()
        self.caught_up = asyncio.Event()

    def would_hear(self, author_id: int, *, is_phrase: bool) -> bool:
        return True

    def push_at_once(self, texts: Sequence[str]) -> bool:
        return False

    async def push(self, text: str) -> None:
        self.heard.put_nowait(text)

    async def resync(self) -> None:
        self.caught_up.set()

    async def hears(self) -> str:
        async with asyncio.timeout(30):
            return await self.heard.get()


def layer_at(settings: Settings, address: str) -> None:
    layer: Any = site.CHANNEL_LAYERS["default"]
    host = {**layer["CONFIG"]["hosts"][0], "address": address}
    settings.CHANNEL_LAYERS = {"default": {**layer, "CONFIG": {**layer["CONFIG"], "hosts": [host]}}}


@contextmanager
def redis_at(socket: Path) -> Iterator[None]:
    with subprocess.Popen(redis_command(socket)) as server:
        try:
            yield
        finally:
            server.terminate()


async def leave(hub: Hub) -> None:
    """Cancel the hub's tasks; each must end after being cancelled only once."""
    for task in hub._tasks:
        task.cancel()
    async with asyncio.timeout(30):
        await asyncio.gather(*hub._tasks, return_exceptions=True)
    await channel_layer().flush()


async def test_a_socket_that_opened_before_redis_started_gets_news_once_it_runs(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hubs, "HEARTBEAT_SECONDS", 0.05)
    socket = tmp_path / "redis.sock"
    layer_at(settings, f"unix://{socket}")
    hub, watcher = Hub(), Watcher()
    await hub.watch("room", watcher)
    await hub.send(News("room", everyone=["from here"]))
    assert await watcher.hears() == "from here"
    with redis_at(socket):
        async with asyncio.timeout(30):
            await watcher.caught_up.wait()
        await publish("another process", Word([News("room", everyone=["from there"])]))
        assert await watcher.hears() == "from there"
        await leave(hub)


async def say_until_heard(hub: Hub, text: str, watcher: Watcher) -> None:
    """Send a text repeatedly, since a process that is silent for long is assumed to be gone."""
    async with asyncio.timeout(30):
        while text not in watcher.heard._queue:  # type: ignore[attr-defined]
            await hub.send(News("room", everyone=[text]))
            await asyncio.sleep(0.05)


async def test_the_first_socket_of_another_process_gets_the_news(
    redis_server: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hubs, "HEARTBEAT_SECONDS", 0.1)
    hub, watcher, later = Hub(), Watcher(), Watcher()
    await hub.watch("room", watcher)
    async with asyncio.timeout(30):
        while hub.has_company:
            await asyncio.sleep(0.05)
    await hub.send(News("room", everyone=["to nobody else"]))
    assert not hub._outbox
    assert await watcher.hears() == "to nobody else"
    other = Hub()
    await other.watch("room", later)
    async with asyncio.timeout(30):
        await later.caught_up.wait()
    await say_until_heard(hub, "to both", later)
    await say_until_heard(other, "and back", watcher)
    await leave(hub)
    await leave(other)


async def test_a_hub_that_learns_of_others_late_catches_up(
    redis_server: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hubs, "HEARTBEAT_SECONDS", 0.2)
    hub, watcher = Hub(), Watcher()
    await hub.watch("room", watcher)
    await asyncio.sleep(1)
    watcher.caught_up.clear()
    await publish("another process", Word())
    async with asyncio.timeout(30):
        await watcher.caught_up.wait()
    await leave(hub)


class SlowWatcher(Watcher):
    def __init__(self) -> None:
        super().__init__()
        self.may_go_on = asyncio.Event()

    async def resync(self) -> None:
        await super().resync()
        await self.may_go_on.wait()


async def test_news_continues_while_browsers_catch_up(redis_server: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hubs, "HEARTBEAT_SECONDS", 0.2)
    hub, watcher = Hub(), SlowWatcher()
    await hub.watch("room", watcher)
    async with asyncio.timeout(30):
        while not watcher.caught_up.is_set():
            await publish("another process", Word())
            await asyncio.sleep(0.1)
    await publish("another process", Word([News("room", everyone=["from there"])]))
    assert await watcher.hears() == "from there"
    watcher.may_go_on.set()
    await leave(hub)


async def test_news_in_redis_is_secret_and_forged_news_is_ignored(redis_server: Redis) -> None:
    hub, watcher = Hub(), Watcher()
    await hub.watch("room", watcher)
    layer: BaseChannelLayer = channel_layers["default"]
    channel = f"{site.SITE_PREFIX}:channels__group__{NEWS}"
    async with AsyncRedis.from_url(site.REDIS_URL) as spy, spy.pubsub() as ear:
        await ear.subscribe(channel)
        await publish("another process", Word([News("room", players={"7": ["6-6"]}, everyone=["5-5"])]))
        assert await watcher.hears() == "5-5"
        overheard = b""
        async with asyncio.timeout(30):
            while not overheard:
                message = await ear.get_message(ignore_subscribe_messages=True, timeout=10)
                overheard = message["data"] if message else b""
        assert b"6-6" not in overheard
        assert b"room" not in overheard
        await spy.publish(channel, b"\x80 nonsense")
    sealed = seal(packed(Word([News("room", everyone=["3-3"])])), "another process")
    for forged in (b"", sealed[:20], sealed[:-1] + bytes([sealed[-1] ^ 1]), sealed):
        await layer.group_send(NEWS, {"type": NEWS, "origin": "a third", "news": forged})
    await layer.group_send(NEWS, {"type": NEWS, "origin": "a third", "news": [{"room": "room", "everyone": ["2-2"]}]})
    await publish("a third", Word([News("room", everyone=["4-4"])]))
    assert await watcher.hears() == "4-4"
    await leave(hub)


class Trap:
    """Leaves a trace if it is unpickled."""

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return (pytest.fail, ("it was unpickled",))


def test_foreign_values_in_the_cache_are_not_unpickled(redis_server: Redis) -> None:
    cache.set("key", {"hand": "6-6"})
    assert cache.get("key") == {"hand": "6-6"}
    (stored,) = redis_server.scan_iter(f"*{cache.make_key('key')}")
    kept = redis_server.get(stored)
    assert isinstance(kept, bytes)
    assert b"6-6" not in kept
    redis_server.set(stored, pickle.dumps(Trap()))
    assert cache.get("key", "nothing") == "nothing"
    cache.set("key", -7)
    assert cache.get("key") == -7
