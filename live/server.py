"""The web server: Daphne, with bounds on what a socket may leave unread, send at once, and have waiting.

python -m live.server -v 0 --no-server-name -b 0.0.0.0 -p 8000 config.asgi:application
"""

from __future__ import annotations

import logging
from typing import Any

from daphne.cli import CommandLineInterface
from daphne.server import Server, WebSocketFactory
from daphne.ws_protocol import WebSocketProtocol

logger = logging.getLogger(__name__)

FLOOD = 4008
"""The code by which a socket is closed that sends far more than anyone has to say."""

LONGEST_MESSAGE = 16 * 1024
"""Bytes; the longest message that any page sends has 4096 characters."""

MOST_WAITING = 200
"""Messages of one socket that wait to be handled."""

MOST_UNREAD = 512 * 1024
"""Bytes on the way to one browser. One that is so far behind gets the whole state when it comes back."""


class Socket(WebSocketProtocol):
    """A socket that is let go when its browser asks for too much, or reads too little."""

    def onMessageFrameBegin(self, length: int) -> None:
        super().onMessageFrameBegin(length)
        if self.message_data_total_length > LONGEST_MESSAGE:
            self.transport.abortConnection()

    def onMessage(self, payload: bytes, isBinary: bool) -> None:
        if self.state != self.STATE_OPEN:
            return  # what still arrives after it was closed
        if hasattr(self, "application_queue") and self.application_queue.qsize() >= MOST_WAITING:
            self.serverClose(FLOOD)
            return
        super().onMessage(payload, isBinary)

    def serverSend(self, content: str | bytes, binary: bool = False) -> None:
        """What is said to a browser that is just going is lost, as on any line."""
        if self.state not in (self.STATE_CONNECTING, self.STATE_OPEN):
            return
        super().serverSend(content, binary)
        if unread(self.transport) > MOST_UNREAD:
            logger.info("a browser does not read what it is sent: %s is let go", self.path)
            self.transport.abortConnection()


def unread(transport: Any) -> int:
    """Return how many bytes wait in a Twisted transport until the other side reads."""
    return len(transport.dataBuffer) - transport.offset + transport._tempDataLen


class BoundedServer(Server):
    def run(self) -> None:
        WebSocketFactory.protocol = Socket
        super().run()


class CommandLine(CommandLineInterface):
    server_class = BoundedServer


if __name__ == "__main__":
    CommandLine.entrypoint()
