"""Sends one message to an address: signed, to the IP address that was checked, and within a few seconds."""

from __future__ import annotations

import hashlib
import hmac
import json
import socket
import ssl
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from http.client import HTTPConnection, HTTPException
from threading import Timer
from typing import Any

from api.models import Delivery
from api.webhooks import addresses
from common.errors import UserError

PATIENCE = 10.0
"""Seconds that a message may take, however slowly the other side answers."""
SIGNATURE = "Boneyard-Signature"


def signature(secret: str, body: bytes, at: int) -> str:
    """Return the signature of a message that is sent at a moment (seconds since 1970)."""
    signed = hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={at},v1={signed}"


def send(delivery: Delivery, now: datetime) -> tuple[bool, str]:
    """Send a delivery once; return whether it was accepted, and the answer in a few words."""
    body = json.dumps(delivery.content).encode()
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Boneyard",
        "Boneyard-Event": delivery.event,
        "Boneyard-Delivery": str(delivery.pk),
        SIGNATURE: signature(delivery.webhook.secret, body, int(now.timestamp())),
        "Connection": "close",
    }
    try:
        status = _post(delivery.webhook.url, body, headers)
    except UserError as refused:
        return False, refused.code
    except (OSError, HTTPException) as error:
        return False, type(error).__name__
    return 200 <= status < 300, str(status)


class _Pinned(HTTPConnection):
    """A connection to an IP address that was checked, for the host whose certificate it must have."""

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
        """Raise TimeoutError if the time was over before there was a socket to cut."""
        if self._is_cut:
            raise TimeoutError

    def cut(self) -> None:
        """End it, whatever it is doing; from another thread.

        An SSLSocket's own `shutdown` would take away from the other thread what it is about to use.
        """
        self._is_cut = True
        if (used := self.sock) is not None:
            with suppress(OSError):
                socket.socket.shutdown(used, socket.SHUT_RDWR)


def _post(url: str, body: bytes, headers: Mapping[str, str]) -> int:
    """Post the body and return the status of the answer, which is not read any further; redirects are not followed.

    Raises UserError, OSError, HTTPException.
    """
    target = addresses.read(url)
    connection = _Pinned(target, addresses.resolve(target))
    deadline = Timer(PATIENCE, connection.cut)
    deadline.daemon = True
    deadline.start()
    try:
        connection.request("POST", target.path, body, dict(headers))
        return connection.getresponse().status
    finally:
        deadline.cancel()
        connection.close()
