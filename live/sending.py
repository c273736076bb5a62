"""Sending and receiving with little effort.

A frame is made once for all sockets, and written without asking whether it may be: Twisted registers a connection for
writability before every write and takes the registration back afterwards, two system calls more and a turn of the event
loop. Almost always everything can be written at once. What comes is mostly one short frame; autobahn takes 40 calls to
read it.
"""

from __future__ import annotations

import asyncio
import logging
from functools import lru_cache
from typing import Any

from twisted.internet.tcp import Port, Server

logger = logging.getLogger(__name__)


@lru_cache(maxsize=64)
def frame_of(text: str) -> bytes:
    """Return a message as an uncompressed WebSocket frame. The messages of a move go to many sockets in succession."""
    data = text.encode()
    length = len(data)
    if length <= LONGEST_SHORT:
        return bytes((WHOLE_TEXT, length)) + data
    if length < 1 << 16:
        return bytes((WHOLE_TEXT, IN_TWO_OCTETS)) + length.to_bytes(2) + data
    return bytes((WHOLE_TEXT, IN_EIGHT_OCTETS)) + length.to_bytes(8) + data


WHOLE_TEXT = 0x81
"""The first octet of a frame that is a whole message of text (RFC 6455, 5.2)."""
MASKED = 0x80
LONGEST_SHORT = 125
"""In bytes; a longer message has its length in other octets."""
IN_TWO_OCTETS, IN_EIGHT_OCTETS = 126, 127
"""Stand in the place of a length that follows."""
HEAD = 6
"""Octets before the text: the first, the length, and the mask."""


def text_in_front(data: bytes) -> tuple[bytes, bytes] | None:
    """Return the message at the beginning of what a browser has sent, unmasked, and what comes after it; None if that
    is anything but the whole frame of a short text in UTF-8."""
    if len(data) < HEAD or data[0] != WHOLE_TEXT:
        return None
    length = data[1] - MASKED
    if not 0 < length <= LONGEST_SHORT or len(data) < HEAD + length:
        return None
    mask = (data[2:HEAD] * (length // 4 + 1))[:length]
    masked = data[HEAD : HEAD + length]
    text = (int.from_bytes(masked) ^ int.from_bytes(mask)).to_bytes(length)
    try:
        text.decode()
    except UnicodeDecodeError:
        return None
    return text, data[HEAD + length :]


def unread(transport: Any) -> int:
    """Return how many bytes in a Twisted transport are waiting to be sent."""
    return len(transport.dataBuffer) - transport.offset + transport._tempDataLen


class Connection(Server):
    """A connection that writes all that has come up at the end of the event loop's turn, and registers for writability
    only if that was too much for the system's buffer. Until then it waits where Twisted keeps what waits."""

    _is_due = False

    def write(self, data: bytes) -> None:
        """Take what is to be written, without what Twisted asks about connections that are closing or falling behind.

        Whoever falls behind is not read from meanwhile: that is what Twisted pauses a producer for.
        """
        is_behind = self.dataBuffer or self.producerPaused or self._tempDataLen + len(data) > self.bufferSize
        if is_behind or self.disconnecting or not self.connected:
            super().write(data)
        else:
            self._tempDataBuffer.append(data)
            self._tempDataLen += len(data)
            if not self._is_due:
                self.startWriting()

    def startReading(self) -> None:
        """Read as Twisted does, without the names it puts before lines of its log at every read."""
        super().startReading()
        asyncio.get_running_loop().add_reader(self.fileno(), self._read)

    def _read(self) -> None:
        why: Exception | None
        try:
            why = self.doRead()
        except Exception as error:
            logger.exception("what came could not be read")
            why = error
        if why:
            self.reactor._disconnectSelectable(self, why, isRead=True)

    def startWriting(self) -> None:
        if self.disconnecting:
            super().startWriting()
        elif not self._is_due:
            self._is_due = True
            if not _due:
                asyncio.get_running_loop().call_soon(_write_due)
            _due.append(self)

    def write_what_has_come_up(self) -> None:
        self._is_due = False
        if not self.connected:
            return
        is_done = self._sent_all() if self._is_simple() else not (self.doWrite() or unread(self))
        if not is_done:
            super().startWriting()  # the reactor finds the rest, or the same error, which ends the connection

    def _is_simple(self) -> bool:
        """Return whether the connection is plainly open, and nothing waits for the system to take it."""
        is_open = bool(self.connected) and not (self.disconnecting or self._writeDisconnected)
        pulls = self.producer is not None and not self.streamingProducer
        return is_open and not (self.dataBuffer or self.producerPaused or pulls)

    def _sent_all(self) -> bool:
        """Send as much as the system takes, and keep the rest; return whether nothing is left."""
        data = b"".join(self._tempDataBuffer)
        try:
            sent = self.socket.send(data)
        except OSError:
            return False
        self._tempDataBuffer, self._tempDataLen = [], 0
        if sent < len(data):
            self.dataBuffer, self.offset = data, sent
        return sent == len(data)


_due: list[Connection] = []
"""The connections that have something to write at the end of this turn."""


def _write_due() -> None:
    due = _due.copy()
    _due.clear()
    for connection in due:
        try:
            connection.write_what_has_come_up()
        except Exception:
            logger.exception("a connection could not be written to")
            connection.abortConnection()


def write_at_once() -> None:
    """Make the server write with `Connection`."""
    Port.transport = Connection
