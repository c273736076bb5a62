"""The image, built from a local base image and started with the same restrictions as by compose.yaml."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from run.trial.whole_site import until
from tests.deploy.docker import docker

CLOSED = ["--read-only", "--tmpfs", "/tmp:mode=1777", "--cap-drop", "ALL", "--security-opt", "no-new-privileges"]
SAFE = {
    "SECRET_KEY": "k9Tq2vLx8mWz4RbY7cNp1sHd6gJf3aUe5oXi0QyBtKwVhZ7",
    "TILE_KEYS": "0123456789abcdef" * 2,
    "HTTPS": "1",
    "ALLOWED_HOSTS": "dominoes.example",
    "SITE_URL": "https://dominoes.example",
    "EMAIL_URL": "smtp+tls://user:password@127.0.0.1:587",
}
MIGRATE_AND_SERVE = (
    "python manage.py migrate --noinput -v 0 && "
    "exec python -m live.server -v 0 --no-server-name -b 0.0.0.0 -p 8000 config.asgi:application"
)


@pytest.fixture(scope="module")
def web(image: str) -> Iterator[str]:
    environment = [part for name, value in SAFE.items() for part in ("-e", f"{name}={value}")]
    name = f"{image}-web"
    docker("run", "-d", "--name", name, *CLOSED, *environment, image, "sh", "-c", MIGRATE_AND_SERVE)
    yield name
    docker("rm", "-f", name)


def test_it_becomes_healthy(web: str) -> None:
    until(lambda: docker("inspect", "-f", "{{.State.Health.Status}}", web).stdout.strip() == "healthy", 300)


def test_it_runs_as_nobody_and_can_write_nowhere_else(web: str) -> None:
    assert docker("exec", web, "id", "-u").stdout.strip() == "10001"
    for folder in ("/site", "/venv", "/etc", "/static"):
        assert docker("exec", web, "touch", f"{folder}/new", check=False).returncode != 0


def test_its_log_is_json_and_names_no_key(web: str) -> None:
    said = docker("logs", web)
    assert SAFE["SECRET_KEY"] not in said.stdout + said.stderr


def test_without_keys_it_says_what_is_missing(image: str) -> None:
    said = docker("run", "--rm", *CLOSED, "-e", "HTTPS=1", image, check=False)
    assert said.returncode != 0
    assert re.search("TILE_KEYS|boneyard.E00", said.stderr)


@pytest.mark.parametrize("program", ["worker", "beat"])
def test_the_same_image_has_the_other_programs(image: str, program: str) -> None:
    assert docker("run", "--rm", *CLOSED, image, "celery", "-A", "config", program, "--help").returncode == 0


def test_the_image_can_write_backups(image: str) -> None:
    assert "pg_dump" in docker("run", "--rm", *CLOSED, image, "pg_dump", "--version").stdout
