"""Sending with little effort: a frame is made once for all sockets, and written without asking whether it may be.

Twisted registers a connection for writability before every write and takes the registration back afterwards: two system
calls more, and a turn of the event loop. Almost always everything can be written at once.
"""

from __future__ import annotations

import asyncio
from functools import lru_cache
from typing import Any

from autobahn.websocket.protocol import PreparedMessage
from twisted.internet.tcp import Port, Server


@lru_cache(maxsize=64)
def frame_of(text: str) -> bytes:
    """Return a message as an uncompressed WebSocket frame. The messages of a move go to many sockets in succession."""
    frame: bytes = PreparedMessage(text.encode(), isBinary=False, applyMask=False, doNotCompress=True).payloadHybi
    return frame


def unread(transport: Any) -> int:
    """Return how many bytes in a Twisted transport are waiting to be sent."""
    return len(transport.dataBuffer) - transport.offset + transport._tempDataLen


class Connection(Server):
    """A connection that writes all that has come up at the end of the event loop's turn, and registers for writability
    only if that was too much for the system's buffer."""

    _is_due = False

    def startWriting(self) -> None:
        if self.disconnecting:
            super().startWriting()
        elif not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_soon(self._write_at_once)

    def _write_at_once(self) -> None:
        self._is_due = False
        if self.connected and (self.doWrite() or unread(self)):
            super().startWriting()  # the reactor finds the rest, or the same error, which ends the connection


def write_at_once() -> None:
    """Make the server write with `Connection`."""
    Port.transport = Connection
