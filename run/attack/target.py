"""The site to be attacked: started by `python -m run` on this machine with its own data, and stopped afterwards."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol
from urllib.request import urlopen

from run.ports import free_port

ROOT = Path(__file__).resolve().parents[2]
NOT_OURS = {"DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE"}
ENVIRONMENT = {"DEMO": "0", "GUEST_RATE": "1000/minute", "BOT_PAUSE": "0.3", "DEAL_PAUSE": "1", "START_PAUSE": "1"}


class Target(Protocol):
    """What the attacks need to know about a site."""

    @property
    def url(self) -> str: ...

    @property
    def folder(self) -> Path:
        """Return the folder that contains `var`."""
        ...

    @property
    def log(self) -> str: ...

    @property
    def environment(self) -> dict[str, str]: ...

    def pids(self, program: str) -> list[int]:
        """Return the process ids of a program in order; the last one is running now."""
        ...


class OwnSite:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        ours = {name: value for name, value in os.environ.items() if name not in NOT_OURS}
        self.environment = {**ours, **ENVIRONMENT, "VAR_DIR": str(folder / "var"), "PORT": str(port)}
        self._log = folder / "log"

    @property
    def log(self) -> str:
        return self._log.read_text()

    def pids(self, program: str) -> list[int]:
        return [int(pid) for pid in re.findall(rf"{program} +\| started \(process (\d+)\)", self.log)]

    @contextmanager
    def running(self) -> Iterator[None]:
        with self._log.open("w") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "run"], stdout=log, stderr=log, env=self.environment, cwd=ROOT
            )
        try:
            within(120, lambda: " is open: " in self.log or process.poll() is not None)
            if process.poll() is not None:
                raise SystemExit(self.log)
            yield
        finally:
            process.terminate()
            process.wait(60)


def within(seconds: float, holds: Callable[[], bool]) -> bool:
    """Wait until the condition holds; return whether it did in time."""
    deadline = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.1)
    return True


def answers(target: Target) -> bool:
    """Return whether pages are served."""
    try:
        with urlopen(f"{target.url}/rules/", timeout=10) as page:
            return page.status == 200
    except OSError:
        return False


def status_of(target: Target, what: str) -> int:
    """Return a number of the web process from the kernel: VmRSS (kB), VmHWM (kB), Threads."""
    status = Path(f"/proc/{target.pids('web')[-1]}/status").read_text()
    found = re.search(rf"{what}:\s+(\d+)", status)
    assert found is not None
    return int(found[1])


def memory(target: Target) -> float:
    """Return the memory of the web process in MB."""
    return status_of(target, "VmRSS") / 1024
