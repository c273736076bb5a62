"""A Redis cache that tolerates an outage of Redis: meanwhile nothing is cached, and the site runs without it.

With django-redis and IGNORE_EXCEPTIONS, `add` returns None while Redis is down. Code that asks "am I the first?" takes
that for a no, so sweeps and letters would stop. Here every `add` succeeds.
"""

from __future__ import annotations

import base64
import hashlib
import logging
from collections.abc import Callable
from typing import Any, TypeVar

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from django.core.cache.backends.redis import RedisCache, RedisSerializer
from redis import RedisError

from common.caching import fresh

R = TypeVar("R")

logger = logging.getLogger(__name__)


def _unless_down(ask: Callable[..., Any], otherwise: R, *args: Any, **kwargs: Any) -> Any | R:
    try:
        return ask(*args, **kwargs)
    except InvalidToken:
        logger.warning("a cached value was not written by this site")
        return otherwise
    except RedisError as error:
        logger.warning("the cache is down: %s", error)
        return otherwise


class Encrypted(RedisSerializer):
    """Django's serializer with authenticated encryption, by a key derived from SECRET_KEY.

    It keeps anyone who can write to Redis from making us unpickle their data. Integers stay as they are, since Redis
    increments them.
    """

    def __init__(self, protocol: int | None = None) -> None:
        super().__init__(protocol)
        key = hashlib.sha256(f"cache {settings.SECRET_KEY}".encode()).digest()
        self._fernet = Fernet(base64.urlsafe_b64encode(key))

    def dumps(self, obj: Any) -> Any:
        written = super().dumps(obj)
        return written if isinstance(written, int) else self._fernet.encrypt(written)

    def loads(self, data: Any) -> Any:
        """Decrypt a value. Raises InvalidToken if it was not written by this site."""
        return int(data) if data.lstrip(b"-").isdigit() else super().loads(self._fernet.decrypt(data))


class RedisIfThere(RedisCache):
    """A cache that, while Redis is down, finds nothing and reports every added key as new."""

    def add(self, *args: Any, **kwargs: Any) -> Any:
        return _unless_down(super().add, True, *args, **kwargs)

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return _unless_down(super().get, default, key, default, version)

    def set(self, *args: Any, **kwargs: Any) -> Any:
        return _unless_down(super().set, None, *args, **kwargs)

    def touch(self, *args: Any, **kwargs: Any) -> Any:
        return _unless_down(super().touch, False, *args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> Any:
        return _unless_down(super().delete, False, *args, **kwargs)

    def has_key(self, *args: Any, **kwargs: Any) -> Any:
        return _unless_down(super().has_key, False, *args, **kwargs)

    def get_many(self, *args: Any, **kwargs: Any) -> Any:
        return _unless_down(super().get_many, {}, *args, **kwargs)

    def set_many(self, data: Any, *args: Any, **kwargs: Any) -> Any:
        return _unless_down(super().set_many, list(data), data, *args, **kwargs)

    def clear(self) -> Any:
        fresh.forget()
        return super().clear()

    def delete_many(self, *args: Any, **kwargs: Any) -> Any:
        return _unless_down(super().delete_many, None, *args, **kwargs)
