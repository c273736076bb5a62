"""Checks where the site may send requests: to public addresses by HTTPS, never into its own network."""

from __future__ import annotations

import socket
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from common.errors import UserError

PORT = 443
UNICAST = ip_network("2000::/3")
"""The part of IPv6 from which public addresses are assigned. Others may be translated into private ones, or have been
private once, which `ipaddress` does not always know."""
WRAPPING = [ip_network("2002::/16"), ip_network("2001::/32")]
"""Networks within it whose addresses embed an IPv4 address, which may be a private one."""


@dataclass(frozen=True, slots=True)
class Target:
    """A parsed address; `is_secure` is always true outside of tests."""

    host: str
    port: int
    path: str
    is_secure: bool


def read(url: str) -> Target:
    """Parse an address. Raises UserError (bad-address)."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
        host.encode("idna")  # as looking it up does; fails for a part that is empty or too long
    except ValueError as error:
        raise bad_address() from error
    is_plain = url.isascii() and url.isprintable() and " " not in url and not parts.username and not parts.password
    is_secure = parts.scheme == "https" and port in (None, PORT)
    if not host or not is_plain or not (is_secure or (settings.OUTGOING_STAYS_HERE and parts.scheme == "http")):
        raise bad_address()
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(host, port or PORT, path, is_secure)


def bad_address() -> UserError:
    return UserError("bad-address", _("The address must begin with https:// and be reachable by everyone."))


def resolve(target: Target) -> str:
    """Return the IP address to connect to, so that no later DNS answer can lead elsewhere.

    Raises UserError (bad-address) if any of its addresses is not public, OSError if there is none.
    """
    found = {str(info[4][0]) for info in socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)}
    if not found or not all(is_public(address) for address in found):
        raise bad_address()
    return min(found)


def is_public(address: str) -> bool:
    """Return whether an IP address is public; in tests, whether it is this machine's."""
    ip = ip_address(address.partition("%")[0])
    if settings.OUTGOING_STAYS_HERE:
        return ip.is_loopback
    if isinstance(ip, IPv6Address):
        if ip.ipv4_mapped is not None:
            return is_public(str(ip.ipv4_mapped))
        if ip not in UNICAST or any(ip in network for network in WRAPPING):
            return False
    return ip.is_global and not ip.is_multicast
