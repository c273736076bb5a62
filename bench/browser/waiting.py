"""What an open, idle page costs its reader: the processor time of the whole browser, and how often it recalculates
styles, which it does for every frame that it draws.

Starts a temporary site with the demo, whose bots play and whose tournaments run, and visits its pages with Chromium and
animations on: the lobby, a tournament, a table at which bots play, and a table at which it is the reader's turn.

    python bench/browser/waiting.py [--seconds 10]
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import psutil  # noqa: E402
from _visited import visited_site  # noqa: E402
from playwright.sync_api import CDPSession, Page  # noqa: E402

from run.trial.whole_site import WholeSite  # noqa: E402

OWN_TURN = ".hand .piece.playable, .actions button"
SETTLING = 4000
"""Milliseconds until a page has loaded and settled."""
STARTING = 15.0
"""Seconds until the demo's bots are playing."""


class Cost(NamedTuple):
    seconds: float
    styles: float


def cost(tools: CDPSession) -> Cost:
    """Return what the browser, a grandchild of this process, has used so far."""
    family = psutil.Process().children(recursive=True)
    browser = [one for one in family if "--headless" in " ".join(one.cmdline()) or "chrom" in one.name()]
    seconds = sum(one.cpu_times().user + one.cpu_times().system for one in browser)
    metrics = {one["name"]: one["value"] for one in tools.send("Performance.getMetrics")["metrics"]}
    return Cost(seconds, metrics["RecalcStyleCount"])


def follow(page: Page, address: str, link: str) -> None:
    page.goto(address)
    page.locator(link).first.click()


def to_own_turn(page: Page, site: WholeSite) -> None:
    page.goto(site.url)
    page.locator("form[action*='/play/kardinal'] button").click()
    page.locator(OWN_TURN).first.wait_for(timeout=60_000)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10)
    seconds = parser.parse_args().seconds
    with visited_site(DEMO="1") as (browser, site):
        page = browser.new_context(locale="en-GB", viewport={"width": 1280, "height": 800}).new_page()
        tools = page.context.new_cdp_session(page)
        tools.send("Performance.enable")
        page.goto(site.url)
        time.sleep(STARTING)
        pages: dict[str, Callable[[], object]] = {
            "the lobby": lambda: page.goto(site.url),
            "a tournament": lambda: follow(page, f"{site.url}/tournaments/", "a[href^='/tournament/']"),
            "a table where bots play": lambda: follow(page, site.url, "a.button[href^='/table/']"),
            "a table, on one's own turn": lambda: to_own_turn(page, site),
        }
        print(f"{'':28} of a core   styles a second")
        for name, going in pages.items():
            going()
            page.wait_for_timeout(SETTLING)
            before = cost(tools)
            time.sleep(seconds)
            after = cost(tools)
            share, styles = (after.seconds - before.seconds) / seconds, (after.styles - before.styles) / seconds
            print(f"{name:28} {share:9.1%} {styles:17.1f}", flush=True)


if __name__ == "__main__":
    main()
