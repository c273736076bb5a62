"""A player without a browser, who plays a match to its end by docs/live-protocol.md and reconnects whenever cut off."""

from __future__ import annotations

import json
import os
import random
import time
from collections.abc import Callable
from typing import Any

from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection

from run.trial.visitors import Visitor

GONE = 4001
"""The code with which the site closes a socket that must not reconnect."""


class TablePlayer:
    """A player who makes random moves and remembers every acknowledged one."""

    def __init__(self, visitor: Visitor, table: str, rng: random.Random) -> None:
        self.visitor = visitor
        self.table = table
        self.rng = rng
        self.acknowledged: dict[int, str] = {}
        self.result: dict[str, Any] | None = None
        self.is_closed = False
        self.view: dict[str, Any] = {}
        self.reconnects = 0

    @property
    def is_over(self) -> bool:
        return self.result is not None or self.is_closed

    def play(self, after: dict[int, Callable[[], object]], *, patience: float = 60.0, at_most: float = 240.0) -> None:
        """Play until the match is over or its table is closed.

        `after` maps a number of acknowledged moves to a function that is called once it is reached. Raises TimeoutError
        if the site is down for more than `patience` seconds, or if the match takes more than `at_most` seconds.
        """
        deadline = time.monotonic() + at_most
        while not self.is_over:
            if time.monotonic() > deadline:
                raise TimeoutError("The match did not end in time.")
            link = self._connect(patience)
            try:
                with link:
                    self._play_on(link, after)
            except (WebSocketException, OSError) as cut:  # a timeout is also an OSError
                self.is_closed = isinstance(cut, ConnectionClosed) and cut.rcvd is not None and cut.rcvd.code == GONE
                self.reconnects += 1

    def _connect(self, patience: float) -> ClientConnection:
        deadline = time.monotonic() + patience
        while True:
            try:
                return self.visitor.live(f"/ws/table/{self.table}/")
            except (OSError, WebSocketException):
                if time.monotonic() > deadline:
                    raise TimeoutError("The site did not come back in time.") from None
                time.sleep(0.2)

    def _play_on(self, link: ClientConnection, after: dict[int, Callable[[], object]]) -> None:
        while not self.is_over:
            try:
                text = link.recv(timeout=5)
            except TimeoutError:
                link.send('{"type": "sync"}')  # as a browser does if a ping shows that it missed something
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
            case "table":
                self.is_closed = message["status"] == "closed"
            case "mine":
                self._move(link, message)
            case "moved" if not self.view:
                link.send('{"type": "sync"}')  # as a browser does if a move arrives before the first view
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
