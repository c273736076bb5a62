"""Short cuts for sending and receiving on sockets.

A frame is encoded once for all sockets and written without waiting for the connection to become writable: Twisted
registers for writability before every write and unregisters afterwards, which costs two system calls and a turn of the
event loop, while almost always everything can be written immediately. Most incoming data are one short frame, for which
autobahn needs 40 function calls.
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
    """Return a message as an uncompressed WebSocket frame. Cached, since a move's messages go to many sockets."""
    data = text.encode()
    length = len(data)
    if length <= LONGEST_SHORT:
        return bytes((WHOLE_TEXT, length)) + data
    if length < 1 << 16:
        return bytes((WHOLE_TEXT, IN_TWO_OCTETS)) + length.to_bytes(2) + data
    return bytes((WHOLE_TEXT, IN_EIGHT_OCTETS)) + length.to_bytes(8) + data


WHOLE_TEXT = 0x81
"""The first octet of a frame that holds a complete text message (RFC 6455, 5.2)."""
MASKED = 0x80
LONGEST_SHORT = 125
"""In bytes; the length of a longer message takes further octets."""
IN_TWO_OCTETS, IN_EIGHT_OCTETS = 126, 127
"""Values of the length octet which say that the length follows in the next two or eight octets."""
HEAD = 6
"""Octets before the text: the first, the length, and the mask."""


def leading_text(data: bytes) -> tuple[bytes, bytes] | None:
    """Return the unmasked text of the first frame in a browser's data, and the data after it; None unless that frame is
    complete and holds a short text in UTF-8."""
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
    """A connection that collects data in Twisted's own buffer, writes it at the end of the event loop's turn, and
    registers for writability only if the kernel's buffer could not take all of it."""

    _is_due = False

    def write(self, data: bytes) -> None:
        """Buffer data, skipping Twisted's checks unless the connection is closing or its client is falling behind.

        While a client is behind, nothing is read from it either, because Twisted pauses the producer.
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
        """Read as Twisted does, but without setting up its log context at every read."""
        super().startReading()
        asyncio.get_running_loop().add_reader(self.fileno(), self._read)

    def _read(self) -> None:
        why: Exception | None
        try:
            why = self.doRead()
        except Exception as error:
            logger.exception("could not read from a connection")
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

    def write_buffered(self) -> None:
        self._is_due = False
        if not self.connected:
            return
        is_done = self._send_buffered() if self._is_simple() else not (self.doWrite() or unread(self))
        if not is_done:
            super().startWriting()  # the reactor finds the rest, or the same error, which ends the connection

    def _is_simple(self) -> bool:
        """Return whether the connection is fully open and no earlier data are waiting to be sent."""
        is_open = bool(self.connected) and not (self.disconnecting or self._writeDisconnected)
        pulls = self.producer is not None and not self.streamingProducer
        return is_open and not (self.dataBuffer or self.producerPaused or pulls)

    def _send_buffered(self) -> bool:
        """Send as much as the kernel takes and keep the rest; return whether everything was sent."""
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
"""The connections that have data to write at the end of this turn of the event loop."""


def _write_due() -> None:
    due = _due.copy()
    _due.clear()
    for connection in due:
        try:
            connection.write_buffered()
        except Exception:
            logger.exception("could not write to a connection")
            connection.abortConnection()


def write_at_once() -> None:
    """Make the server use `Connection` for its connections."""
    Port.transport = Connection
