"""The files for containers, systemd, nginx and Caddy can be parsed, and every setting in them exists."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings

from tests.deploy.proxies import WHOLE, certify

ROOT = Path(settings.BASE_DIR)
DEPLOY = ROOT / "deploy"
UNITS = sorted((DEPLOY / "systemd").iterdir())
OF_OTHERS = {"PATH", "PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE", "PROMETHEUS_MULTIPROC_DIR"}
OF_COMPOSE = {"SITE_HOST", "POSTGRES_PASSWORD"}
QUEUES = {"bots", "thinking", "clock", "slow"}


def known() -> set[str]:
    """Return the names of all variables that the settings read."""
    text = (ROOT / "config/settings.py").read_text()
    names = set(re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', text)) | set(re.findall(r'email_url\("([A-Z_]+)"', text))
    assert {"SECRET_KEY", "TILE_KEYS", "EMAIL_URL", "STATIC_ROOT"} <= names
    return names | OF_OTHERS


def assigned(text: str) -> set[str]:
    return set(re.findall(r"^([A-Z_]+)=", text, re.MULTILINE))


def compose() -> dict[str, Any]:
    return yaml.safe_load((ROOT / "compose.yaml").read_text())


def test_every_variable_of_the_example_exists() -> None:
    names = assigned((DEPLOY / "environment.example").read_text())
    assert len(names) > 10
    assert names - known() - OF_COMPOSE == set()


def test_every_variable_of_the_image_exists() -> None:
    text = (ROOT / "Containerfile").read_text()
    named = set(re.findall(r"^(?:ENV| {3}) .*?([A-Z_]+)=|(?<= )([A-Z_]+)=", text, re.MULTILINE))
    names = {name for pair in named for name in pair if name}
    assert {"VAR_DIR", "LOG_FORMAT"} <= names
    assert names - known() - {"BASE", "PIP_OPTIONS"} == set()


def test_every_service_has_the_same_restrictions() -> None:
    services = compose()["services"]
    ours = {name: service for name, service in services.items() if "build" in service}
    assert set(ours) == {"release", "web-1", "web-2", "bots", "thinking", "clock", "slow", "beat"}
    for service in ours.values():
        assert service["read_only"]
        assert service["cap_drop"] == ["ALL"]
        assert set(service["environment"]) <= known()
    assert "noeviction" in services["valkey"]["command"]
    assert [name for name, service in services.items() if "ports" in service] == ["caddy"]


def served(command: str) -> set[str]:
    found = re.search(r"-Q (\S+)", command)
    return set(found[1].split(",")) if found else set()


def test_every_queue_has_a_worker_with_compose_and_systemd() -> None:
    commands = [" ".join(service.get("command", [])) for service in compose()["services"].values()]
    assert set().union(*map(served, commands)) == QUEUES
    assert set().union(*(served(unit.read_text()) for unit in UNITS)) == QUEUES


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_a_unit_can_be_read(unit: Path) -> None:
    sections = re.findall(r"^\[(\w+)\]$", unit.read_text(), re.MULTILINE)
    assert sections[0] == "Unit"
    for line in unit.read_text().splitlines():
        assert re.fullmatch(r"|\[\w+\]|[A-Z]\w+=.*", line)
        if line.startswith("Environment="):
            assert set(re.findall(r"(\w+)=", line.removeprefix("Environment="))) <= known()


def test_the_target_wants_every_unit() -> None:
    wanted = set((DEPLOY / "systemd/boneyard.target").read_text().split("Wants=")[1].splitlines()[0].split())
    names = {re.sub(r"@\d+", "@", name) for name in wanted}
    assert names == {unit.name for unit in UNITS} - {"boneyard.target", "boneyard-release.service"}


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="There is no systemd-analyze here.")
def test_systemd_understands_the_units(tmp_path: Path) -> None:
    copies = []
    for unit in UNITS:
        copy = tmp_path / unit.name.replace("@", "@8001")
        here = unit.read_text().replace("/srv/boneyard/.venv/bin/python", "/bin/true").replace("/srv/boneyard", "/")
        copy.write_text(re.sub(r"^(Documentation|User|Group)=.*\n", "", here, flags=re.MULTILINE))
        copies.append(copy)
    said = subprocess.run(["systemd-analyze", "verify", *copies], capture_output=True, text=True, check=False)
    ours = [line for line in said.stderr.splitlines() if "boneyard" in line and "not-found" not in line]
    assert ours == []


def test_nginx_has_what_the_site_needs() -> None:
    text = (DEPLOY / "nginx/boneyard.conf").read_text()
    assert text.count("{") == text.count("}")
    for needed in (
        "client_max_body_size        3m",
        "$connection_upgrade",
        "proxy_read_timeout 90s",
        "hash $table_code",
    ):
        assert needed in text


@pytest.mark.skipif(not shutil.which("nginx"), reason="There is no nginx here.")
def test_nginx_understands_its_file(tmp_path: Path) -> None:
    certify(tmp_path)
    site = (DEPLOY / "nginx/boneyard.conf").read_text().replace("/etc/boneyard/tls", str(tmp_path))
    (tmp_path / "site.conf").write_text(site)
    (tmp_path / "nginx.conf").write_text(WHOLE.format(folder=tmp_path))
    command = ["nginx", "-t", "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf")]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stderr


@pytest.mark.skipif(not shutil.which("caddy"), reason="There is no Caddy here.")
def test_caddy_understands_its_file() -> None:
    command = ["caddy", "validate", "--adapter", "caddyfile", "--config", str(DEPLOY / "caddy/Caddyfile")]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stderr
