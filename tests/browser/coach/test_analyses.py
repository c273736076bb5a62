"""A player asks the coach about a match, and everyone who may see the match reads what it has found."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Welcome
from tests.browser.driving.looks import faults
from tests.browser.driving.one_deal import AGAINST_A_BOT
from tests.browser.driving.people import Person
from tests.browser.looks.axe import unreadable, violations, worn

TWO_DEALS = {"What to play": "Custom", "Players": "2", "First double": "1-1", "Last double": "0-0"}

AN_ANALYSIS = 480_000
"""Milliseconds within which a worker must have analysed two deals, however busy the machine is."""

ABOUT_THE_READER = {
    "en": re.compile(r"\byou(r|rs)?\b", re.IGNORECASE),
    "de": re.compile(r"\b(du|dich|dir|dein\w*)\b", re.IGNORECASE),
    "it": re.compile(r"\b(tu|ti|tuo\w?|tua|tue|hai|puoi)\b", re.IGNORECASE),
}


class Read:
    """The coach's analysis on a result page."""

    def __init__(self, page: Page, name: str) -> None:
        self.page = page
        self.part = page.locator(".analysis").filter(has_text=name)
        self.worst = self.part.locator(".analysis-worst").get_by_role("listitem")
        self.notes = page.locator("#replay [data-part=notes]")

    def mistakes(self) -> int:
        found = re.search(r"(\d+) mistake", self.part.inner_text())
        assert found
        return int(found[1])

    def goes_to(self, mistake: Locator) -> str:
        """Follow the link to a mistake; return its URL fragment."""
        link = mistake.get_by_role("link")
        place = link.get_attribute("href") or ""
        link.click()
        self.page.wait_for_url(f"**/result/{place}")
        return place


@pytest.mark.timeout(900)
def test_an_analysis_is_requested_and_read_by_all(welcome: Welcome) -> None:
    alice = welcome("Alice").signs_up("Coachella")
    read = plays_and_asks_the_coach(alice)
    while not read.mistakes():  # the random moves may all have been good
        read = plays_and_asks_the_coach(alice)
    expect(read.part.locator(".curve-key")).to_have_text(["Luck", "Skill"])
    expect(read.part).to_contain_text(re.compile(r"\d+ decisions, \d+ mistakes?\."))
    expect(read.worst).to_have_count(min(3, read.mistakes()))
    for mistake in read.worst.all():
        expect(mistake).to_contain_text(re.compile(r"Played: .+\. Better: .+\.\s+\S.+\."))
        place = read.goes_to(mistake)
        step = place.split("-")[1]
        expect(alice.page.locator("#replay").get_by_role("slider", name="Move")).to_have_value(step)
        expect(read.notes).to_contain_text(
            re.compile(r"A mistake of Coachella: it costs [\d.]+\.\s+Played: .+\. Better: .+\.")
        )
        expect(read.notes.get_by_role("listitem").first).to_contain_text("best")
        expect(read.notes.locator("li.played")).to_have_count(1)
    assert list(faults(alice.page)) == []
    expect(alice.page.locator(".toast")).to_have_count(0)  # it covers what is below for some seconds
    assert worn(alice.page, violations, theme="light") + worn(alice.page, unreadable, theme="dark") == []
    alice.visits("/notices/")
    expect(alice.page.get_by_text("the coach has looked at your match").first).to_be_visible()
    alice.page.go_back()

    for language, pattern in ABOUT_THE_READER.items():
        stranger = welcome(language, locale=language, viewport={"width": 390, "height": 844})
        reads_nothing_about_herself(stranger, alice.page.url, pattern)


def plays_and_asks_the_coach(alice: Person) -> Read:
    alice.opens_a_table("Chicken Foot", **TWO_DEALS, **AGAINST_A_BOT)
    alice.plays_until_the_end()
    alice.reads_the_result()
    expect(alice.page.locator("#coach")).to_contain_text("What were your moves worth")
    alice.presses("Look at my moves")
    expect(alice.page.get_by_role("button", name="Look at my moves")).to_have_count(0)
    read = Read(alice.page, "What you played")
    expect(read.part.locator(".curve polyline")).to_have_count(2, timeout=AN_ANALYSIS)
    return read


def reads_nothing_about_herself(stranger: Person, address: str, pattern: re.Pattern[str]) -> None:
    stranger.page.goto(address)
    read = Read(stranger.page, "Coachella")
    expect(read.part.locator(".curve polyline")).to_have_count(2)
    assert not pattern.search(read.part.inner_text())
    assert stranger.page.get_by_role("button", name="Look at my moves").count() == 0
    for mistake in read.worst.all():
        read.goes_to(mistake)
        expect(read.notes).to_contain_text("Coachella")
        assert not pattern.search(read.notes.inner_text())
    assert list(faults(stranger.page)) == []
