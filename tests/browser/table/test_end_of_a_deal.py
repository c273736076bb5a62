"""The end of a deal in each game: what is shown, where the focus goes, and what screen readers announce."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Welcome
from tests.browser.driving.hands import Keyboard
from tests.browser.driving.one_deal import AGAINST_A_BOT, ONE_DEAL
from tests.browser.driving.people import Person

SOME_DEALS = {
    "Chicken Foot": {"What to play": "Short match", "Players": "2"},
    "Two-Step": {"What to play": "Custom", "Points to win": "10"},
    "Kardinaldomino": {**ONE_DEAL["Kardinaldomino"], "Number of deals (when played for a number of deals)": "2"},
}
SAID = {
    "Chicken Foot": "go(es)? out!$|fewest points",
    "Two-Step": "cleared (your|their) dance card!$|nobody scores",
    "Kardinaldomino": "out first!$|fewest points",
}
"""Says who has won, and how; in Two-Step nobody goes out."""


@pytest.fixture(params=SAID)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def alice(welcome: Welcome, game: str) -> Person:
    """Alice, who never touches a mouse, at the end of her first deal against a bot."""
    alice = welcome("Alice", Keyboard)
    alice.opens_a_table(game, **SOME_DEALS[game], **AGAINST_A_BOT)
    while not (sight := alice.table.wait_for_something_to_do()).can_be_ready:
        assert not sight.is_over
        alice.acts(sight)
    return alice


def cut_off(names: Locator) -> list[str]:
    found: list[str] = names.evaluate_all(
        "(all) => all.filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent)"
    )
    return found


def sheet_of(alice: Person, game: str) -> Locator:
    return alice.page.get_by_role("region", name=re.compile(SAID[game]))


def test_the_end_of_a_deal_is_shown_and_announced_and_leads_on(alice: Person, game: str) -> None:
    page, sheet = alice.page, sheet_of(alice, game)
    expect(sheet).to_contain_text("Deal 1")
    is_void = "nobody scores" in sheet.get_by_role("heading").inner_text()

    # The note about the first match is gone.
    expect(page.get_by_role("link", name=re.compile("^Your first match"))).to_have_count(0)

    # Shown: the winner, and everybody's points and tiles; the layout stays visible.
    expect(sheet.locator("tr.winner")).to_have_count(0 if is_void else 1)
    assert cut_off(page.locator(":is(.seat .name, .over tbody th)")) == []
    points = page.locator(".seat .gained")
    expect(points).to_have_text(["", ""] if is_void else [re.compile(r"^\+\d+$")] * 2)
    expect(page.locator(".rails .seat-tiles.opened")).to_have_count(1)
    if not is_void:  # nobody has opened
        expect(page.locator(".board .tiles > .tile").first).to_be_visible()

    # Announced: everybody's points, and what the table waits for; the focus is where the player continues.
    if not is_void:
        expect(page.locator(".spoken")).to_have_text(
            re.compile(r"^Points in this deal: .*\. Points in the match: .*\.$")
        )
    expect(alice.table.status).to_contain_text("The next deal comes at once when you are ready.")
    if is_void and page.locator(".board .tiles > .tile").count() == 0:  # the page began with it: nobody was playing
        alice.table.ready.focus()
    expect(alice.table.ready).to_be_focused()

    page.keyboard.press("Enter")
    expect(sheet.get_by_text("Deal 1")).to_be_hidden()
    while alice.table.wait_for_something_to_do().can_be_ready:  # nobody could open: the tiles are dealt again
        page.keyboard.press("Enter")
        page.wait_for_timeout(500)
    expect(sheet).to_be_hidden()
    expect(page.locator(".hand .piece:focus")).to_have_count(1)
    expect(page.locator(".seat .gained")).to_have_text(["", ""])
