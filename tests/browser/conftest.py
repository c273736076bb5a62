"""A real Chromium, and people who use the whole site with it."""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from run.check.chromium import find_chromium, obtain_chromium
from run.trial.whole_site import WholeSite, whole_site
from tests.browser.driving.at_table import PATIENCE
from tests.browser.driving.cable import Cable
from tests.browser.driving.hands import Hands, Keyboard, Mouse
from tests.browser.driving.people import Person

ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]

Welcome = Callable[..., Person]

PACES = {
    "BOT_PAUSE": "0.02",
    "FORCED_PAUSE": "0.02",
    "AWAY_PAUSE": "0.5",
    "DEAL_PAUSE": "30",
    "START_PAUSE": "30",
    "GUEST_RATE": "1000/minute",
    "GUEST_MATCHES": "0",
    "STAFF_NEED_SECOND_FACTOR": "0",
}
"""Bots are quick; waits for players and their browsers are generous."""

FIRST = ("test_tournament_", "test_absence", "test_match_")

SETTINGS = "tests.browser.settings"

USUAL = {"viewport": {"width": 1280, "height": 800}, "locale": "en-GB", "reduced_motion": "reduce"}
"""A browser without animations; `IN_MOTION` is for tests about animations."""
IN_MOTION = {"reduced_motion": "no-preference"}

expect.set_options(timeout=PATIENCE)

failed = pytest.StashKey[bool]()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run tests that wait for breaks and clocks first, then long ones, so that no worker is left with one at the
    end."""
    items.sort(key=lambda item: next((rank for rank, name in enumerate(FIRST) if item.path.name.startswith(name)), 9))


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium() or obtain_chromium(), args=ARGUMENTS)
        yield browser
        browser.close()


# --- People at the whole site ---


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WholeSite]:
    """Start a site with a fourth game, so that all tests also hold for a site with a game that the browser code does
    not know."""
    with whole_site(tmp_path_factory.mktemp("site"), DJANGO_SETTINGS_MODULE=SETTINGS, **PACES) as site:
        yield site


@pytest.fixture
def cable(site: WholeSite) -> Iterator[Cable]:
    cable = Cable(site.port)
    yield cable
    cable.put_away()


@pytest.fixture
def welcome(chromium: Browser, site: WholeSite, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Welcome]:
    """Return a function that opens a browser for a person: welcome("Alice", Keyboard, viewport=…).

    `by` is another URL of the site.
    """
    people: dict[str, Person] = {}

    def come(name: str, hands: type[Hands] = Mouse, *, by: str = site.url, **browser: Any) -> Person:
        context = chromium.new_context(**{**USUAL, **browser})
        context.set_default_timeout(PATIENCE)
        people[name] = Person(context, by, hands, random.Random(f"{request.node.name} {name}"))
        return people[name]

    yield come
    for name, person in people.items():
        if request.node.stash.get(failed, False):
            print(person.shows(tmp_path, name))
        person.context.close()
    assert {name: person.grievances for name, person in people.items() if person.grievances} == {}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.when == "call":
        item.stash[failed] = report.failed
    return report


@pytest.fixture
def alice(welcome: Welcome) -> Person:
    return welcome("Alice")


@pytest.fixture
def bob(welcome: Welcome) -> Person:
    return welcome("Bob")


@pytest.fixture
def alice_at_the_keyboard(welcome: Welcome) -> Person:
    return welcome("Alice", Keyboard)
