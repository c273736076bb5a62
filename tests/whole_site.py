"""The whole site as started by `make run`, with its own data and port, for tests that need everything real."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

from django.conf import settings

from run.ports import free_port

PROGRAMS = ["redis", "web", "worker", "slow"]
COMMAND = [sys.executable, "-m", "run"]
OF_THE_TEST_RUN = {"DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE"}


class WholeSite:
    def __init__(self, folder: Path, **environment: str) -> None:
        self.folder = folder
        self.port = free_port()
        self.environment = {
            **{name: value for name, value in os.environ.items() if name not in OF_THE_TEST_RUN},
            "VAR_DIR": str(folder / "var"),
            "PORT": str(self.port),
            "DEMO": "0",
            **environment,
        }
        self._log = folder / "log"
        with self._log.open("w") as log:
            self.process = subprocess.Popen(
                COMMAND, stdout=log, stderr=log, env=self.environment, cwd=settings.BASE_DIR
            )

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        return self._log.read_text()

    def wait_until_open(self) -> None:
        until(lambda: " is open: " in self.log or self.process.poll() is not None)
        assert self.process.poll() is None, self.log

    def pids(self, program: str) -> list[int]:
        """Return the process ids of a program, in order of their start; the last is the current one."""
        return [int(pid) for pid in re.findall(rf"{program} +\| started \(process (\d+)\)", self.log)]

    def answers(self) -> bool:
        try:
            with urlopen(f"{self.url}/account/login/") as page:
                return page.status == 200
        except OSError:
            return False

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


@contextmanager
def whole_site(folder: Path, **environment: str) -> Iterator[WholeSite]:
    site = WholeSite(folder, **environment)
    try:
        site.wait_until_open()
        yield site
    finally:
        site.process.terminate()
        site.process.wait(30)


def until(holds: Callable[[], bool], seconds: float = 120) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.05)
