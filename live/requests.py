"""Limits on the size of requests and how long they may take to arrive, and backpressure for streamed answers.

Daphne buffers a whole body, in memory or on disk, before the view sees it, so oversized ones must be refused early. It
also buffers whatever a view sends, so a view that streams its answer has to wait until the visitor has read it.
"""

from __future__ import annotations

import asyncio
import socket
from typing import Any

from daphne.http_protocol import HTTPFactory
from twisted.internet.protocol import connectionDone
from twisted.python.failure import Failure
from twisted.web.http import HTTPChannel, _GenericHTTPChannelProtocol

LONGEST_BODY = 3 * 1024 * 1024
"""In bytes; the largest upload is a picture of 2 MB."""

REQUEST_SECONDS = 20
"""Seconds within which a request must have arrived completely, even if its bytes trickle in."""

READING_SECONDS = 60
"""Seconds within which a visitor must read a piece of a streamed answer."""

PIECE = 128 * 1024
"""In bytes: how much unsent data of a streamed answer the kernel may buffer. By default it buffers megabytes, which
hides whether a slow visitor is still reading."""


class Channel(HTTPChannel):
    """A connection that refuses bodies that are too long, and drops clients that are too slow to send or to read."""

    transport: Any

    _deadline: Any = None
    _body_length = 0
    _is_refused = False
    _is_in_pieces = False

    def __init__(self) -> None:
        super().__init__()
        self._has_room = asyncio.Event()
        self._has_room.set()

    def connectionMade(self) -> None:
        super().connectionMade()
        self._start_deadline()

    def dataReceived(self, data: bytes) -> None:
        if not self._handlingRequest:
            self._start_deadline()
        super().dataReceived(data)

    def allHeadersReceived(self) -> None:
        self._body_length = 0
        if (self.length or 0) > LONGEST_BODY:
            self._refuse()
        else:
            super().allHeadersReceived()

    def rawDataReceived(self, data: bytes) -> None:
        if not self._handlingRequest:
            self._body_length += len(data)
            if self._body_length > LONGEST_BODY:
                self._refuse()
        if not self._is_refused:
            super().rawDataReceived(data)

    def allContentReceived(self) -> None:
        self._cancel_deadline()
        super().allContentReceived()

    def connectionLost(self, reason: Failure = connectionDone) -> None:
        self._cancel_deadline()
        self._has_room.set()
        super().connectionLost(reason)

    def pauseProducing(self) -> None:
        self._has_room.clear()
        super().pauseProducing()

    def resumeProducing(self) -> None:
        super().resumeProducing()
        self._has_room.set()

    async def have_room(self) -> None:
        """Wait until there is room for the next piece; disconnect a visitor who does not read."""
        if not self._is_in_pieces and hasattr(socket, "TCP_NOTSENT_LOWAT"):
            self.transport.getHandle().setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, PIECE)
        self._is_in_pieces = True
        try:
            async with asyncio.timeout(READING_SECONDS):
                await self._has_room.wait()
        except TimeoutError:
            self._let_go()

    def _refuse(self) -> None:
        if not self._is_refused:
            self._is_refused = True
            self.transport.write(b"HTTP/1.1 413 Content Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
            self.loseConnection()

    def _start_deadline(self) -> None:
        if self._deadline is None:
            self._deadline = self.callLater(REQUEST_SECONDS, self._let_go)

    def _cancel_deadline(self) -> None:
        if self._deadline is not None and self._deadline.active():
            self._deadline.cancel()
        self._deadline = None

    def _let_go(self) -> None:
        self.transport.abortConnection()


def limit_requests() -> None:
    """Make the server read requests with `Channel`."""
    HTTPFactory.protocol = lambda factory: _GenericHTTPChannelProtocol(Channel())
