"""A visitor who plays a match by the live protocol."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection

from run.attack.target import Target
from run.trial.visitors import Visitor, hear, hear_until

ONE_DEAL = {"option_ending": "games", "option_games": "1"}
HURRY = 2.0
"""Seconds within which the site makes a forced move that everyone can see is forced."""


class Player:
    """A player who makes random legal moves."""

    def __init__(self, visitor: Visitor, table: str, contribution: str) -> None:
        self.visitor, self.table, self.sent = visitor, table, contribution
        self.link: ClientConnection = visitor.live(f"/ws/table/{table}/")
        self.link.send(json.dumps({"type": "contribute", "bytes": contribution}))
        self._rng = random.Random(1)
        self._was_forced: dict[int, bool] = {}
        self._see(hear_until(self.link, "view", seconds=60))

    @classmethod
    def at_a_table(cls, target: Target, game: str, seats: int, contribution: str = "5" * 32) -> Player:
        """Open a table for a match of one deal, with bots in all other seats."""
        visitor = Visitor(target.url)
        return cls(visitor, visitor.opens_a_match(game, seats, **ONE_DEAL), contribution)

    def _see(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "view":
                self.seat, self.ply, self.legal = message["seat"], message["ply"], _moves(message["mine"])
                self.fair = {name: message["fair"][name] for name in ("anchor", "contributions")}
                self.is_over = message["result"] is not None
            case "moved":
                self.ply, self.legal = message["ply"], []
                self.is_over = bool(message["over"] and message["over"]["result"])
            case "mine":
                self.legal = _moves(message["mine"])

    def plays(self, wishes: Sequence[str] = ()) -> bool:
        """Make the first move of `wishes` that is legal, or else a random one, and handle the next message; return
        whether the match goes on."""
        if self.legal and not self._waits_for_the_house():
            self._was_forced[self.ply + 1] = len(self.legal) == 1
            wished = [move for move in wishes if move in self.legal]
            move = wished[0] if wished else self._rng.choice(self.legal)
            self.link.send(json.dumps({"type": "move", "move": move, "ply": self.ply}))
            self.legal = []
        with suppress(WebSocketException):
            self._see(hear(self.link, 60))
        return not self.is_over

    def _waits_for_the_house(self) -> bool:
        """Give the site time to make a forced move itself; return whether it did."""
        if len(self.legal) > 1:
            return False
        try:
            self._see(hear(self.link, HURRY))
        except TimeoutError:
            return False
        return not self.legal

    def was_forced(self, ply: int) -> bool | None:
        """Return whether there was no other move at that ply; None if the site moved."""
        return self._was_forced.get(ply)

    def record(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.visitor.get(f"/table/{self.table}/record.json").said)
        return found


def _moves(mine: dict[str, Any] | None) -> list[str]:
    return [legal["move"] for legal in mine["legal"]] if mine else []
