"""Web processes of a site, told apart by what each counts for itself."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import product
from urllib.request import Request, urlopen

from django.conf import settings

from run.ports import free_port
from run.trial.visitors import Visitor
from run.trial.whole_site import WholeSite, until
from tests.deploy.compose import SETTINGS

SERVE = [sys.executable, "-m", "live.server", "-v", "0", "--no-server-name", "-b", "127.0.0.1", "-p"]
MISSING = 'page_seconds_count{status="4xx"}'
"""The answers to pages that do not exist: nobody else asks for any, whereas asking for metrics is counted as 2xx."""


class Second:
    """A second web process of the site, which counts for itself."""

    def __init__(self, site: WholeSite) -> None:
        self.port = free_port()
        own = {
            "REDIS_URL": f"unix://{site.folder}/var/redis.sock",
            "PROMETHEUS_MULTIPROC_DIR": str(site.folder / "figures"),
        }
        (site.folder / "figures").mkdir()
        self._environment = {**site.environment, **own}
        self.start()

    def start(self) -> None:
        command = [*SERVE, str(self.port), "config.asgi:application"]
        self._process = subprocess.Popen(command, env=self._environment, cwd=settings.BASE_DIR)
        until(self.answers)

    def answers(self) -> bool:
        try:
            return counted(self.port, "sockets") >= 0
        except OSError:
            return False

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()


class Pair:
    """Two web processes behind a proxy."""

    def __init__(self, *ports: int) -> None:
        self.ports = ports

    def counted(self, figure: str) -> list[float]:
        return [counted(port, figure) for port in self.ports]

    def grown(self, figure: str, before: list[float], by: int) -> list[float]:
        """Wait until a figure has grown by so much in all; return by how much it has at each process."""
        until(lambda: sum(self.counted(figure)) >= sum(before) + by)
        return [new - old for old, new in zip(before, self.counted(figure), strict=True)]

    def reached(self, visitor: Visitor, table: str) -> int:
        """Return which process answers for a table, by asking for a page of it that does not exist."""
        before = self.counted(MISSING)
        assert visitor.get(f"/table/{table}/missing/").status == 404
        grown = self.grown(MISSING, before, by=1)
        assert sum(grown) == 1
        return grown.index(1)


def counted(port: int, figure: str) -> float:
    """Return a figure of the web process at this port. Raises OSError."""
    token = {"Authorization": f"Bearer {SETTINGS['MONITORING_TOKEN']}"}
    with urlopen(Request(f"http://127.0.0.1:{port}/metrics", headers=token), timeout=60) as answer:
        text = answer.read().decode()
    found: list[str] = re.findall(rf"^boneyard_{re.escape(figure)} (\S+)$", text, re.MULTILINE)
    return sum(map(float, found))


def tables() -> Iterator[str]:
    """Yield codes of tables that do not exist."""
    for first, second in product("abcdefghjkmnpqrstuvwxyz", repeat=2):
        yield f"23456789{first}{second}"
