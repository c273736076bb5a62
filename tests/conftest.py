"""Fixtures for all tests: a real Redis server, and three people."""

import gc
import random
import shutil
import signal
import subprocess
import time
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from types import SimpleNamespace
from zlib import crc32

import pytest
from django.conf import settings
from django.db import connection
from django.middleware import csrf
from django.utils import translation
from redis import Redis
from redis.exceptions import ConnectionError

from accounts.models import Player
from common import codes
from common.caching import for_visitors, fresh
from games.rules import shuffle
from games.services import tournament_tables
from games.state import choosing, dispatch
from run.redis import redis_command
from run.trial.empty_database import empty_database
from tests.committing import as_if_committed
from tests.emptying import empty_quickly
from tests.often import LONG
from tournaments.life.entering import entries

FIRST = (
    "tests/faults/",
    "tests/run/",
    "tests/browser_code/",
    "tests/examples/",
    "tests/migrations/",
)
"""Tests that wait for processes or take long; they run first, so that no worker is left with them at the end."""

DATABASE = {"db", "transactional_db"}


SHARES = ("most", "few")
SHOWING = (
    "tests/api/",
    "tests/clubs/pages/",
    "tests/games/records/",
    "tests/games/views/",
    "tests/moderation/desk/",
    "tests/tournaments/pages/",
    "tests/tournaments/planning/",
)
"""Tests of pages and files that only display stored data; all of them count as `either_database`."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--only-with-database", action="store_true", help="Run only tests that use a database.")
    parser.addoption(
        "--of-either-database",
        choices=SHARES,
        help="Of the tests that count as `either_database`, run three of four (most) or the others (few).",
    )


def pytest_configure() -> None:
    """Let programs started by tests receive Ctrl-C even in a background job of a script, where SIGINT is ignored."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--only-with-database"):
        keep(needs_database, config, items)
    if share := config.getoption("--of-either-database"):
        keep(lambda item: not is_for_either_database(item) or share_of(item) == share, config, items)
    items.sort(key=lambda item: not item.nodeid.startswith(FIRST))


def is_for_either_database(item: pytest.Item) -> bool:
    if item.get_closest_marker("each_database") or not needs_database(item):
        return False
    return bool(item.get_closest_marker("either_database")) or item.nodeid.startswith(SHOWING)


def share_of(item: pytest.Item) -> str:
    """Return the share that an `either_database` test belongs to: always the same, and spread pseudo-randomly."""
    return SHARES[crc32(item.nodeid.encode()) % 4 == 0]


def keep(wanted: Callable[[pytest.Item], bool], config: pytest.Config, items: list[pytest.Item]) -> None:
    kept = [item for item in items if wanted(item)]
    config.hook.pytest_deselected(items=[item for item in items if item not in set(kept)])
    items[:] = kept


def pytest_collection_finish() -> None:
    """Exempt everything imported so far from garbage collection, which would take a tenth of the whole run."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def needs_database(item: pytest.Item) -> bool:
    marked = item.get_closest_marker("django_db") or item.get_closest_marker("each_database")
    return marked is not None or not DATABASE.isdisjoint(item.fixturenames)  # type: ignore[attr-defined]


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None) -> None:
    """Start with a copy of a migrated database instead of migrating a new one."""
    if connection.vendor == "sqlite":
        shutil.copyfile(empty_database(), connection.settings_dict["TEST"]["NAME"])


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    return connection.vendor == "sqlite"


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> None:
    """Set up the database as pytest-django does, and replace Django's flush by a quicker one."""
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
    """Empty Redis, so that no test sees news or counts of another."""
    yield
    redis_server.flushall()
    fresh.forget()


@pytest.fixture(autouse=True)
def no_shared_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Turn off the cache of visitors' pages, since tests request pages again immediately after a change."""
    monkeypatch.setattr(for_visitors, "is_on", False)


@pytest.fixture(autouse=True)
def no_names_in_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use only consonants in CSRF tokens, so that a test which searches a page for a name cannot find it in a token."""
    monkeypatch.setattr(csrf, "CSRF_ALLOWED_CHARS", "bcdfghjkmnpqrstvwxz")


@pytest.fixture(autouse=True)
def seeded_by_test_name(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seed decks, bots' choices and random codes with the test's name, so that a rare failure is reproducible. With
    `make test-long` they are different in each run."""
    if LONG:
        return
    rng = random.Random(request.node.nodeid)
    seeded = SimpleNamespace(
        token_bytes=rng.randbytes,
        randbits=rng.getrandbits,
        choice=rng.choice,
        token_hex=lambda size: rng.randbytes(size).hex(),
        token_urlsafe=lambda size: urlsafe_b64encode(rng.randbytes(size)).rstrip(b"=").decode(),
    )
    for module in (shuffle, choosing, codes, entries):
        monkeypatch.setattr(module, "secrets", seeded)
    monkeypatch.setattr(tournament_tables, "random", SimpleNamespace(SystemRandom=lambda: rng))


@pytest.fixture(autouse=True)
def requests_to_workers_are_not_held() -> None:
    """Send requests to the workers immediately and in this thread, even after a test has loaded the site's server."""
    dispatch.hold_requests_until_due(None)


@pytest.fixture(autouse=True)
def default_language() -> Iterator[None]:
    """Reset language and time zone, so that no test inherits them from the one before."""
    yield
    translation.deactivate()


@pytest.fixture
def after_commit(db: None) -> Iterator[None]:
    """Run on-commit functions in this test although it is rolled back.

    Single tests of a module with this fixture may still commit if they are marked with `transaction=True`.
    """
    with as_if_committed() if connection.in_atomic_block else nullcontext():
        yield


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
