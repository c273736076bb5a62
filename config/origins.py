"""The check that only our own pages open live sockets. It compares ports too, unlike that of Channels."""

from __future__ import annotations

from typing import Any
from urllib.parse import SplitResult, urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host

DEFAULT_PORTS = {"http": 80, "https": 443}


class SameOrigin:
    """ASGI middleware that denies sockets from the same origins whose forms are refused (CSRF_TRUSTED_ORIGINS)."""

    def __init__(self, application: Any) -> None:
        self._application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        headers = dict(scope["headers"])
        origin, host = (headers.get(name, b"").decode("latin1") for name in (b"origin", b"host"))
        application = self._application if is_ours(origin, host) else WebsocketDenier()
        return await application(scope, receive, send)


def is_ours(origin: str, host: str) -> bool:
    """Return whether a page from `origin` may open a socket at `host`; both are given as in the headers."""
    if origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    try:
        page = urlsplit(origin)
        asked = urlsplit(f"{page.scheme}://{host}")
        is_same = page.hostname is not None and (page.hostname, _port(page)) == (asked.hostname, _port(asked))
    except ValueError:
        return False
    return is_same and page.scheme in DEFAULT_PORTS and validate_host(split_domain_port(host)[0], _hosts())


def _port(address: SplitResult) -> int | None:
    return address.port or DEFAULT_PORTS.get(address.scheme)


def _hosts() -> list[str]:
    return settings.ALLOWED_HOSTS or (["localhost", "127.0.0.1", "[::1]"] if settings.DEBUG else [])
