"""The site to be attacked, and its memory and threads as the kernel reports them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Protocol
from urllib.request import urlopen

PACES = {"GUEST_RATE": "1000/minute", "BOT_PAUSE": "0.3", "DEAL_PAUSE": "1", "START_PAUSE": "1"}


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
