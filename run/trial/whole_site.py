"""The whole site as started by `make run`, with its own data and port, for whatever needs everything real."""

from __future__ import annotations

import atexit
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from urllib.request import urlopen

from run.ports import free_port

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = ["redis", "web", "worker", "thinker", "slow"]
COMMAND = [sys.executable, "-m", "run"]
NOT_OURS = {"DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE"}
"""What whoever starts a site may have set for a site of his own."""


class WholeSite:
    def __init__(self, folder: Path, **environment: str) -> None:
        self.folder = folder
        self.port = free_port()
        self.environment = {**surroundings(folder, **environment), "PORT": str(self.port)}
        self._log = folder / "log"
        with self._log.open("w") as log:
            self.process = subprocess.Popen(COMMAND, stdout=log, stderr=log, env=self.environment, cwd=ROOT)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        return self._log.read_text()

    def wait_until_open(self) -> None:
        """Raise RuntimeError if the site does not open."""
        within(300, lambda: " is open: " in self.log or self.process.poll() is not None)
        if " is open: " not in self.log:
            raise RuntimeError(f"The site does not open:\n{self.log}")

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


def surroundings(folder: Path, **environment: str) -> dict[str, str]:
    """Return the environment of a site that keeps its data in a folder, in addition to what is given."""
    ours = {name: value for name, value in os.environ.items() if name not in NOT_OURS}
    return {**ours, "VAR_DIR": str(folder / "var"), "DEMO": "0", "WEB_PROCESSES": "1", **environment}


@contextmanager
def whole_site(folder: Path, **environment: str) -> Iterator[WholeSite]:
    begin_with_tables(folder / "var", environment.get("DJANGO_SETTINGS_MODULE", "config.settings"))
    site = WholeSite(folder, **environment)
    try:
        site.wait_until_open()
        yield site
    finally:
        site.process.terminate()
        site.process.wait(60)


def begin_with_tables(data: Path, settings: str) -> None:
    """Put an empty database that is up to date into a data folder that does not exist yet: what a site would do by
    itself, but only once for all sites of this process."""
    if not data.exists():
        shutil.copytree(_up_to_date(settings), data)


@cache
def _up_to_date(settings: str) -> Path:
    """Return the data folder of a site that has never been open."""
    folder = Path(tempfile.mkdtemp(prefix="boneyard-empty-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    ours = {name: value for name, value in os.environ.items() if name not in NOT_OURS}
    environment = {**ours, "VAR_DIR": str(folder), "DJANGO_SETTINGS_MODULE": settings}
    subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity", "0"], env=environment, cwd=ROOT, check=True)
    return folder


def within(seconds: float, holds: Callable[[], bool]) -> bool:
    """Wait until the condition holds; return whether it did in time."""
    deadline = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def until(holds: Callable[[], bool], seconds: float = 120) -> None:
    """Wait until the condition holds. Raises TimeoutError."""
    if not within(seconds, holds):
        raise TimeoutError(f"It did not happen within {seconds:g} seconds.")
