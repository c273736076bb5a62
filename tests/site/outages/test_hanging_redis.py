"""A Redis that hangs delays nobody for long, and is tried again after a while."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from celery import Celery
from django.conf import settings as site
from django.core.cache import caches
from django.core.cache.backends.base import BaseCache
from pytest_django import Settings
from redis import Redis
from redis.exceptions import RedisError

from common import limits
from common.redis.circuit import Circuit
from common.redis.pool import PATIENCE, Pool
from games.state import dispatch
from live import presence
from tests.site.outages.hanging import hanging_redis

PROMISED = 5.0
"""Seconds within which hundreds of calls must fail; without a circuit breaker each would take its own timeout."""


@pytest.fixture
def hanging(settings: Settings) -> Iterator[str]:
    with hanging_redis() as url:
        settings.REDIS_URL = url
        settings.CACHES = {"default": {**site.CACHES["default"], "LOCATION": url}}
        limits._limiter.cache_clear()
        yield url
    limits._limiter.cache_clear()


@pytest.fixture
def cache(hanging: str) -> BaseCache:
    return caches["default"]


def test_the_cache_does_not_block(cache: BaseCache) -> None:
    started = time.monotonic()
    assert all(cache.get("one", "nothing") == "nothing" for _ in range(300))
    assert time.monotonic() - started < PROMISED


def test_neither_do_presence_and_limits(hanging: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "_redis", Redis(connection_pool=Pool.from_url(hanging)))
    started = time.monotonic()
    for player in range(300):
        assert presence.present("table:abc") == set()
        assert limits.is_within("guest", address=f"192.0.2.{player}")
    assert time.monotonic() - started < PROMISED


def test_neither_do_requests_to_the_workers(hanging: str, monkeypatch: pytest.MonkeyPatch) -> None:
    app = Celery("elsewhere", broker=hanging, set_as_current=False)
    app.conf.broker_transport_options = site.CELERY_BROKER_TRANSPORT_OPTIONS
    monkeypatch.setattr(dispatch, "current_app", app)
    monkeypatch.setattr(dispatch, "_circuit", Circuit())
    started = time.monotonic()
    for ply in range(300):
        dispatch.ask("tabletable", ply)
    assert time.monotonic() - started < PROMISED


def test_redis_is_tried_again_after_a_while(redis_server: Redis) -> None:
    pool = Pool.from_url(site.REDIS_URL)
    mended = pool.connection_kwargs["circuit"] = Circuit(rest=0.05)
    mended.break_off()
    redis = Redis(connection_pool=pool)
    with pytest.raises(RedisError):
        redis.ping()
    while mended.is_broken:
        time.sleep(0.01)
    assert redis.ping()


def test_a_slow_redis_that_answers_is_used(redis_server: Redis) -> None:
    redis = Redis(connection_pool=Pool.from_url(site.REDIS_URL))
    assert redis.eval("return 7", 0) == 7
    assert PATIENCE < 1
