"""Posts to addresses that strangers have given: to the IP address that was checked, and within a few seconds."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Mapping
from contextlib import suppress
from http.client import HTTPConnection
from threading import Timer
from typing import Any

from common.outgoing import addresses

PATIENCE = 10.0
"""Seconds that a request may take, however slowly the other side answers."""


class Pinned(HTTPConnection):
    """A connection to a checked IP address, which must present a certificate for the target's host."""

    def __init__(self, target: addresses.Target, address: str) -> None:
        super().__init__(target.host, target.port, timeout=PATIENCE)
        self._target, self._address = target, address
        self._is_cut = False

    def connect(self) -> None:
        plain = socket.create_connection((self._address, self._target.port), PATIENCE)
        if not self._target.is_secure:
            self.sock: Any = plain
            self._check_not_cut()
            return
        context = ssl.create_default_context()
        self.sock = context.wrap_socket(plain, server_hostname=self._target.host, do_handshake_on_connect=False)
        self._check_not_cut()
        self.sock.do_handshake()

    def _check_not_cut(self) -> None:
        """Raise TimeoutError if the deadline passed before there was a socket to shut down."""
        if self._is_cut:
            raise TimeoutError

    def cut(self) -> None:
        """End the connection from another thread, whatever it is doing.

        An SSLSocket's own `shutdown` would drop the TLS state that the first thread is about to use.
        """
        self._is_cut = True
        if (used := self.sock) is not None:
            with suppress(OSError):
                socket.socket.shutdown(used, socket.SHUT_RDWR)


def post(url: str, body: bytes, headers: Mapping[str, str]) -> int:
    """Post `body` and return the status code. The answer's body is not read, and redirects are not followed.

    Raises UserError (bad-address), OSError, HTTPException.
    """
    target = addresses.read(url)
    connection = Pinned(target, addresses.resolve(target))
    deadline = Timer(PATIENCE, connection.cut)
    deadline.daemon = True
    deadline.start()
    try:
        connection.request("POST", target.path, body, dict(headers))
        return connection.getresponse().status
    finally:
        deadline.cancel()
        connection.close()
