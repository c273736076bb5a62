"""The live rooms of tables, and that of the lobby, which is told that tables have changed but not which."""

from __future__ import annotations

from games.state.message_types import LobbyChanged
from live.hub import News, announce, encode

LOBBY = "lobby"


def table_room(table_id: str) -> str:
    """Return the room in which a table's players are present."""
    return f"table:{table_id}"


def lobby_changed() -> None:
    changed: LobbyChanged = {"type": "lobby"}
    announce(News(LOBBY, everyone=[encode(changed)]))
