"""What a request has used is released once it is answered, without the garbage collector."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.db import connections

from live.pages import Pages

SCOPE = {
    "type": "http",
    "method": "GET",
    "path": "/robots.txt",
    "query_string": b"",
    "headers": [(b"host", b"localhost")],
}


async def asked(*, and_leaves: bool) -> list[Mapping[str, Any]]:
    """Ask for a page; return the parts of the answer. The visitor stays, or leaves as soon as they have it."""
    sent: list[Mapping[str, Any]] = []
    has_begun, has_all = False, asyncio.Event()

    async def receive() -> dict[str, Any]:
        nonlocal has_begun
        if not has_begun:
            has_begun = True
            return {"type": "http.request"}
        await has_all.wait()
        return {"type": "http.disconnect"}

    async def send(message: Mapping[str, Any]) -> None:
        sent.append(message)
        if and_leaves and message["type"] == "http.response.body" and not message.get("more_body"):
            has_all.set()
            await asyncio.sleep(0.01)

    await Pages()(SCOPE, receive, send)
    return sent


@pytest.fixture
def nothing_collected() -> Iterator[None]:
    """Keep what the garbage collector finds in `gc.garbage`."""
    gc.collect()
    gc.disable()
    yield
    gc.set_debug(0)
    gc.garbage.clear()
    gc.enable()


@pytest.mark.parametrize("and_leaves", [False, True])
def test_the_tasks_of_a_request_are_not_left_to_the_garbage_collector(
    and_leaves: bool, nothing_collected: None
) -> None:
    sent = async_to_sync(asked)(and_leaves=and_leaves)
    assert sent[0]["status"] == 200
    gc.set_debug(gc.DEBUG_SAVEALL)
    gc.collect()
    assert not [one for one in gc.garbage if isinstance(one, asyncio.Task)]


def test_the_connections_of_a_request_are_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[bool] = []
    monkeypatch.setattr(connections, "close_all", lambda: closed.append(True))
    async_to_sync(asked)(and_leaves=False)
    assert closed == [True]
