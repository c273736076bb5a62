"""A player without a browser: plain HTTP and the live socket, following docs/live-protocol.md."""

from __future__ import annotations

import json
import os
import random
import time
from http.cookiejar import CookieJar
from typing import Any
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

from websockets import Origin
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

PATIENCE = 60.0
"""Seconds that a player waits for a site that is down."""


class Visitor:
    """An HTTP client that keeps cookies and sends CSRF tokens."""

    def __init__(self, site: str) -> None:
        self.site = site
        self.cookies = CookieJar()
        self._opener = build_opener(HTTPCookieProcessor(self.cookies))

    def get(self, address: str) -> str:
        with self._opener.open(f"{self.site}{address}", timeout=20) as answer:
            return str(answer.read().decode())

    def post(self, address: str, **fields: str) -> str:
        """Post a form; return the address it redirects to."""
        body = urlencode({"csrfmiddlewaretoken": self._cookie("csrftoken"), **fields}).encode()
        request = Request(f"{self.site}{address}", body, {"Referer": f"{self.site}/"})
        with self._opener.open(request, timeout=20) as answer:
            return str(answer.url).removeprefix(self.site)

    def _cookie(self, name: str) -> str:
        return next((str(cookie.value) for cookie in self.cookies if cookie.name == name), "")

    @property
    def cookie_header(self) -> str:
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.cookies)


class TablePlayer:
    """Plays a match to its end at random, and remembers every acknowledged move."""

    def __init__(self, visitor: Visitor, table: str, rng: random.Random) -> None:
        self.visitor = visitor
        self.table = table
        self.rng = rng
        self.acknowledged: dict[int, str] = {}
        self.result: dict[str, Any] | None = None
        self.view: dict[str, Any] = {}
        self.reconnects = 0

    def play(self, after: dict[int, Any]) -> None:
        """Play; `after` maps numbers of acknowledged moves to functions that are called then."""
        deadline = time.monotonic() + 240
        while self.result is None:
            assert time.monotonic() < deadline, "the match does not come to its end"
            try:
                with self._connect() as link:
                    self._play_on(link, after)
            except (WebSocketException, OSError, TimeoutError):
                self.reconnects += 1

    def _connect(self) -> ClientConnection:
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                return connect(
                    f"{self.visitor.site.replace('http', 'ws', 1)}/ws/table/{self.table}/",
                    additional_headers={"Cookie": self.visitor.cookie_header},
                    origin=Origin(self.visitor.site),
                    open_timeout=10,
                )
            except (OSError, WebSocketException, TimeoutError):
                assert time.monotonic() < deadline, "the site does not come back"
                time.sleep(0.2)

    def _play_on(self, link: ClientConnection, after: dict[int, Any]) -> None:
        while self.result is None:
            try:
                text = link.recv(timeout=5)
            except TimeoutError:
                link.send('{"type": "sync"}')  # a browser does so if a ping shows that it missed something
                text = link.recv(timeout=10)
            self._hear(link, json.loads(text))
            if action := after.pop(len(self.acknowledged), None):
                action()

    def _hear(self, link: ClientConnection, message: dict[str, Any]) -> None:
        match message["type"]:
            case "contribute":
                link.send(json.dumps({"type": "contribute", "bytes": os.urandom(16).hex()}))
            case "view":
                self.view = message
                self.result = message["result"]
                self._move(link, message)
            case "mine":
                self._move(link, message)
            case "moved":
                if message["by"] == "player" and message["seat"] == self.view["seat"]:
                    self.acknowledged[message["ply"] - 1] = message["move"]
                if message["over"]:
                    self.result = message["over"]["result"]
                    link.send('{"type": "ready"}')

    def _move(self, link: ClientConnection, message: dict[str, Any]) -> None:
        if message["mine"] and message["mine"]["legal"]:
            move = self.rng.choice(message["mine"]["legal"])["move"]
            link.send(json.dumps({"type": "move", "move": move, "ply": message["ply"]}))
