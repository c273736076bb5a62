"""Limits on the size of requests, and on the time they take to arrive.

The server buffers a whole body, in memory or on disk, before the page sees it, so it has to refuse early.
"""

from __future__ import annotations

from typing import Any

from daphne.http_protocol import HTTPFactory
from twisted.internet.protocol import connectionDone
from twisted.python.failure import Failure
from twisted.web.http import HTTPChannel, _GenericHTTPChannelProtocol

LONGEST_BODY = 3 * 1024 * 1024
"""In bytes; the largest upload is a picture of 2 MB."""

REQUEST_SECONDS = 20
"""How many seconds a request may take to arrive completely, even if its bytes trickle in."""


class Channel(HTTPChannel):
    """A connection that refuses requests which are too long, and is closed if one does not end."""

    transport: Any

    _deadline: Any = None
    _body_length = 0
    _is_refused = False

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
        super().connectionLost(reason)

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


def bound_requests() -> None:
    """Make the server read requests with `Channel`."""
    HTTPFactory.protocol = lambda factory: _GenericHTTPChannelProtocol(Channel())
