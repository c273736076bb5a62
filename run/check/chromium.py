"""Finding a Chromium for the browser tests, or downloading one.

The headless shell is the same engine without windows, and needs a third of the processor time.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

CACHE = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or Path.home() / ".cache" / "ms-playwright")


class NoChromium(Exception):
    """No Chromium can be found or obtained; the message is for the person who runs the tests."""


@dataclass(frozen=True)
class Kind:
    on_path: tuple[str, ...]
    in_cache: tuple[str, ...]
    """Glob patterns below `CACHE`."""


SHELL = Kind(
    on_path=("chromium-headless-shell", "chrome-headless-shell"),
    in_cache=("chromium_headless_shell-*/*/*headless[-_]shell",),
)
WHOLE = Kind(
    on_path=("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"),
    in_cache=("chromium-*/chrome-linux*/chrome", "chromium-*/chrome-mac*/**/MacOS/*"),
)


def find_chromium() -> Path | None:
    return _find(SHELL) or _find(WHOLE)


def obtain_chromium() -> Path:
    """Return the path of a Chromium, preferring the headless shell to a whole browser. Raises NoChromium."""
    for attempt in (_nothing, _shell_from_playwright, _shell_from_debian):
        attempt()
        if shell := _find(SHELL):
            return shell
    for attempt in (_nothing, _whole_from_debian):
        attempt()
        if whole := _find(WHOLE):
            return whole
    raise NoChromium("No Chromium was found for the browser tests: install one, for example the package chromium.")


def _find(kind: Kind) -> Path | None:
    return next(filter(_runs, _candidates(kind)), None)


def _candidates(kind: Kind) -> Iterator[Path]:
    yield from (Path(found) for name in kind.on_path if (found := shutil.which(name)))
    for pattern in kind.in_cache:
        yield from sorted(CACHE.glob(pattern), reverse=True)


def _runs(path: Path) -> bool:
    """Return whether a Chromium starts; it may be installed without the libraries it needs."""
    return subprocess.run([path, "--version"], capture_output=True, check=False).returncode == 0


def _nothing() -> None:
    """Do nothing: a Chromium may be there already."""


def _shell_from_playwright() -> None:
    patience = {"PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT": "10000"}
    command = [sys.executable, "-m", "playwright", "install", "chromium", "--only-shell"]
    subprocess.run(command, check=False, env={**patience, **os.environ})


def _shell_from_debian() -> None:
    _from_debian("chromium-headless-shell")


def _whole_from_debian() -> None:
    _from_debian("chromium")


def _from_debian(package: str) -> None:
    if os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(["apt-get", "update", "-qq"], check=False)
        subprocess.run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", package], check=False)
