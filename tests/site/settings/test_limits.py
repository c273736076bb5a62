"""Rate limits: counted over all processes, per player or IP address, and suspended while Redis is down."""

from collections.abc import Iterator

import pytest
from django.test import RequestFactory
from pytest_django import Settings

from common import limits
from common.addresses import address_of


@pytest.fixture(autouse=True)
def two_a_minute(settings: Settings) -> Iterator[None]:
    settings.LIMITS = {"say": "2/hour", "sing": "2/hour"}
    yield
    limits._limiter.cache_clear()


def test_players_and_limits_are_counted_separately() -> None:
    assert [limits.is_within("say", player_id=1) for _ in range(3)] == [True, True, False]
    assert limits.is_within("say", player_id=2)
    assert limits.is_within("sing", player_id=1)


def test_another_account_is_recognised_by_its_address() -> None:
    assert [limits.is_within("say", player_id=n, address="192.0.2.1") for n in range(3)] == [True, True, False]
    assert limits.is_within("say", player_id=9, address="192.0.2.2")


def test_processes_count_together() -> None:
    assert [limits.is_within("say", player_id=1) for _ in range(2)] == [True, True]
    limits._limiter.cache_clear()
    assert not limits.is_within("say", player_id=1)


def test_without_redis_there_are_no_refusals(settings: Settings) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    limits._limiter.cache_clear()
    assert all(limits.is_within("say", player_id=1) for _ in range(4))


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (0, "", "192.0.2.9"),
        (0, "198.51.100.1", "192.0.2.9"),
        (1, "198.51.100.1", "198.51.100.1"),
        (1, "203.0.113.7, 198.51.100.1", "198.51.100.1"),
        (2, "203.0.113.7, 198.51.100.1, 192.0.2.5", "198.51.100.1"),
        (2, "198.51.100.1", "192.0.2.9"),
        (1, "", "192.0.2.9"),
    ],
)
def test_only_trusted_proxies_are_respected(
    rf: RequestFactory, settings: Settings, proxies: int, forwarded: str, address: str
) -> None:
    settings.TRUSTED_PROXIES = proxies
    assert address_of(rf.get("/", REMOTE_ADDR="192.0.2.9", headers={"X-Forwarded-For": forwarded})) == address
