"""Browsers that a player has signed in with before, recognised by a signed cookie.

Anyone guessing passwords uses up the limit of their IP address; a known browser has a limit of its own, so that the
owner can still sign in.
"""

from __future__ import annotations

import secrets

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponseBase

COOKIE = "device"
SALT = "accounts.entrance.devices"
MAX_AGE = 400 * 24 * 3600
MOST_PLAYERS = 5
"""How many people of a household may share a browser."""


def device_of(request: HttpRequest, player_id: int | None) -> str | None:
    """Return the browser's id if this player has signed in with it before."""
    return None if player_id is None else _devices(request).get(str(player_id))


def known_devices(request: HttpRequest) -> list[str]:
    """Return the ids that this browser has for all players who have signed in with it."""
    return list(_devices(request).values())


def remember_device(request: HttpRequest, response: HttpResponseBase, player_id: int) -> None:
    devices = _devices(request)
    name = devices.pop(str(player_id), None) or secrets.token_urlsafe(12)
    devices[str(player_id)] = name
    latest = dict(list(devices.items())[-MOST_PLAYERS:])
    value = signing.dumps(latest, salt=SALT)
    response.set_cookie(COOKIE, value, max_age=MAX_AGE, httponly=True, samesite="Lax", secure=settings.HTTPS)


def _devices(request: HttpRequest) -> dict[str, str]:
    try:
        return dict(signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=MAX_AGE))
    except signing.BadSignature:
        return {}
