"""Attacks on pages. Each yields what it broke, in a sentence."""

from __future__ import annotations

import sqlite3
import struct
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress

from run.attack.target import Target, answers, memory, status_of
from run.trial.visitors import Visitor
from run.trial.whole_site import within

MOST_THREADS = 120
PICTURES = 20
LOCKED_SECONDS = 45


def foreign_host(target: Target) -> Iterator[str]:
    """Request pages with a wrong host name."""
    for path in ("/", "/clubs/", "/account/login/", "/table/nowhere0000/"):
        status = Visitor(target.url).get(path, Host="other.example").status
        if status != 400:
            yield f"{path} with a wrong host name is answered with {status}"


def endless_body(target: Target) -> Iterator[str]:
    """Send a form of 300 MB."""
    before = memory(target)
    head = b"POST /account/login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 300000000\r\n\r\n"
    sent = 0
    with Visitor(target.url).raw(head) as link, suppress(OSError):
        while sent < 300:
            link.sendall(b"x" * 1_000_000)
            sent += 1
    if sent == 300:
        yield "a body of 300 MB is accepted"
    if memory(target) - before > 50:
        yield f"a body of 300 MB took {memory(target) - before:.0f} MB"


def half_requests(target: Target) -> Iterator[str]:
    """Begin requests and never end them."""
    with ExitStack() as begun:
        for _link in range(300):
            begun.enter_context(Visitor(target.url).raw(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"))
        if not answers(target):
            yield "300 unfinished requests keep others from being answered"
        if (threads := status_of(target, "Threads")) > MOST_THREADS:
            yield f"300 unfinished requests hold {threads} threads"


def many_at_once(target: Target) -> Iterator[str]:
    """Send more simultaneous requests than the site has threads."""
    with ThreadPoolExecutor(150) as crowd:
        statuses = list(crowd.map(lambda _: Visitor(target.url).get("/").status, range(600)))
    if wrong := sorted(set(statuses) - {200, 429, 503}):
        yield f"600 requests by 150 visitors are answered with {wrong}"
    if (threads := status_of(target, "Threads")) > MOST_THREADS:
        yield f"600 requests by 150 visitors hold {threads} threads"


def secrets_of_a_match(target: Target) -> Iterator[str]:
    """Request the record of a running match, which would reveal all tiles."""
    visitor = Visitor(target.url)
    table = visitor.opens_a_table()
    for path in ("record.json", "result/"):
        answer = visitor.get(f"/table/{table}/{path}")
        if '"deck"' in answer.said or (path == "record.json" and answer.status != 403):
            yield f"{path} of a running match is answered with {answer.status}"


def pictures(target: Target) -> Iterator[str]:
    """Upload twenty very large pictures in small files, all at once."""
    visitor, name = Visitor(target.url), "attacker"
    visitor.get("/account/signup/")
    visitor.post("/account/signup/", username=name, email="", password1="fourteen-hostile-bones")
    fields = {"name": "Attackers", "about": "", "language": "en", "time_zone": "UTC", "hue": "150", "admission": "open"}
    club = visitor.post("/clubs/new/", **fields)
    if not club.path.startswith("/club/"):
        yield f"no club could be created for uploading pictures ({club.status}, {club.path})"
        return
    body = _form_with(_picture(4000), visitor.cookie("csrftoken"))
    with ThreadPoolExecutor(PICTURES) as crowd:
        said = list(
            crowd.map(
                lambda _: visitor.send(f"{club.path}edit/picture/", body, "multipart/form-data; boundary=b").status,
                range(PICTURES),
            )
        )
    if wrong := sorted(set(said) - {200, 429, 503}):
        yield f"pictures are answered with {wrong}"
    if memory(target) > 300:
        yield f"with the pictures, the web process takes {memory(target):.0f} MB"


def _picture(size: int) -> bytes:
    """Return a PNG of a single colour, `size` pixels wide and high."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = zlib.compress((b"\0" + b"\x40\x80\xc0" * size) * size, 9)
    header = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def _form_with(picture: bytes, token: str) -> bytes:
    field = f'--b\r\nContent-Disposition: form-data; name="csrfmiddlewaretoken"\r\n\r\n{token}\r\n'
    file = '--b\r\nContent-Disposition: form-data; name="picture"; filename="p.png"\r\nContent-Type: image/png\r\n\r\n'
    return field.encode() + file.encode() + picture + b"\r\n--b--\r\n"


def guessed_passwords(target: Target) -> Iterator[str]:
    """Try thirty wrong passwords for the same account."""
    visitor = Visitor(target.url)
    visitor.get("/account/login/")
    told = [visitor.post("/account/login/", login="attacker", password=f"wrong-{n}") for n in range(30)]
    if not any(answer.status == 429 or "Too many" in answer.said for answer in told):
        yield "thirty wrong passwords are all checked"


def held_lock(target: Target) -> Iterator[str]:
    """Hold SQLite's lock for longer than anyone waits."""
    visitor = Visitor(target.url)
    visitor.get("/account/login/")
    with closing(
        sqlite3.connect(target.folder / "var" / "boneyard.sqlite3", timeout=30, isolation_level=None)
    ) as other:
        other.execute("BEGIN IMMEDIATE")
        with ThreadPoolExecutor(1) as apart:
            asked = apart.submit(visitor.post, "/guest/")
            within(LOCKED_SECONDS, asked.done)
            other.execute("ROLLBACK")
            answer = asked.result()
    if answer.status not in (200, 503):
        yield f"while another program holds the lock, a page is answered with {answer.status}"
