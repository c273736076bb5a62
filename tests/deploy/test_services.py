"""PostgreSQL behind PgBouncer, and a Redis with TLS and minimal permissions: what the site's checks report about them,
and that the site runs on them."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as used
from django.core import checks
from django.core.management import CommandError, call_command
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import ConnectionHandler
from environ import Env
from pytest_django import DjangoDbBlocker, Settings

from common.database.pooler import is_pooled
from health.service_checks import pooler_suits, redis_keeps_queues
from run.ports import free_port
from run.postgres import throwaway_postgres
from run.trial.environment import site_environment
from run.trial.table_player import TablePlayer
from run.trial.visitors import Visitor
from run.trial.whole_site import WholeSite, until, whole_site
from tests.deploy.compose import SETTINGS
from tests.deploy.services import PREFIX, bouncer, redis_over_tls

pytestmark = pytest.mark.xdist_group("services")

QUICK = {name: SETTINGS[name] for name in ("BOT_PAUSE", "FORCED_PAUSE", "DEAL_PAUSE", "START_PAUSE")}
SUITABLE = "DISABLE_SERVER_SIDE_CURSORS=True"


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    with throwaway_postgres() as database:
        yield database


@pytest.fixture(scope="module")
def pooled(postgres: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    if not shutil.which("pgbouncer"):
        pytest.skip("There is no PgBouncer here.")
    with bouncer(tmp_path_factory.mktemp("pooler"), postgres) as pooled:
        yield pooled


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with redis_over_tls(tmp_path_factory.mktemp("redis")) as redis:
        if not redis:
            pytest.skip("The Redis here does not speak TLS.")
        yield redis


@pytest.fixture(scope="module")
def environment(pooled: str, redis: str) -> dict[str, str]:
    there = {"DATABASE_URL": f"{pooled}?{SUITABLE}", "REDIS_URL": redis, "SITE_PREFIX": PREFIX, "DATABASE_POOL": "8"}
    return there | QUICK


def manage(environment: dict[str, str], *command: str, check: bool = True) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=used.BASE_DIR,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert not check or done.returncode == 0, done.stderr
    return done


@pytest.fixture(scope="module")
def site(environment: dict[str, str], postgres: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[WholeSite]:
    folder = tmp_path_factory.mktemp("site")
    away = site_environment(folder / "var", **environment)
    refused = manage(away, "migrate", check=False)
    assert refused.returncode
    assert "behind a pooler, so nothing was migrated." in refused.stderr
    manage(away | {"DATABASE_URL": postgres}, "migrate", "-v", "0")
    with whole_site(folder, **environment) as site:
        yield site


# --- What the checks report ---


Leads = Callable[[str], BaseDatabaseWrapper]


@pytest.fixture
def leads_to(django_db_blocker: DjangoDbBlocker) -> Iterator[Leads]:
    """Return a context manager that makes this thread use the database at a URL."""
    usual: Any = connections["default"]

    def lead(url: str) -> BaseDatabaseWrapper:
        connections["default"].close()
        connections["default"] = ConnectionHandler({"default": Env.db_url_config(url)})["default"]
        return connections["default"]

    with django_db_blocker.unblock():
        yield lead
        connections["default"].close()
    connections["default"] = usual


def test_a_pooler_is_told_from_postgresql_itself(leads_to: Leads, postgres: str, pooled: str) -> None:
    assert not is_pooled(leads_to(postgres))
    assert is_pooled(leads_to(pooled))


def test_settings_that_do_not_fit_a_pooler_are_named(leads_to: Leads, postgres: str, pooled: str) -> None:
    def numbers(url: str) -> list[str | None]:
        leads_to(url)
        return [error.id for error in pooler_suits()]

    assert numbers(f"{pooled}?{SUITABLE}") == []
    assert numbers(pooled) == ["boneyard.E008"]
    assert numbers(f"{pooled}?{SUITABLE}&prepare_threshold=5") == ["boneyard.E009"]
    assert numbers(f"{postgres}&prepare_threshold=5") == []
    assert numbers(f"postgresql://nobody@127.0.0.1:{free_port()}/none") == ["boneyard.W002"]


def test_backups_go_to_postgresql_itself(leads_to: Leads, pooled: str, tmp_path: Path) -> None:
    leads_to(pooled)
    file = tmp_path / "one"
    with pytest.raises(CommandError, match="through a pooler: nothing was done"):
        call_command("backup", str(file))
    assert not file.exists()
    file.write_bytes(b"as if it were one")
    for options in ([], ["--unverified"]):
        with pytest.raises(CommandError, match="through a pooler: nothing was done"):
            call_command("restore", str(file), "--replace", *options)


@pytest.mark.parametrize("policy", ["noeviction", "allkeys-lru", "volatile-ttl"])
def test_a_redis_that_would_throw_queues_away_is_refused(policy: str, tmp_path: Path, settings: Settings) -> None:
    settings.EMBEDDED_REDIS = False
    with redis_over_tls(tmp_path, "--maxmemory-policy", policy) as settings.REDIS_URL:
        if not settings.REDIS_URL:
            pytest.skip("The Redis here does not speak TLS.")
        assert [error.id for error in redis_keeps_queues()] == ["boneyard.E007"] * (policy != "noeviction")
    assert [warning.id for warning in redis_keeps_queues()] == ["boneyard.W001"]


def test_both_are_part_of_the_deploy_checks() -> None:
    made = checks.registry.registry.get_checks(include_deployment_checks=True)
    assert {pooler_suits, redis_keeps_queues} <= set(made)


# --- The site on them ---


def test_a_match_is_played(site: WholeSite) -> None:
    visitor = Visitor(site.url)
    player = TablePlayer(visitor, visitor.opens_a_table("kardinal"), random.Random(1))
    player.play({})
    assert player.acknowledged
    assert " 0 wrong." in manage(site.environment, "check_records").stdout


def test_all_is_well(site: WholeSite) -> None:
    until(lambda: Visitor(site.url).get("/healthz").status == 200)


def test_the_log_is_free_of_errors(site: WholeSite) -> None:
    assert "Traceback" not in site.log
    assert "NOPERM" not in site.log
