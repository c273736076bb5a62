"""Record traces: keyed hashes of addresses and browsers."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from ipaddress import ip_address

from django.utils.crypto import salted_hmac

from accounts.models import Player
from common.addresses import connection_of
from moderation.models import Trace


def mark_of(kind: str, value: str) -> str:
    """Return the keyed hash by which an address or a browser is recognised."""
    return salted_hmac(f"moderation.traces.{kind}", value, algorithm="sha256").hexdigest()[:32]


def leave(*, player: Player, address: str, browsers: Iterable[str], now: datetime) -> None:
    """Note that a player was seen at an address and with these browsers. Idempotent."""
    found = [(Trace.Kind.BROWSER, browser) for browser in browsers]
    if _identifies_a_household(address):
        found.append((Trace.Kind.ADDRESS, connection_of(address)))
    traces = [Trace(player=player, kind=kind, mark=mark_of(kind, value), seen_at=now) for kind, value in found]
    Trace.objects.bulk_create(
        traces, update_conflicts=True, unique_fields=["player", "kind", "mark"], update_fields=["seen_at"]
    )


def _identifies_a_household(address: str) -> bool:
    try:
        return not ip_address(address).is_loopback
    except ValueError:
        return False
