"""News goes to other processes only if somebody there watches the room, and still nobody misses any."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

import pytest
from redis import Redis

from live.hub import LOOK_AGAIN, Hub, News, hubs
from live.hub.elsewhere import Elsewhere
from tests.live.test_hub_and_redis import Watcher, leave


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not condition():
            await asyncio.sleep(0.02)


async def knowing_each_other(monkeypatch: pytest.MonkeyPatch) -> tuple[Hub, Hub]:
    """Return two hubs that know each other and assume no further ones; one of them has a socket in `here`."""
    monkeypatch.setattr(hubs, "HEARTBEAT_SECONDS", 0.2)
    hub, other = Hub(), Hub()
    await hub.watch("here", Watcher())
    await other.watch("there", Watcher())
    await until(lambda: hub._elsewhere.watches("there") and not hub._elsewhere.watches("nowhere"))
    await until(lambda: other._elsewhere.watches("here") and not other._elsewhere.watches("nowhere"))
    return hub, other


async def test_only_news_of_rooms_watched_elsewhere_is_published(
    redis_server: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub, other = await knowing_each_other(monkeypatch)
    watcher = Watcher()
    await hub.watch("there", watcher)
    for room in ("here", "there"):
        await hub.send(News(room, everyone=["words"]))
    assert [news.room for news in hub._outbox] == ["there"]
    await until(lambda: other._elsewhere.watches("there"))
    await other.send(News("there", everyone=["an answer"]))
    assert [await watcher.hears(), await watcher.hears()] == ["words", "an answer"]
    await leave(hub)
    await leave(other)


async def test_a_socket_that_opens_after_news_was_withheld_catches_up(
    redis_server: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub, other = await knowing_each_other(monkeypatch)
    await asyncio.sleep(0.5)  # let any other catching up finish first
    late = Watcher()
    await hub.send(News("here", everyone=["missed"]))
    assert not hub._outbox
    await other.watch("here", late)
    async with asyncio.timeout(30):
        await late.caught_up.wait()
    await hub.send(News("here", everyone=["heard"]))
    assert await late.hears() == "heard"
    await leave(hub)
    await leave(other)


async def test_access_changes_are_always_published(redis_server: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    hub, other = await knowing_each_other(monkeypatch)
    before = other.changes()
    await hub.send(News("nowhere", everyone=[LOOK_AGAIN]))
    await until(lambda: other.has_changed(["nowhere"], since=before))
    await leave(hub)
    await leave(other)


def test_a_process_without_a_complete_list_may_watch_anything() -> None:
    elsewhere = Elsewhere(patience=30)
    elsewhere.hear("late", ["one"], None)
    assert elsewhere.watches("another")
    elsewhere.hear("late", [], ["one"])
    assert elsewhere.watches("one")
    assert not elsewhere.watches("another")
    elsewhere.hear("late", ["another"], None)
    assert elsewhere.watches("another")
    elsewhere.hear("late", [], ["another"])
    assert not elsewhere.watches("one")


def test_withheld_rooms_are_reported_once_somebody_watches_them() -> None:
    elsewhere = Elsewhere(patience=30)
    elsewhere.hear("other", [], ["one"])
    assert not elsewhere.watches("another")
    assert elsewhere.hear("other", ["another", "a third"], None) == ["another"]
    assert elsewhere.hear("other", ["another"], ["one", "another"]) == []


def test_a_process_that_was_silent_for_long_has_missed_withheld_news() -> None:
    elsewhere = Elsewhere(patience=0.01)
    elsewhere.hear("asleep", [], ["one"])
    assert elsewhere.is_there()
    time.sleep(0.02)
    assert not elsewhere.is_there()
    assert not elsewhere.watches("one")
    assert elsewhere.hear("asleep", [], ["one"]) == ["one"]
    time.sleep(0.02)
    elsewhere.forget()
    assert not elsewhere._heard


def test_after_a_silence_everything_is_published() -> None:
    elsewhere = Elsewhere(patience=30)
    elsewhere.hear("other", [], ["one"])
    elsewhere.suppose()
    assert elsewhere.watches("another")
