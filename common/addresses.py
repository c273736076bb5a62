"""The IP address that a request or a socket comes from, seen through the trusted proxies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.http import HttpRequest

LOOPBACK = frozenset({"127.0.0.1", "::1"})


def address_of(request: HttpRequest) -> str:
    """Return the visitor's IP address as the outermost trusted proxy saw it; anything before that may be forged."""
    return _behind_proxies(request.headers.get("X-Forwarded-For", "")) or request.META.get("REMOTE_ADDR", "")


def outside_address_of(request: HttpRequest) -> str:
    """Return the visitor's IP address, or an empty string for loopback, where visitors cannot be told apart."""
    address = address_of(request)
    return "" if address in LOOPBACK else address


def address_of_socket(scope: Mapping[str, Any]) -> str | None:
    """Return the IP address of a socket's client, or None if it is unknown or loopback."""
    hops = b",".join(value for name, value in scope["headers"] if name == b"x-forwarded-for")
    if forwarded := _behind_proxies(hops.decode("latin1")):
        return forwarded
    client = scope.get("client")
    return None if client is None or client[0] in LOOPBACK else client[0]


def _behind_proxies(forwarded_for: str) -> str:
    hops, proxies = [hop.strip() for hop in forwarded_for.split(",")], settings.TRUSTED_PROXIES
    return hops[-proxies] if len(hops) >= proxies > 0 else ""
