"""Everything that compose.yaml starts, from local images, with its own data and ports."""

from __future__ import annotations

import os
import re
import shutil
import ssl
import subprocess
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from run.ports import free_port
from run.trial.visitors import Visitor
from run.trial.whole_site import until
from tests.deploy.docker import ROOT, Done, docker

OURS = ["web-1", "web-2", "bots", "thinking", "clock", "slow", "beat"]
SETTINGS = {
    "SECRET_KEY": "k9Tq2vLx8mWz4RbY7cNp1sHd6gJf3aUe5oXi0QyBtKwVhZ7",
    "TILE_KEYS": "0123456789abcdef" * 2,
    "BACKUP_KEY": "a key for backups that is long enough",
    "ALLOWED_HOSTS": "localhost",
    "SITE_HOST": "localhost",
    "POSTGRES_PASSWORD": "password-of-the-test",
    "MONITORING_TOKEN": "a token that nobody guesses",
    "EMAIL_URL": "smtp+tls://user:password@127.0.0.1:587",
    "BOT_PAUSE": "0.02",
    "FORCED_PAUSE": "0.02",
    "DEAL_PAUSE": "0.2",
    "START_PAUSE": "2",
}
PATIENCE = 300.0
"""Seconds that a busy machine may need to start everything."""


class Containers:
    """The services of one project; `images` are the variables of compose.yaml that name their images."""

    def __init__(self, folder: Path, images: Mapping[str, str]) -> None:
        self.folder = folder
        self.project = f"boneyard-test-{uuid.uuid4().hex[:8]}"
        self.port = free_port()
        ports = {"HTTPS_PORT": str(self.port), "HTTP_PORT": str(free_port())}
        self._environment = {**os.environ, **images, **ports}
        self._program = ["docker", "compose"]
        text = (ROOT / "compose.yaml").read_text()
        if docker("compose", "version", check=False).returncode:
            self._program = ["docker-compose"]  # version 1, which does not read the project's name
            text = text.replace("name: boneyard\n", "")
        (folder / "compose.yaml").write_text(text)
        (folder / ".env").write_text(filled_in((ROOT / "deploy/environment.example").read_text()))
        shutil.copytree(ROOT / "deploy", folder / "deploy")

    def __call__(self, *command: str, check: bool = True) -> Done:
        whole = [*self._program, "-p", self.project, *command]
        done = subprocess.run(
            whole, cwd=self.folder, env=self._environment, capture_output=True, text=True, check=False
        )
        assert not check or done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
        return done

    def manage(self, *command: str, check: bool = True) -> Done:
        return self("run", "--rm", "-T", "release", "python", "manage.py", *command, check=check)

    def container(self, service: str) -> str:
        return self("ps", "-q", service).stdout.strip()

    def health(self, service: str) -> str:
        return docker("inspect", "-f", "{{.State.Health.Status}}", self.container(service)).stdout.strip()

    def start(self) -> None:
        self("up", "-d", "--no-build")
        until(lambda: self.health("web-1") == self.health("web-2") == "healthy", PATIENCE)
        until(lambda: self("exec", "-T", "caddy", "test", "-s", AUTHORITY, check=False).returncode == 0, PATIENCE)

    @property
    def url(self) -> str:
        return f"https://localhost:{self.port}"

    def visitor(self) -> Visitor:
        """Return a visitor who trusts Caddy's own certificate authority."""
        authority = self("exec", "-T", "caddy", "cat", AUTHORITY).stdout
        return Visitor(self.url, ssl.create_default_context(cadata=authority))


AUTHORITY = "/data/caddy/pki/authorities/local/root.crt"


def filled_in(example: str) -> str:
    """Return the example environment, filled in with the settings of the test."""
    for name, value in SETTINGS.items():
        example, number = re.subn(rf"^{name}=.*$", f"{name}={value}", example, flags=re.MULTILINE)
        if not number:
            example += f"{name}={value}\n"
    return example


@contextmanager
def containers(folder: Path, images: Mapping[str, str]) -> Iterator[Containers]:
    """Start everything; remove it, with its data, afterwards."""
    project = Containers(folder, images)
    try:
        project.start()
        yield project
    finally:
        project("down", "--volumes", "--timeout", "5", check=False)
