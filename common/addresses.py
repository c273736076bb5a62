"""The IP address that a request or a socket comes from, seen through the trusted proxies."""

from __future__ import annotations

from collections.abc import Mapping
from ipaddress import IPv6Address, ip_address
from typing import Any

from django.conf import settings
from django.http import HttpRequest

LOOPBACK = frozenset({"127.0.0.1", "::1"})

IPV6_BITS = 64
"""IPv6 addresses that share this many leading bits belong to one connection, which may use any of them."""


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


def connection_of(address: str) -> str:
    """Return what all addresses of one connection to the internet have in common. What is no address is returned
    unchanged."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    return str(found.ipv4_mapped or int(found) >> (128 - IPV6_BITS))


def _behind_proxies(forwarded_for: str) -> str:
    hops, proxies = [hop.strip() for hop in forwarded_for.split(",")], settings.TRUSTED_PROXIES
    return hops[-proxies] if len(hops) >= proxies > 0 else ""
