"""The image: built from a base that is on this machine, and started as closed as compose.yaml starts it.

CONTAINER_BASE names the base, and CONTAINER_PIP_OPTIONS where its packages come from.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from tests.whole_site import until

ROOT = Path(settings.BASE_DIR)
BASE = os.environ.get("CONTAINER_BASE", "")
PIP_OPTIONS = os.environ.get("CONTAINER_PIP_OPTIONS", "")
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


def docker(*command: str, check: bool = True) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["docker", *command], cwd=ROOT, capture_output=True, text=True, check=check)


def missing() -> str:
    """Return why no image can be built here, or an empty string."""
    if not shutil.which("docker") or docker("info", check=False).returncode:
        return "There is no Docker here."
    if not BASE or docker("image", "inspect", BASE, check=False).returncode:
        return "CONTAINER_BASE names no image of this machine with Python 3.11 or newer."
    return ""


@pytest.fixture(scope="module")
def image() -> Iterator[str]:
    if reason := missing():
        pytest.skip(reason)
    name = f"boneyard-test-{uuid.uuid4().hex[:8]}"
    arguments = ["--build-arg", f"BASE={BASE}", "--build-arg", f"PIP_OPTIONS={PIP_OPTIONS}", "--network", "host"]
    built = docker("build", "-f", "Containerfile", "-t", name, *arguments, ".", check=False)
    assert built.returncode == 0, built.stdout[-3000:] + built.stderr[-3000:]
    yield name
    docker("image", "rm", "-f", name)


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
