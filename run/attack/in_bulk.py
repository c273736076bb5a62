"""Attacks in bulk: hostile messages and requests, idle sockets, and visitors who do not read."""

from __future__ import annotations

import json
import random
import socket
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from http.client import HTTPConnection, HTTPException
from urllib.parse import quote, urlsplit

from websockets.exceptions import WebSocketException

from run.attack.target import Target, answers, memory
from run.trial.visitors import Visitor, statuses

MESSAGES = 80_000
REQUESTS = 20_000
IDLE = 2_000
DEAF = 60
MOST_GROWN = 60.0
"""Megabytes by which the web process may have grown after an attack."""
MOST_OF_IDLE = 120.0
"""Megabytes that the idle sockets may take while they are open."""

SYNC = b"\x81\x90\0\0\0\0" + b'{"type": "sync"}'
"""A `sync` message as a WebSocket frame."""

REAL: Sequence[dict[str, object]] = [
    {"type": "move", "move": "5-3@9-5", "ply": 4},
    {"type": "move", "move": "draw", "ply": 0},
    {"type": "sync"},
    {"type": "ready"},
    {"type": "back"},
    {"type": "ping"},
    {"type": "contribute", "bytes": "5" * 32},
    {"type": "chat", "text": "Hello"},
    {"type": "phrase", "phrase": "good-game"},
]
STRANGE: Sequence[object] = (
    None, True, -1, 2**63, 1e308, "", "\x00", "\ud800", "🁣" * 500, "-" * 4_000, [], {}, [[]] * 50, {"type": {}},
)  # fmt: skip
PATHS = [
    "/",
    "/rules/",
    "/tournaments/",
    "/clubs/",
    "/account/login/",
    "/table/{}/",
    "/table/{}/record.json",
    "/@/{}/",
    "/tournament/{}/",
    "/tournament/{}/records.zip",
    "/club/{}/",
    "/club/{}/season/",
    "/play/{}/",
    "/open/{}/",
    "/api/1/tables",
    "/api/1/tables/{}",
    "/api/1/tables/{}/join",
    "/api/1/clubs/{}/season-table",
    "/api/1/tournaments/{}",
    "/api/1/tournaments/{}/enter",
    "/embed/table/{}/",
    "/healthz/ready",
    "/static/{}",
    "/admin/{}/",
    "/notices/{}/",
]
METHODS = ["GET", "GET", "GET", "POST", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"]
GAPS = ["", "0", "-1", "nothing", "%00", "..", "../../etc/passwd", "a" * 3_000, "ß", "🁣", "'\"<>", "1e9", "two-step"]


def hostile_messages(target: Target) -> Iterator[str]:
    """Send 80,000 randomly corrupted messages, 300 on each socket."""
    rng, before, sent = random.Random(1), memory(target), 0
    visitor = Visitor(target.url)
    table = visitor.opens_a_table()
    while sent < MESSAGES:
        with suppress(WebSocketException, OSError), visitor.live(f"/ws/table/{table}/") as link:
            for _message in range(300):
                link.send(changed(rng))
                sent += 1
    yield from left_behind(target, before, f"{MESSAGES} hostile messages")


def changed(rng: random.Random) -> str | bytes:
    """Return a message with something wrong in it."""
    message: dict[str, object] = {**rng.choice(REAL)}
    key = rng.choice(list(message))
    match rng.randrange(6):
        case 0:
            message[key] = rng.choice(STRANGE)
        case 1:
            del message[key]
        case 2:
            message[str(rng.choice(STRANGE))[:20]] = rng.choice(STRANGE)
        case 3:
            return cut(json.dumps(message), rng)
        case 4:
            return rng.randbytes(rng.randrange(200))
        case _:
            return "[" * rng.randrange(1, 3_000)
    return json.dumps(message)


def cut(text: str, rng: random.Random) -> str:
    """Return a text with a few characters removed, doubled or replaced."""
    at = rng.randrange(len(text))
    return text[:at] + rng.choice(["", text[at] * 2, '"', "\\", "{", "\x7f", "é"]) + text[at + rng.randrange(4) :]


def hostile_requests(target: Target) -> Iterator[str]:
    """Send 20,000 requests with strange methods, paths, headers and bodies."""
    rng, before, sent = random.Random(2), memory(target), 0
    where = urlsplit(target.url).netloc
    while sent < REQUESTS:
        line = HTTPConnection(where, timeout=30)
        with suppress(HTTPException, OSError):
            for _request in range(50):
                sent += 1
                ask_strangely(line, rng)
        line.close()
    yield from left_behind(target, before, f"{REQUESTS} hostile requests")


def ask_strangely(line: HTTPConnection, rng: random.Random) -> None:
    path = rng.choice(PATHS).replace("{}", quote(rng.choice(GAPS), safe="%/."))
    if rng.random() < 0.4:
        path += f"?{rng.choice(['page', 'q', 'season', 'year', 'cursor', 'next'])}={quote(rng.choice(GAPS), safe='%')}"
    kinds = ["application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "x" * 500]
    headers = {
        "Content-Type": rng.choice(kinds),
        "Cookie": f"sessionid={rng.randbytes(16).hex()}; csrftoken={'x' * rng.randrange(100)}",
        "Accept-Language": rng.choice(["de", "x" * 200, "*;q=9"]),
        "Authorization": rng.choice(["Bearer by_x", "Bearer", "Basic ?"]),
    }
    body = cut(json.dumps(rng.choice(REAL)), rng).encode() if rng.random() < 0.5 else rng.randbytes(rng.randrange(500))
    line.request(rng.choice(METHODS), path, body, headers)
    answer = line.getresponse()
    answer.read()
    statuses[answer.status] += 1


def idle_sockets(target: Target) -> Iterator[str]:
    """Open 2,000 sockets that do nothing, twice, and request pages meanwhile."""
    before = memory(target)
    yield from _idle(target, before)
    once = memory(target)  # the process keeps memory that it has once needed
    yield from _idle(target, before)
    yield from left_behind(target, once, f"{IDLE} idle sockets")


def _idle(target: Target, before: float) -> Iterator[str]:
    with ExitStack() as stack:
        for _socket in range(IDLE):
            stack.enter_context(visit(target, "/ws/lobby/"))
        if not answers(target):
            yield f"with {IDLE} idle sockets open, no page is answered"
        if (taken := memory(target) - before) > MOST_OF_IDLE:
            yield f"{IDLE} idle sockets take {taken:.0f} MB"


def visit(target: Target, path: str) -> socket.socket:
    """Return a live socket that nobody reads from."""
    host = urlsplit(target.url).netloc
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: {host}",
        f"Origin: http://{host}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13",
    ]
    line = Visitor(target.url).raw("\r\n".join([*lines, "", ""]).encode())
    assert line.recv(12) == b"HTTP/1.1 101"
    return line


def deaf_visitors(target: Target) -> Iterator[str]:
    """Request page after page on connections that nobody reads from, and views on sockets that nobody reads from."""
    before = memory(target)
    visitor = Visitor(target.url)
    table = visitor.opens_a_table()
    page = f"GET /rules/ HTTP/1.1\r\nHost: {urlsplit(target.url).netloc}\r\n\r\n".encode()
    with ExitStack() as stack:
        for _line in range(DEAF):
            line = stack.enter_context(visitor.raw(b""))
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.settimeout(0.2)
            with suppress(OSError):
                line.sendall(page * 200)
        for _link in range(DEAF):
            stack.enter_context(visit(target, f"/ws/table/{table}/")).sendall(SYNC * 25)
        if not answers(target):
            yield f"with {2 * DEAF} visitors who do not read, no page is answered"
    yield from left_behind(target, before, f"{2 * DEAF} visitors who do not read")


def left_behind(target: Target, before: float, what: str) -> Iterator[str]:
    """Yield a fault if pages are no longer served, or if too much memory was not released."""
    if not answers(target):
        yield f"after {what}, no page is answered"
    if (grown := memory(target) - before) > MOST_GROWN:
        yield f"{what} took {grown:.0f} MB"
