"""A real Chromium for the tests of what runs in the browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, sync_playwright

from run.chromium import obtain_chromium

ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
MODULES = Path("games/static/games")
SITE = "http://table.test"

Run = Callable[..., Any]


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=obtain_chromium(), args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def blank_page(chromium: Browser) -> Iterator[Page]:
    """An empty page of a site that has nothing but the table's modules."""
    page = chromium.new_page()
    page.route(f"{SITE}/**", _serve)
    page.goto(f"{SITE}/")
    yield page
    page.close()


def _serve(route: Route) -> None:
    name = route.request.url.removeprefix(f"{SITE}/")
    if name:
        route.fulfill(body=(MODULES / name).read_text(), content_type="text/javascript")
    else:
        route.fulfill(body="<!doctype html><html lang=en><title>Table</title>", content_type="text/html")


@pytest.fixture
def run(blank_page: Page) -> Run:
    """Call a function of a module: run("state.js", "order", state, message)."""

    def call(module: str, function: str, *arguments: Any) -> Any:
        script = "async ([module, name, args]) => (await import(`/${module}`))[name](...args)"
        return blank_page.evaluate(script, [module, function, list(arguments)])

    return call
