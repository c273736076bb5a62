"""ASGI applications for server tests; each prints what happened to a socket."""

from __future__ import annotations

import asyncio
from typing import Any

from live import SEND_TEXTS

PIECE = "x" * 32_000


async def talks(scope: Any, receive: Any, send: Any) -> None:
    """Sends a gigabyte in pieces, then prints how many pieces were sent before the socket closed."""
    await receive()
    await send({"type": "websocket.accept"})
    closed = asyncio.ensure_future(receive())
    said = 0
    while not closed.done() and said < 30_000:
        await send({"type": "websocket.send", "text": PIECE})
        said += 1
        await asyncio.sleep(0)
    print("said", said, closed.done(), flush=True)


async def is_deaf(scope: Any, receive: Any, send: Any) -> None:
    """Ignores everything it receives."""
    await receive()
    await send({"type": "websocket.accept"})
    await asyncio.sleep(3600)


async def answers(scope: Any, receive: Any, send: Any) -> None:
    """Echoes everything, and prints when it is over."""
    while (message := await receive())["type"] != "websocket.disconnect":
        if message["type"] == "websocket.connect":
            await send({"type": "websocket.accept"})
        else:
            await send({"type": "websocket.send", "text": message["text"]})
    await send({"type": "websocket.send", "text": "too late"})
    print("over", flush=True)


async def answers_at_once(scope: Any, receive: Any, send: Any) -> None:
    """Echoes everything through the server's extension."""
    send_texts = scope["extensions"][SEND_TEXTS]
    while (message := await receive())["type"] != "websocket.disconnect":
        if message["type"] == "websocket.connect":
            await send({"type": "websocket.accept"})
        else:
            send_texts([message["text"]])
    send_texts(["too late"])
    print("over", flush=True)


async def page(scope: Any, receive: Any, send: Any) -> None:
    """Answers a request with the length of its body."""
    length, more = 0, True
    while more:
        message = await receive()
        length, more = length + len(message["body"]), message["more_body"]
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"8")]})
    await send({"type": "http.response.body", "body": f"{length:8}".encode()})


async def bursts(scope: Any, receive: Any, send: Any) -> None:
    """Sends more at once than the kernel's buffer takes, and closes the socket."""
    await receive()
    await send({"type": "websocket.accept"})
    for number in range(12):
        await send({"type": "websocket.send", "text": f"{number} ä {PIECE}"})
    await send({"type": "websocket.send", "bytes": b"\0\xff"})
    await send({"type": "websocket.close", "code": 1000})


async def pours(scope: Any, receive: Any, send: Any) -> None:
    """Streams a hundred megabytes unless the visitor leaves, and prints how many pieces it has sent."""
    await receive()
    gone = asyncio.ensure_future(receive())
    await send({"type": "http.response.start", "status": 200, "headers": []})
    sent = 0
    while not gone.done() and sent < 3_000:
        await send({"type": "http.response.body", "body": PIECE.encode(), "more_body": True})
        sent += 1
        await asyncio.sleep(0)
    print("sent", sent, gone.done(), flush=True)
    await send({"type": "http.response.body", "body": b""})
