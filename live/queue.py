"""A limit on how many pages a process renders at once, since each takes a thread and a connection."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Any, Receive, Send], Awaitable[None]]


class Queue:
    """Middleware that handles `at_once` requests at a time, lets `waiting` more wait, and answers any further ones with
    503."""

    def __init__(self, application: Application, *, at_once: int, waiting: int) -> None:
        self.application = application
        self.most = at_once + waiting
        self.here = 0
        self.places = asyncio.Semaphore(at_once)

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if self.here >= self.most:
            await _say_busy(send)
            return
        self.here += 1
        try:
            async with self.places:
                await self.application(scope, receive, send)
        finally:
            self.here -= 1


async def _say_busy(send: Send) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"retry-after", b"5")]
    await send({"type": "http.response.start", "status": 503, "headers": headers})
    await send({"type": "http.response.body", "body": b"Boneyard has too many visitors right now. Please try again."})
