"""What every test may ask for: a real Redis server, and three people."""

import subprocess
import time
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.utils import translation
from redis import Redis
from redis.exceptions import ConnectionError

from accounts.models import Player
from run.redis import redis_command
from tests.emptying import empty_quickly


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> None:
    """As pytest-django does it."""
    empty_quickly()


@pytest.fixture(scope="session")
def redis_server() -> Iterator[Redis]:
    with subprocess.Popen(redis_command(settings.REDIS_SOCKET)) as server:
        redis = Redis.from_url(settings.REDIS_URL)
        _wait_for(redis)
        yield redis
        server.terminate()


def _wait_for(redis: Redis) -> None:
    for _ in range(200):
        try:
            redis.ping()
            return
        except ConnectionError:
            time.sleep(0.02)
    raise TimeoutError("Redis did not come up.")


@pytest.fixture(autouse=True)
def clean_redis(redis_server: Redis) -> Iterator[None]:
    """No test sees news, sessions or counts of another."""
    yield
    redis_server.flushall()


@pytest.fixture(autouse=True)
def own_words() -> Iterator[None]:
    """No test speaks the language of the one before."""
    yield
    translation.deactivate()


def _player(name: str) -> Player:
    return Player.objects.create_user(
        username=name, email=f"{name.lower()}@example.org", password=f"{name}-likes-bones"
    )


@pytest.fixture
def alice(db: None) -> Player:
    return _player("Alice")


@pytest.fixture
def bob(db: None) -> Player:
    return _player("Bob")


@pytest.fixture
def charlie(db: None) -> Player:
    return _player("Charlie")
