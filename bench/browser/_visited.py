"""A temporary site, and a Chromium to visit it."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from run.check.chromium import NoChromium, find_chromium, obtain_chromium
from run.trial.whole_site import WholeSite, whole_site


@contextmanager
def visited_site(**environment: str) -> Iterator[tuple[Browser, WholeSite]]:
    """Start both. Without a Chromium, print a message and exit successfully."""
    try:
        chromium = find_chromium() or obtain_chromium()
    except NoChromium as reason:
        print(reason)
        sys.exit()
    with (
        tempfile.TemporaryDirectory() as folder,
        whole_site(Path(folder), **environment) as site,
        sync_playwright() as tools,
    ):
        browser = tools.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        yield browser, site
        browser.close()
