"""How many pages are rendered at once."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from config import asgi
from live.queue import Queue


async def asked(application: Any) -> int:
    statuses = []

    async def send(message: Any) -> None:
        statuses.append(message.get("status"))

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    await application({"type": "http", "path": "/", "method": "GET"}, receive, send)
    return int(statuses[0])


async def test_some_are_answered_some_wait_and_the_rest_are_refused() -> None:
    at_once, most_at_once, may_go_on = 0, 0, asyncio.Event()

    async def page(scope: Any, receive: Any, send: Any) -> None:
        nonlocal at_once, most_at_once
        at_once += 1
        most_at_once = max(most_at_once, at_once)
        await may_go_on.wait()
        at_once -= 1
        await send({"type": "http.response.start", "status": 200, "headers": []})

    queue = Queue(page, at_once=3, waiting=4)
    crowd = [asyncio.create_task(asked(queue)) for _ in range(10)]
    await asyncio.sleep(0)
    may_go_on.set()
    assert sorted(await asyncio.gather(*crowd)) == [200] * 7 + [503] * 3
    assert most_at_once == 3
    assert await asked(queue) == 200


async def test_a_client_that_disconnects_leaves_the_queue() -> None:
    async def page(scope: Any, receive: Any, send: Any) -> None:
        await asyncio.Event().wait()

    queue = Queue(page, at_once=1, waiting=1)
    crowd = [asyncio.create_task(asked(queue)) for _ in range(2)]
    await asyncio.sleep(0)
    for one in crowd:
        one.cancel()
    await asyncio.gather(*crowd, return_exceptions=True)
    assert queue.here == 0


async def test_the_site_renders_pages_through_the_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asgi.queue, "most", 0)
    assert await asked(asgi.application) == 503
