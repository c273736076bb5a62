"""Rate limits for a player, an IP address or a device, counted in Redis for all processes and sockets together.

The addresses of one connection (`common.addresses.connection_of`) are counted together.

`settings.LIMITS` defines them and the library `limits` counts. While Redis is unreachable nothing is counted and nobody
is refused.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from functools import cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from limits import parse
from limits.errors import StorageError
from limits.storage import RedisStorage
from limits.strategies import FixedWindowRateLimiter

from common.addresses import address_of, connection_of
from common.errors import UserError
from common.redis.pool import Pool
from telemetry.metrics import LIMITED

logger = logging.getLogger(__name__)

PARTS = 4
"""How many parts `take_hits` divides a limit into."""

Count = Callable[..., bool]
"""The limiter's `hit`, which counts, or its `test`, which does not."""


def is_within(
    name: str, *, player_id: int | None = None, address: str | None = None, device: str | None = None
) -> bool:
    """Count one hit on the limit `name`, and return whether player, address and device are all still within it."""
    return _are_all_within(_limiter().hit, name, {"player": player_id, "address": address, "device": device})


def has_room(name: str, *, address: str | None = None, device: str | None = None) -> bool:
    """Return whether another hit would be within the limit `name`, without counting one."""
    return _are_all_within(_limiter().test, name, {"address": address, "device": device})


def _are_all_within(count: Count, name: str, keys: Mapping[str, object]) -> bool:
    limit = parse(settings.LIMITS[name])
    try:
        within = [count(limit, name, kind, _counted(kind, key)) for kind, key in keys.items() if key is not None]
    except StorageError as error:
        logger.warning("could not count %s: %s", name, error)
        return True
    if not all(within):
        LIMITED.labels(name).inc()
    return all(within)


def _counted(kind: str, key: object) -> str:
    return connection_of(str(key)) if kind == "address" else str(key)


def take_hits(name: str, whose: str) -> int:
    """Count several hits on the limit `name` at once, for a caller that spends them one by one; return how many of them
    are within it."""
    limit = parse(settings.LIMITS[name])
    wanted = max(1, limit.amount // PARTS)
    try:
        counted = _limiter().storage.incr(limit.key_for(name, whose), limit.get_expiry(), amount=wanted)
    except StorageError as error:
        logger.warning("could not count %s: %s", name, error)
        return wanted
    return max(0, wanted - max(0, counted - limit.amount))


def is_within_of_address(name: str, address: str | None) -> bool:
    """Count one hit on the limit of an IP address, and return whether it is within it; True without an address."""
    return address is None or is_within(f"{name}-of-address", address=address)


def is_within_both(name: str, *, player_id: int | None, address: str | None) -> bool:
    """Count one hit for the player and one for the address, which has a limit of its own; return whether both are
    within. A hit that the player's limit refuses does not count against the address."""
    within = player_id is None or is_within(name, player_id=player_id)
    return within and is_within_of_address(name, address)


def check_is_within(name: str, *, player_id: int) -> None:
    """Count one hit on the limit of a player. Raises UserError (too-often) if it is not within it."""
    if not is_within(name, player_id=player_id):
        raise UserError("too-often", _("You have done that many times within the hour. Wait a while, then go on."))


def too_many_by_player(request: HttpRequest, name: str) -> HttpResponse | None:
    """Count a request against the signed-in player's limit; return the 429 page if it is exceeded."""
    return None if is_within(name, player_id=request.user.pk) else _refused(request)


def too_many_by_address(request: HttpRequest, name: str) -> HttpResponse | None:
    """Count a request against the limit of its IP address; return the 429 page if it is exceeded."""
    return None if is_within(name, address=address_of(request)) else _refused(request)


def _refused(request: HttpRequest) -> HttpResponse:
    return render(request, "429.html", status=429)


@cache
def _limiter() -> FixedWindowRateLimiter:
    url = settings.REDIS_URL.replace("unix://", "redis+unix://", 1)
    pool, prefix = Pool.from_url(settings.REDIS_URL), f"{settings.SITE_PREFIX}:limits"
    storage = RedisStorage(url, connection_pool=pool, key_prefix=prefix, wrap_exceptions=True)
    return FixedWindowRateLimiter(storage)
