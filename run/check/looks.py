"""Screenshots of each game's table on screens of several sizes, light and dark, for visual inspection.

    python -m run.check.looks [FOLDER]

Starts its own site, plays some turns against bots, and writes the screenshots and a page that shows them all.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from pathlib import Path

from playwright.sync_api import Browser, Page, TimeoutError, sync_playwright

from games.rules import GAMES
from run.check.chromium import NoChromium, obtain_chromium
from run.trial.whole_site import WholeSite, whole_site

FOLDER = Path("var/looks")

SCREENS = {"phone": (390, 844), "tablet": (768, 1024), "desk": (1440, 900), "wide": (1920, 1080)}
SCHEMES = ("light", "dark")
PAGES = {"lobby": "/", "clubs": "/clubs/", "preferences": "/preferences/"}

PACES = {"BOT_PAUSE": "0.02", "FORCED_PAUSE": "0.02", "DEAL_PAUSE": "600", "GUEST_MATCHES": "0"}
LAID = 12
"""The minimum number of tiles on the table when the screenshots are taken."""
MOST_ACTS = 90
PATIENCE = 60_000
QUICK = 3_000
GLIDING = 600
"""Milliseconds until all tiles have reached their places."""

READY = "[data-over=ready]:visible"
ACTION = ".actions button:visible"
PLAYABLE = ".hand .piece.playable"
TO_DO = f"{PLAYABLE}, {ACTION}, {READY}"


def play(page: Page, site: WholeSite, game: str) -> None:
    """Play until enough tiles are laid and it is the player's turn to lay another one."""
    width, height = SCREENS["desk"]
    page.set_viewport_size({"width": width, "height": height})
    page.goto(site.url)
    page.locator(f"form[action*='/play/{game}/'] button").first.click()
    for _ in range(MOST_ACTS):
        page.locator(TO_DO).first.wait_for()
        if page.locator(PLAYABLE).count() and page.locator(".board .tiles .tile").count() >= LAID:
            break
        with suppress(TimeoutError):  # the site has already moved
            act(page)
        page.wait_for_timeout(GLIDING / 2)
    with suppress(TimeoutError):
        page.locator(".lesson-offer button").click(timeout=QUICK)


def act(page: Page) -> None:
    for button in (PLAYABLE, READY, ACTION):
        if page.locator(button).count():
            page.locator(button).last.click(timeout=QUICK)
            break
    if page.locator(".place").count():
        page.locator(".place").first.click(force=True, timeout=QUICK)


def pictures(page: Page, folder: Path, name: str) -> Iterator[str]:
    """Take a screenshot of the open page for each screen and colour scheme; yield the file names."""
    for (screen, (width, height)), scheme in product(SCREENS.items(), SCHEMES):
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
        page.wait_for_timeout(GLIDING)
        file = f"{name}-{screen}-{scheme}.png"
        page.screenshot(path=folder / file)
        yield file


def look(browser: Browser, site: WholeSite, folder: Path) -> Iterator[str]:
    """Take screenshots of each game and of some other pages; yield the file names."""
    page = browser.new_page(locale="en-GB", reduced_motion="reduce")
    page.set_default_timeout(PATIENCE)
    for game in GAMES:
        play(page, site, game)
        yield from pictures(page, folder, game)
    for name, address in PAGES.items():
        page.goto(site.url + address)
        yield from pictures(page, folder, name)


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    with (
        tempfile.TemporaryDirectory() as scratch,
        whole_site(Path(scratch), **PACES) as site,
        sync_playwright() as playwright,
    ):
        try:
            browser = playwright.chromium.launch(executable_path=obtain_chromium(), args=["--no-sandbox"])
        except NoChromium as error:
            sys.exit(str(error))
        for file in look(browser, site, folder):
            files.append(file)
            print(folder / file, flush=True)
        browser.close()
    figures = "\n".join(f'<figure><img src="{file}" alt=""><figcaption>{file}</figcaption></figure>' for file in files)
    style = "img { max-width: 100%; max-height: 90vh } figure { display: inline-block }"
    (folder / "index.html").write_text(
        f'<!doctype html>\n<html lang="en"><title>Looks</title><style>{style}</style>\n{figures}\n'
    )
    print(f"All of them: {folder / 'index.html'}")


if __name__ == "__main__":
    main()
