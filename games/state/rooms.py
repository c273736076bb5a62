"""The room of the lobby: it hears that tables have changed, not which."""

from __future__ import annotations

from live.hub import News, announce, encode

LOBBY = "lobby"


def lobby_changed() -> None:
    announce(News(LOBBY, everyone=[encode({"type": "lobby"})]))
