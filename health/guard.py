"""Access to health details and metrics: for holders of the token, and for IP addresses that the operator trusts."""

from __future__ import annotations

from collections.abc import Mapping
from ipaddress import ip_address, ip_network
from typing import Any

from django.conf import settings
from django.utils.crypto import constant_time_compare

from common.addresses import address_of_socket


def may_see(scope: Mapping[str, Any]) -> bool:
    return _has_token(scope) or _is_trusted(_address(scope))


def _has_token(scope: Mapping[str, Any]) -> bool:
    given = dict(scope["headers"]).get(b"authorization", b"").decode("latin1")
    token = settings.MONITORING_TOKEN
    return bool(token) and constant_time_compare(given, f"Bearer {token}")


def _address(scope: Mapping[str, Any]) -> str:
    """Return the IP address of a request, seen through the trusted proxies, even if it is loopback."""
    client = scope.get("client")
    return address_of_socket(scope) or (client[0] if client else "")


def _is_trusted(address: str) -> bool:
    try:
        return any(ip_address(address) in ip_network(network) for network in settings.MONITORING_ADDRESSES)
    except ValueError:
        return False
