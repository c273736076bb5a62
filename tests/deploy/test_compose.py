"""Everything that compose.yaml starts: visited through Caddy over TLS, restarted, backed up and restored."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial

import pytest

from run.trial.table_player import TablePlayer
from run.trial.visitors import Visitor
from run.trial.whole_site import until
from tests.deploy.compose import OURS, PATIENCE, SETTINGS, Containers, containers
from tests.deploy.docker import BASE, stand_in

NAME, PASSWORD = "Ada", "a password of nine dominoes"
ADD_ADA = f"from accounts.models import Player; Player.objects.create_user({NAME!r}, password={PASSWORD!r})"
TABLES = "from games.models import Table; print(Table.objects.count())"


@pytest.fixture(scope="module")
def site(image: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Containers]:
    with ExitStack() as stack:
        images = {
            "IMAGE": image,
            "POSTGRES_IMAGE": stack.enter_context(stand_in("postgres", BASE)),
            "VALKEY_IMAGE": stack.enter_context(stand_in("valkey", image)),
            "CADDY_IMAGE": stack.enter_context(stand_in("caddy", BASE)),
        }
        project = stack.enter_context(containers(tmp_path_factory.mktemp("compose"), images))
        project.manage("shell", "-v", "0", "-c", ADD_ADA)
        yield project


@pytest.fixture
def ada(site: Containers) -> Visitor:
    visitor = site.visitor()
    visitor.get("/account/login/")
    assert visitor.post("/account/login/", login=NAME, password=PASSWORD).path == "/"
    return visitor


def match(visitor: Visitor, game: str) -> TablePlayer:
    return TablePlayer(visitor, visitor.opens_a_table(game), random.Random(game))


def is_well(site: Containers) -> bool:
    try:
        return site.visitor().get("/healthz").status == 200
    except OSError:
        return False


def test_everything_is_well(site: Containers) -> None:
    until(partial(is_well, site), PATIENCE)


@pytest.mark.parametrize("service", OURS)
def test_each_program_runs_as_nobody_and_can_write_nowhere_else(site: Containers, service: str) -> None:
    assert site("exec", "-T", service, "id", "-u").stdout.strip() == "10001"
    assert site("exec", "-T", service, "sh", "-c", "grep CapEff /proc/1/status").stdout.split()[1].strip("0") == ""
    for folder in ("/", "/site", "/venv", "/etc"):
        assert "Read-only" in site("exec", "-T", service, "touch", f"{folder}/new", check=False).stderr


@pytest.mark.parametrize("service", ["valkey", "caddy"])
def test_services_without_data_have_a_read_only_disk(site: Containers, service: str) -> None:
    assert site("exec", "-T", service, "touch", "/new", check=False).returncode != 0


def test_a_match_against_bots_is_played_over_tls(site: Containers, ada: Visitor) -> None:
    player = match(ada, "kardinal")
    player.play({})
    assert player.acknowledged
    assert "Ada" in ada.get(f"/table/{player.table}/result/").said


def test_killed_services_come_back_and_no_move_is_lost(site: Containers, ada: Visitor) -> None:
    parts = ["web-1", "valkey", "web-2", "bots", "clock", "beat", "caddy"]
    player = match(ada, "chicken-foot")
    player.play({1 + 2 * number: partial(site, "restart", "-t", "0", part) for number, part in enumerate(parts)})
    assert player.reconnects
    until(partial(is_well, site), PATIENCE)
    assert " 0 wrong." in site.manage("check_records").stdout


def test_static_files_are_those_of_the_release(site: Containers) -> None:
    visitor = site.visitor()
    page = visitor.get("/account/login/").said
    address = page.split('<link rel="stylesheet" href="')[1].split('"')[0]
    assert len(visitor.get(address).said) > 1000


def test_a_stranger_sees_no_metrics(site: Containers) -> None:
    assert site.visitor().get("/metrics").status == 403


def test_it_is_backed_up_and_restored_inside(site: Containers, ada: Visitor) -> None:
    match(ada, "two-step")
    before = site.manage("shell", "-v", "0", "-c", TABLES).stdout
    said = site.manage("backup", "--encrypt", "/backup/one").stdout
    assert "verified" in said
    match(ada, "two-step")
    assert site.manage("shell", "-v", "0", "-c", TABLES).stdout != before
    site("stop", *OURS)
    site.manage("restore", "/backup/one", "--replace")
    assert site.manage("shell", "-v", "0", "-c", TABLES).stdout == before
    refused = site("run", "--rm", "-T", "--no-deps", "web-1", check=False)
    assert refused.returncode != 0
    assert "after_restore" in refused.stdout + refused.stderr
    site.manage("after_restore")
    site.start()
    assert "Ada" in ada.get("/").said
    match(ada, "kardinal").play({})


def test_no_log_names_a_key(site: Containers) -> None:
    said = site("logs", "--no-color", *OURS).stdout
    assert '"level"' in said
    for name in ("SECRET_KEY", "TILE_KEYS", "BACKUP_KEY", "POSTGRES_PASSWORD"):
        assert SETTINGS[name] not in said
