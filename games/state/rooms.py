"""The room of the lobby: it hears that tables have changed, not which."""

from __future__ import annotations

from games.state.message_types import LobbyChanged
from live.hub import News, announce, encode

LOBBY = "lobby"


def lobby_changed() -> None:
    changed: LobbyChanged = {"type": "lobby"}
    announce(News(LOBBY, everyone=[encode(changed)]))
