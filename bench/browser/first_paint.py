"""How long a reader with a slow connection and a slow processor waits: for the lobby, and from the click on *Play now*
until the hand is shown, and until it can be played from.

Starts a temporary site and visits it with Chromium, throttled as in its developer tools: the processor by a factor of
four, the network to that of a phone (except for sockets, which Chromium does not throttle). The browser's cache is
empty at first; the click comes two seconds after the lobby has loaded, and so profits from what the lobby has fetched.
Prints the median of several visits in seconds, and the traffic of each page: requests, sockets, and kilobytes
transferred.

    python bench/browser/first_paint.py [--visits 5]
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from _visited import visited_site  # noqa: E402
from playwright.sync_api import Browser, Page  # noqa: E402

from run.trial.whole_site import WholeSite  # noqa: E402

PROCESSOR = 4
"""The factor by which the browser's processor is slowed down."""

PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "has_touch": True, "locale": "en-GB"}
GAME = "chicken-foot"
SHOWN = ".pieces:not([hidden]) .hand .piece"
READY = f"{SHOWN}.playable, .actions button"
PAINTED = """(selector) => performance.getEntriesByName("first-contentful-paint").length > 0
  && document.querySelector(selector)?.checkVisibility()"""
PATIENCE = 120_000
LOOKING_AROUND = 2000
"""Milliseconds between loading the lobby and the click."""


@dataclass(frozen=True)
class Line:
    name: str
    down: float
    """In kbit/s, like `up`."""
    up: float
    latency: float
    """In milliseconds."""


LINES = [Line("fast 3G", 1600, 750, 150), Line("slow 3G", 400, 400, 400)]


@dataclass
class Traffic:
    """The traffic that a page has caused."""

    requests: int = 0
    bytes: float = 0
    sockets: int = 0

    def __str__(self) -> str:
        return f"{self.requests} requests, {self.sockets} sockets, {self.bytes / 1000:.0f} kB"


def slowed_down(browser: Browser, line: Line) -> tuple[Page, Traffic]:
    page = browser.new_context(**PHONE).new_page()  # type: ignore[arg-type]
    page.set_default_timeout(PATIENCE)
    tools = page.context.new_cdp_session(page)
    traffic = Traffic()

    def finished(event: dict[str, float]) -> None:
        traffic.bytes += event["encodedDataLength"]

    def asked(_: object) -> None:
        traffic.requests += 1

    def connected(_: object) -> None:
        traffic.sockets += 1

    tools.on("Network.requestWillBeSent", asked)
    tools.on("Network.loadingFinished", finished)
    tools.on("Network.webSocketCreated", connected)
    tools.send("Network.enable")
    tools.send(
        "Network.emulateNetworkConditions",
        {
            "offline": False,
            "latency": line.latency,
            "downloadThroughput": line.down * 1000 / 8,
            "uploadThroughput": line.up * 1000 / 8,
        },
    )
    tools.send("Emulation.setCPUThrottlingRate", {"rate": PROCESSOR})
    return page, traffic


def painted_after(page: Page, selector: str, begun: float) -> float:
    """Return the seconds until such an element is visible and the browser has painted, for which it waits for the style
    sheets."""
    page.wait_for_function(PAINTED, arg=selector, polling="raf")
    return time.perf_counter() - begun


def visit(browser: Browser, site: WholeSite, line: Line) -> tuple[dict[str, float], dict[str, str]]:
    """Visit the lobby, click, and wait for the hand, then visit the table as an onlooker; return times and traffic."""
    page, traffic = slowed_down(browser, line)
    button = f"form[action*='/play/{GAME}'] button"
    begun = time.perf_counter()
    page.goto(site.url, wait_until="commit")
    times = {"lobby": painted_after(page, button, begun)}
    page.wait_for_load_state("load")
    times["lobby, all of it"] = time.perf_counter() - begun
    asked = {"lobby": str(traffic)}
    page.wait_for_timeout(LOOKING_AROUND)
    begun = time.perf_counter()
    page.click(button, no_wait_after=True)
    times["click to hand"] = painted_after(page, SHOWN, begun)
    times["click to first move"] = painted_after(page, READY, begun)
    page.wait_for_timeout(1500)
    address = page.url
    page.context.close()
    onlooker, traffic = slowed_down(browser, line)
    begun = time.perf_counter()
    onlooker.goto(address, wait_until="commit")
    times["table, as an onlooker"] = painted_after(onlooker, ".board .tile, .rails .seat", begun)
    onlooker.wait_for_load_state("load")
    onlooker.wait_for_timeout(1500)
    asked["table, nothing cached"] = str(traffic)
    onlooker.context.close()
    return times, asked


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--visits", type=int, default=5)
    visits = parser.parse_args().visits
    pace = {
        "BOT_PAUSE": "0",
        "GUEST_RATE": "1000/minute",
        "TABLE_RATE": "1000/hour",
        "TABLE_RATE_OF_ADDRESS": "1000/hour",
    }
    with visited_site(**pace) as (browser, site):
        visit(browser, site, LINES[0])  # to fill the site's caches
        for line in LINES:
            print(
                f"{line.name}: {line.down:g} kbit/s down, {line.up:g} up, {line.latency:g} ms; processor / {PROCESSOR}"
            )
            seen = [visit(browser, site, line) for _ in range(visits)]
            for name in seen[0][0]:
                taken = sorted(times[name] for times, _ in seen)
                print(f"  {name:22} {statistics.median(taken):5.2f} s  ({taken[0]:.2f} to {taken[-1]:.2f})")
        for name, asked in seen[-1][1].items():
            print(f"{name}: {asked}")


if __name__ == "__main__":
    main()
