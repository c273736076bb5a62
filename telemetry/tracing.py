"""The outermost ASGI middleware, which gives every request and socket an id for the log, and measures requests."""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Mapping
from typing import Any

from telemetry.context import about, table_of
from telemetry.metrics import PAGE_SECONDS

WELL_FORMED = re.compile(r"[\w-]{8,64}")


class Traced:
    def __init__(self, application: Any, *, trust_proxy: bool) -> None:
        """With `trust_proxy`, a request keeps the id that a proxy has given it in X-Request-ID."""
        self._application = application
        self._trust_proxy = trust_proxy

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        name = self._name(scope)
        with about(name, table_of(scope.get("path", ""))):
            if scope["type"] == "http":
                await _Measured(name, send).run(self._application, scope, receive)
            else:
                await self._application(scope, receive, send)

    def _name(self, scope: Mapping[str, Any]) -> str:
        given = dict(scope.get("headers", ())).get(b"x-request-id", b"").decode("latin1")
        return given if self._trust_proxy and WELL_FORMED.fullmatch(given) else secrets.token_hex(8)


class _Measured:
    """A request whose answer gets the id as a header, and whose status and duration are recorded."""

    def __init__(self, name: str, send: Any) -> None:
        self._name = name
        self._send = send
        self._status = 500

    async def run(self, application: Any, scope: Any, receive: Any) -> None:
        began = time.perf_counter()
        try:
            await application(scope, receive, self._pass_on)
        finally:
            PAGE_SECONDS.labels(f"{self._status // 100}xx").observe(time.perf_counter() - began)

    async def _pass_on(self, message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self._status = message["status"]
            headers = [*message.get("headers", ()), (b"x-request-id", self._name.encode())]
            message = {**message, "headers": headers}
        await self._send(message)
