"""Checking messages from the server against their declared types, from which the browser's types are generated."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args, get_type_hints

import msgspec

from games.rules import read_move
from games.rules.moves import Move
from games.rules.tiles import Tile, read_tile
from run.wire import SOCKETS

READERS: dict[Any, Callable[[str], str]] = {Tile: read_tile, Move: read_move}

SPOKEN_BY = {
    "table": "FromTable",
    "lobby": "FromLobby",
    "tournament": "FromTournament",
    "club": "FromClub",
    "me": "ToPlayer",
}


def check_declared(address: str, message: dict[str, Any]) -> None:
    """Fail unless a message from the socket at `address` has exactly the declared keys and types."""
    kinds = SOCKETS[SPOKEN_BY[address.split("/")[2]]]
    declared = {get_args(get_type_hints(kind)["type"])[0]: kind for kind in kinds}
    read: Any = msgspec.convert(message, declared[message["type"]], dec_hook=lambda kind, text: READERS[kind](text))
    assert msgspec.json.decode(msgspec.json.encode(read, enc_hook=str)) == message


def is_declared(address: str, message: dict[str, Any]) -> bool:
    try:
        check_declared(address, message)
    except (AssertionError, KeyError, msgspec.ValidationError):
        return False
    return True
