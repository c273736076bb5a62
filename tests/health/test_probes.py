"""What load balancers, monitoring and strangers learn about the site's health."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from channels.testing import HttpCommunicator
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Player
from config import asgi
from games.models import Pulse, Table
from health import checks, signs, tasks
from health.probes import Probes
from tests.games.people import seated_table
from tests.games.sockets import in_thread

pytestmark = pytest.mark.django_db(transaction=True)

TOKEN = "a token that nobody guesses"
QUEUES = ("bots", "thinking", "clock", "slow")


@pytest.fixture(autouse=True)
def guarded(settings: Settings) -> None:
    settings.MONITORING_TOKEN = TOKEN
    settings.MONITORING_ADDRESSES = ["10.1.0.0/16"]


async def asked(
    path: str, *, token: str = "", address: str = "192.0.2.1", method: str = "GET", host: str = "10.0.0.7"
) -> tuple[int, str]:
    headers = [(b"host", host.encode())] + ([(b"authorization", f"Bearer {token}".encode())] if token else [])
    link = HttpCommunicator(Probes(asgi.queue), method, path, headers=headers)
    link.scope["client"] = (address, 40000)
    answer = await link.get_response(timeout=30)
    return answer["status"], answer["body"].decode()


def all_is_well() -> None:
    for name in checks.SWEEPS:
        Pulse.objects.update_or_create(name=name, defaults={"at": timezone.now()})
    for queue in QUEUES:
        tasks.give_sign(queue)


async def test_a_process_that_answers_is_alive_whatever_the_host() -> None:
    assert (await asked("/healthz/live"))[0] == 200


async def test_it_is_ready_with_a_database_that_is_up_to_date() -> None:
    assert (await asked("/healthz/ready"))[0] == 200


async def test_it_is_not_ready_before_the_database_is_migrated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "_is_migrated", False)
    last = await in_thread(_forget_a_migration)()
    status, said = await asked("/healthz/ready", token=TOKEN)
    await in_thread(_record)(*last)
    assert status == 503
    assert "waits for `manage.py migrate`" in said


def _forget_a_migration() -> tuple[str, str]:
    from django.db.migrations.recorder import MigrationRecorder

    done = MigrationRecorder(connection)
    last = max(name for app, name in done.applied_migrations() if app == "games")
    done.record_unapplied("games", last)
    return "games", last


def _record(app: str, name: str) -> None:
    from django.db.migrations.recorder import MigrationRecorder

    MigrationRecorder(connection).record_applied(app, name)


async def test_strangers_only_learn_whether_all_is_well() -> None:
    await in_thread(all_is_well)()
    assert await asked("/healthz") == (200, '{"status": "ok"}\n')
    assert await asked("/healthz", token="a wrong one") == (200, '{"status": "ok"}\n')


@pytest.mark.parametrize("known", [{"token": TOKEN}, {"address": "10.1.2.3"}])
async def test_monitoring_gets_all_checks(known: dict[str, Any]) -> None:
    await in_thread(all_is_well)()
    status, said = await asked("/healthz", **known)
    checks = json.loads(said)["checks"]
    assert status == 200
    assert {"database", "redis", "sweep of tables", "sweep of tournaments", "queue bots", "workers of slow"} <= set(
        checks
    )
    assert all(check["ok"] for check in checks.values())


def sweep_stands_still() -> None:
    Pulse.objects.filter(name="tables").update(at=timezone.now() - timedelta(minutes=1))


def slow_worker_is_gone() -> None:
    from django.core.cache import cache

    cache.delete(signs._key("slow"))


def table_waits(alice: Player, bob: Player) -> None:
    Table.objects.filter(pk=seated_table([alice, bob]).pk).update(due_at=timezone.now() - timedelta(minutes=1))


@pytest.mark.parametrize(
    ("happens", "said"), [(sweep_stands_still, "sweep of tables"), (slow_worker_is_gone, "workers of slow")]
)
async def test_a_stalled_part_is_named(happens: Any, said: str) -> None:
    await in_thread(all_is_well)()
    await in_thread(happens)()
    status, body = await asked("/healthz", token=TOKEN)
    failing = [name for name, check in json.loads(body)["checks"].items() if not check["ok"]]
    assert (status, failing) == (503, [said])
    assert await asked("/healthz") == (503, '{"status": "failing"}\n')


async def test_an_overdue_table_is_noticed(alice: Player, bob: Player) -> None:
    await in_thread(all_is_well)()
    await in_thread(table_waits)(alice, bob)
    assert (await asked("/healthz"))[0] == 503


@pytest.fixture
def unreachable_database(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    from django.db import OperationalError

    def refuse(*args: object) -> None:
        raise OperationalError("connection to server at 10.0.0.9, user boneyard, failed")

    with monkeypatch.context() as patched:
        patched.setattr(type(connection._connections["default"]), "cursor", refuse)  # type: ignore[attr-defined]
        yield


@pytest.mark.usefixtures("unreachable_database")
async def test_without_a_database_it_lives_but_is_not_ready() -> None:
    assert (await asked("/healthz/live"))[0] == 200
    status, said = await asked("/healthz/ready", token=TOKEN)
    assert status == 503
    assert "does not answer (OperationalError)" in said
    assert "10.0.0.9" not in said


async def test_metrics_are_only_for_monitoring() -> None:
    assert (await asked("/metrics"))[0] == 403
    assert (await asked("/metrics", token="a wrong one"))[0] == 403
    status, said = await asked("/metrics", token=TOKEN)
    assert status == 200
    assert 'boneyard_queue_length{queue="bots"} 0.0' in said


async def test_without_a_token_in_the_settings_no_token_is_accepted(settings: Settings) -> None:
    settings.MONITORING_TOKEN = ""
    assert (await asked("/metrics", token=""))[0] == 403
    assert (await asked("/metrics", token="None"))[0] == 403


async def test_other_paths_are_passed_on() -> None:
    assert (await asked("/healthz/live", method="POST"))[0] == 405
    assert (await asked("/healthzz", host="localhost"))[0] == 404
    assert (await asked("/rules/", host="localhost"))[0] == 200
