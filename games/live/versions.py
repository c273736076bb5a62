"""The versions of the live protocol: clients of the first version get complete messages (docs/live-protocol.md).

A table makes its messages once for all sockets, in the newest version. A socket that was opened without asking for it
remembers what its client knows, and completes each message with that.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs

import msgspec

from games.state.messages_out import PROTOCOL
from live.hub import encode

FIRST = "boneyard-live/1"
VIEW, MOVED, MINE, SPOTS = '{"type":"view","protocol":', '{"type":"moved",', '{"type":"mine",', '{"type":"spots",'
"""The first characters of these messages when they are encoded."""


class _Known(msgspec.Struct):
    """What a client of the first version was last told."""

    deal: int
    ply: int
    public: dict[str, Any]
    ends: list[Any]


_reader = msgspec.json.Decoder(_Known)


def wants_whole_messages(query: bytes) -> bool:
    """Return whether the query of a socket's URL asks for neither the second version nor a newer one."""
    asked = parse_qs(query.decode("latin-1")).get("protocol", [""])[-1]
    return not asked.isdecimal() or asked.lstrip("0") in ("", "1")


class Whole:
    """Completes messages for one client of the first version."""

    def __init__(self) -> None:
        self._known: _Known | None = None
        self._mine: dict[str, Any] | None = None
        """The player's own part, which is held back until the spots of its moves have come."""

    def of(self, text: str) -> str | None:
        """Return the message as the first version defines it, or None if its client knows all of it already, or if more
        has to come before it is complete.

        A move that does not follow the last one that the client was told stays short: its ply shows the client that it
        has to ask for the whole table.
        """
        if text.startswith(VIEW):
            self._known = _reader.decode(text)
            return text.replace(f'"protocol":"{PROTOCOL}"', f'"protocol":"{FIRST}"', 1)
        if text.startswith(MINE):
            return self._own_part(text)
        if text.startswith(SPOTS):
            return self._with_spots(text)
        return self._moved(text) if text.startswith(MOVED) else text

    def _moved(self, text: str) -> str | None:
        known = self._known
        moved: dict[str, Any] = msgspec.json.decode(text)
        if known is None or (moved["deal"], moved["ply"]) <= (known.deal, known.ply):
            return None
        if (moved["deal"], moved["ply"]) != (known.deal, known.ply + 1):
            return text
        moved["public"] = known.public | moved["public"]
        moved.setdefault("ends", known.ends)
        self._known = _Known(moved["deal"], moved["ply"], moved["public"], moved["ends"])
        return encode(moved)

    def _own_part(self, text: str) -> str | None:
        own: dict[str, Any] = msgspec.json.decode(text)
        self._mine = own if any("spot" not in offer for offer in own["mine"]["legal"]) else None
        return None if self._mine else text

    def _with_spots(self, text: str) -> str | None:
        came, own, self._mine = msgspec.json.decode(text), self._mine, None
        if own is None or (own["deal"], own["ply"]) != (came["deal"], came["ply"]):
            return None
        for offer in own["mine"]["legal"]:
            offer.setdefault("spot", came["spots"].get(offer["move"]))
        return encode(own)
