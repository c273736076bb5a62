"""Record traces: keyed hashes of addresses and browsers."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from ipaddress import IPv6Address, ip_address

from django.utils.crypto import salted_hmac

from accounts.models import Player
from moderation.models import Trace

IPV6_BITS = 64
"""IPv6 addresses that share this many leading bits belong to one household."""


def mark_of(kind: str, value: str) -> str:
    """Return the keyed hash by which an address or a browser is recognised."""
    return salted_hmac(f"moderation.traces.{kind}", value, algorithm="sha256").hexdigest()[:32]


def leave(*, player: Player, address: str, browsers: Iterable[str], now: datetime) -> None:
    """Note that a player was seen at an address and with these browsers. Idempotent."""
    found = [(Trace.Kind.BROWSER, browser) for browser in browsers]
    if network := _network(address):
        found.append((Trace.Kind.ADDRESS, network))
    traces = [Trace(player=player, kind=kind, mark=mark_of(kind, value), seen_at=now) for kind, value in found]
    Trace.objects.bulk_create(
        traces, update_conflicts=True, unique_fields=["player", "kind", "mark"], update_fields=["seen_at"]
    )


def _network(address: str) -> str:
    """Return the part of an address that a household shares; an empty string if the address identifies none."""
    try:
        found = ip_address(address)
    except ValueError:
        return ""
    if found.is_loopback:
        return ""
    if isinstance(found, IPv6Address):
        return str(int(found) >> (128 - IPV6_BITS))
    return str(found)
