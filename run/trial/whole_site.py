"""The whole site as started by `make run`, with its own data and port, for tests that need the real thing."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

from run.ports import free_port
from run.trial.empty_database import empty_database
from run.trial.environment import ROOT, site_environment

PROGRAMS = ["redis", "web", "worker", "thinker", "slow"]
COMMAND = [sys.executable, "-m", "run"]


class WholeSite:
    def __init__(self, folder: Path, **environment: str) -> None:
        self.folder = folder
        self.port = free_port()
        self.environment = {**site_environment(folder / "var", **environment), "PORT": str(self.port)}
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
        """Return the process ids that a program has had, in the order of their start; the last one is current."""
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
    begin_with_tables(folder / "var")
    site = WholeSite(folder, **environment)
    try:
        site.wait_until_open()
        yield site
    finally:
        site.process.terminate()
        site.process.wait(60)


def begin_with_tables(data: Path) -> None:
    """Create a data folder with an empty, migrated database, unless it exists. The site would do so itself, but more
    slowly."""
    if not data.exists():
        data.mkdir(mode=0o700)
        shutil.copyfile(empty_database(), data / "boneyard.sqlite3")


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
        raise TimeoutError(f"The condition did not hold within {seconds:g} seconds.")
