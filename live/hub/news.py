"""News: encoded messages for the watchers of a room, and publishing them to all processes."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import msgspec
from channels.layers import BaseChannelLayer, get_channel_layer

from live.hub.sealing import seal

logger = logging.getLogger(__name__)

NEWS = "sealed-words"

LOOK_AGAIN, OVER = "look-again", "session-over "
"""Messages for sockets, not for browsers. The first tells them to check whether they may still watch; the second closes
the sockets of the session that it names."""


def _as_text(value: Any) -> str:
    """Encode tiles and moves, which are strings with extra attributes, as plain strings."""
    if isinstance(value, str):
        return str(value)
    raise NotImplementedError(type(value).__name__)


_encoder = msgspec.json.Encoder(enc_hook=_as_text)


def encode(message: Any) -> str:
    return _encoder.encode(message).decode()


@dataclass(slots=True)
class News:
    """Encoded messages for everyone who watches `room` (a table's id, the lobby, …), in the order of sending.

    `players` holds messages for single players, by id as text; `onlookers` those for all watchers who are not in
    `seated`. Chat lines have an `author` and only go to watchers who would hear that author; `is_phrase` marks
    ready-made phrases.
    """

    room: str
    everyone: list[str] = field(default_factory=list)
    players: dict[str, list[str]] = field(default_factory=dict)
    onlookers: list[str] = field(default_factory=list)
    seated: list[int] = field(default_factory=list)
    author: int | None = None
    is_phrase: bool = False

    def texts_for(self, watcher: Watcher) -> Sequence[str]:
        if self.author is not None and not watcher.would_hear(self.author, is_phrase=self.is_phrase):
            return ()
        player_id = watcher.player_id
        own = self.players.get(str(player_id), ()) if self.players else ()
        onlookers = self.onlookers if self.onlookers and player_id not in self.seated else ()
        return [*self.everyone, *own, *onlookers] if own or onlookers else self.everyone

    @property
    def changes_access(self) -> bool:
        """Return whether any message is for sockets, not for browsers."""
        return _is_for_sockets(self.everyone) or any(map(_is_for_sockets, self.players.values()))


def _is_for_sockets(texts: Sequence[str]) -> bool:
    for text in texts:  # noqa: SIM110 (for so few texts, a generator costs more than the loop)
        if text.startswith((LOOK_AGAIN, OVER)):
            return True
    return False


class Hearing(Protocol):
    def would_hear(self, author_id: int, *, is_phrase: bool) -> bool:
        """Return whether a line of this author reaches the watcher."""
        ...


class Watcher(Hearing, Protocol):
    """A socket as the hub sees it."""

    player_id: int | None

    def push_at_once(self, texts: Sequence[str]) -> bool:
        """Send texts for the browser if that needs no waiting; return whether they have been sent."""
        ...

    async def push(self, text: str) -> None: ...

    async def resync(self) -> None:
        """Send the whole state again, because something may have been missed."""
        ...


def channel_layer() -> BaseChannelLayer:
    layer = get_channel_layer()
    assert layer is not None
    return layer


@dataclass(slots=True)
class Word:
    """A message from one process to all others: news, and the rooms that it watches.

    `also` are rooms that it watches from now on in addition to others; `all` is the whole list, sent with every
    heartbeat. `missed` are rooms of which it has withheld news, and which other processes have now begun to watch.
    """

    news: list[News] = field(default_factory=list)
    also: list[str] = field(default_factory=list)
    all: list[str] | None = None
    missed: list[str] = field(default_factory=list)


packed = msgspec.msgpack.Encoder().encode
unpacked = msgspec.msgpack.Decoder(Word).decode
"""Encode a word as bytes for other processes, and decode it. Decoding raises msgspec.MsgspecError."""


async def publish(origin: str, word: Word) -> None:
    """Send a message to all processes. If Redis is down, news is late but not lost, because browsers ask again."""
    message = {"type": NEWS, "origin": origin, "news": seal(packed(word), origin)}
    try:
        await channel_layer().group_send(NEWS, message)
    except Exception as error:  # whatever the connection raises: the moves are committed and stay acknowledged
        logger.warning("news for %d rooms could not be published: %s", len(word.news), error)
