"""Finds a Chromium for the browser tests, and gets one where there is none."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
CACHE = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or Path.home() / ".cache" / "ms-playwright")
IN_CACHE = ("chromium-*/chrome-linux*/chrome", "chromium-*/chrome-mac*/**/MacOS/*")


class NoChromium(Exception):
    """Said to whoever runs the tests."""


def find_chromium() -> Path | None:
    return next(filter(_runs, _candidates()), None)


def _candidates() -> Iterator[Path]:
    yield from (Path(found) for name in NAMES if (found := shutil.which(name)))
    for pattern in IN_CACHE:
        yield from sorted(CACHE.glob(pattern), reverse=True)


def obtain_chromium() -> Path:
    for attempt in (_nothing, _from_playwright, _from_debian):
        attempt()
        if found := find_chromium():
            return found
    raise NoChromium("No Chromium was found for the browser tests: install one, for example the package chromium.")


def _runs(path: Path) -> bool:
    """It may be there without the libraries that it needs."""
    return subprocess.run([path, "--version"], capture_output=True, check=False).returncode == 0


def _nothing() -> None:
    """It may be there already."""


def _from_playwright() -> None:
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)


def _from_debian() -> None:
    if os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(["apt-get", "update", "-qq"], check=False)
        subprocess.run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"], check=False)
