"""The web processes of a site, distinguished by their own metrics."""

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
"""Answers for missing pages. Only these tests request any, while requests for metrics are counted as 2xx."""


class Second:
    """A second web process of the site, with its own metrics."""

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
        """Wait until a metric has grown by this much in total; return by how much it has grown at each process."""
        until(lambda: sum(self.counted(figure)) >= sum(before) + by)
        return [new - old for old, new in zip(before, self.counted(figure), strict=True)]

    def reached(self, visitor: Visitor, table: str) -> int:
        """Return which process serves a table, by requesting a page of the table that does not exist."""
        before = self.counted(MISSING)
        assert visitor.get(f"/table/{table}/missing/").status == 404
        grown = self.grown(MISSING, before, by=1)
        assert sum(grown) == 1
        return grown.index(1)


def counted(port: int, figure: str) -> float:
    """Return a metric of the web process at this port. Raises OSError."""
    token = {"Authorization": f"Bearer {SETTINGS['MONITORING_TOKEN']}"}
    with urlopen(Request(f"http://127.0.0.1:{port}/metrics", headers=token), timeout=60) as answer:
        text = answer.read().decode()
    found: list[str] = re.findall(rf"^boneyard_{re.escape(figure)} (\S+)$", text, re.MULTILINE)
    return sum(map(float, found))


def tables() -> Iterator[str]:
    """Yield codes of tables that do not exist."""
    for first, second in product("abcdefghjkmnpqrstuvwxyz", repeat=2):
        yield f"23456789{first}{second}"
