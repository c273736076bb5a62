"""How often something may be asked for: counted in Redis, for a player or an address, over all processes and sockets.

`settings.LIMITS` names the limits; the library `limits` counts. While Redis is away nothing can be counted, and nobody
is refused for that.
"""

from __future__ import annotations

import logging
from functools import cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from limits import parse
from limits.errors import StorageError
from limits.storage import RedisStorage
from limits.strategies import FixedWindowRateLimiter

from common.redis_pool import Pool

logger = logging.getLogger(__name__)


def is_within(name: str, *, player_id: int | None = None, address: str | None = None) -> bool:
    """Count one of what `name` stands for, and return whether both the player and the address stay within the limit."""
    limit = parse(settings.LIMITS[name])
    keys = [("player", player_id), ("address", address)]
    try:
        within = [_limiter().hit(limit, name, kind, str(key)) for kind, key in keys if key is not None]
    except StorageError as error:
        logger.warning("%s is not counted: %s", name, error)
        return True
    return all(within)


def too_many_by_player(request: HttpRequest, name: str) -> HttpResponse | None:
    """Count a request for whoever is signed in; return the page that refuses it (429) if it is one too many."""
    return None if is_within(name, player_id=request.user.pk) else _refused(request)


def too_many_by_address(request: HttpRequest, name: str) -> HttpResponse | None:
    """Count a request for the address it came from; return the page that refuses it (429) if it is one too many."""
    return None if is_within(name, address=address_of(request)) else _refused(request)


def address_of(request: HttpRequest) -> str:
    """Return the visitor's address: as the outermost trusted proxy saw it, for what came before may be made up."""
    hops = [hop.strip() for hop in request.headers.get("X-Forwarded-For", "").split(",")]
    proxies = settings.TRUSTED_PROXIES
    return hops[-proxies] if len(hops) >= proxies > 0 and hops[-proxies] else request.META.get("REMOTE_ADDR", "")


def _refused(request: HttpRequest) -> HttpResponse:
    return render(request, "429.html", status=429)


@cache
def _limiter() -> FixedWindowRateLimiter:
    url = settings.REDIS_URL.replace("unix://", "redis+unix://", 1)
    pool, prefix = Pool.from_url(settings.REDIS_URL), f"{settings.SITE_PREFIX}:limits"
    storage = RedisStorage(url, connection_pool=pool, key_prefix=prefix, wrap_exceptions=True)
    return FixedWindowRateLimiter(storage)
