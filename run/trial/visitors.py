"""Visitors without a browser, who use plain HTTP with cookies, and live sockets."""

from __future__ import annotations

import json
import socket
import ssl
import time
from collections import Counter
from http.cookiejar import Cookie, CookieJar
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPCookieProcessor, HTTPSHandler, Request, build_opener

from websockets import Origin
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

statuses: Counter[int] = Counter()
"""The status codes of all answers to all visitors."""


class Answer(NamedTuple):
    """An answer; `path` is that of the final URL after redirects."""

    status: int
    path: str
    said: str


class Visitor:
    """An HTTP client that keeps cookies, sends CSRF tokens, and may trust a custom certificate authority."""

    def __init__(self, site: str, trusted: ssl.SSLContext | None = None) -> None:
        self.site = site
        self.cookies = CookieJar()
        self._trusted = trusted
        self._opener = build_opener(HTTPCookieProcessor(self.cookies), HTTPSHandler(context=trusted))

    def get(self, path: str, **headers: str) -> Answer:
        return self._ask(Request(f"{self.site}{path}", headers=headers))

    def post(self, path: str, **fields: str) -> Answer:
        return self.send(path, urlencode(fields).encode(), "application/x-www-form-urlencoded")

    def send(self, path: str, body: bytes, content_type: str) -> Answer:
        headers = {"Referer": f"{self.site}/", "X-CSRFToken": self.cookie("csrftoken"), "Content-Type": content_type}
        return self._ask(Request(f"{self.site}{path}", body, headers))

    def _ask(self, request: Request) -> Answer:
        try:
            with self._opener.open(request, timeout=60) as done:
                answer = Answer(done.status, urlsplit(done.url).path, done.read().decode(errors="replace"))
        except HTTPError as refusal:
            said = refusal.read().decode(errors="replace")
            answer = Answer(refusal.code, urlsplit(request.full_url).path, said)
        statuses[answer.status] += 1
        return answer

    def cookie(self, name: str) -> str:
        return next((str(cookie.value) for cookie in self.cookies if cookie.name == name), "")

    def has_session(self, key: str) -> None:
        """Use an existing session."""
        host = str(urlsplit(self.site).hostname)
        self.cookies.set_cookie(
            Cookie(0, "sessionid", key, None, False, host, False, False, "/", True, False, None, False, None, None, {})
        )

    def opens_a_table(self, game: str = "two-step") -> str:
        """Open a table against bots, as a guest if necessary, and return its id. Raises RuntimeError."""
        if table := self.tries_to_open_a_table(game):
            return table
        raise RuntimeError("no table could be opened")

    def tries_to_open_a_table(self, game: str) -> str:
        """Open a table against bots, as a guest if necessary; return its id, or an empty string if that is refused."""
        self.get("/")
        led_to = self.post(f"/play/{game}/").path
        return led_to.split("/")[2] if led_to.startswith("/table/") else ""

    def opens_a_match(self, game: str, seats: int, **terms: str) -> str:
        """Open a table with bots in all other seats; return its id, or "" if refused. `terms` are form fields."""
        self.get(f"/open/{game}/")
        sitters = {f"sitter_{number}": "easy" for number in range(2, seats + 1)}
        usual = {"preset": "custom", "seconds": "60", "visibility": "public"}
        led_to = self.post(f"/open/{game}/", **{**usual, "seats": str(seats), **sitters, **terms}).path
        return led_to.split("/")[2] if led_to.startswith("/table/") else ""

    def live(self, path: str, origin: str = "") -> ClientConnection:
        """Open a socket. Raises WebSocketException, OSError."""
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.cookies)
        return connect(
            f"{self.site.replace('http', 'ws', 1)}{path}",
            additional_headers={"Cookie": cookies},
            origin=Origin(origin or self.site),
            ssl=self._trusted,
            open_timeout=20,
            ping_interval=None,
            close_timeout=1,
            max_queue=None,
            compression=None,
        )

    def raw(self, sent: bytes) -> socket.socket:
        """Return a TCP connection on which only `sent` has been sent."""
        address = urlsplit(self.site)
        link = socket.create_connection((str(address.hostname), address.port or 80), timeout=30)
        link.sendall(sent)
        return link


def hear(link: ClientConnection, seconds: float = 10) -> dict[str, Any]:
    """Return the next message. Raises TimeoutError, WebSocketException."""
    return json.loads(link.recv(timeout=seconds))


def hear_until(link: ClientConnection, *kinds: str, seconds: float = 10) -> dict[str, Any]:
    """Return the next message of one of these kinds. Raises TimeoutError, WebSocketException."""
    deadline = time.monotonic() + seconds
    while (message := hear(link, max(0.0, deadline - time.monotonic())))["type"] not in kinds:
        continue
    return message


def is_closed(link: ClientConnection, seconds: float = 10) -> bool:
    """Return whether the site closes this socket within this many seconds."""
    deadline = time.monotonic() + seconds
    try:
        while True:
            link.recv(timeout=max(0.0, deadline - time.monotonic()))
    except TimeoutError:
        return False
    except WebSocketException:
        return True
