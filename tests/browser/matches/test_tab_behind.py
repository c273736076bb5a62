"""A background tab calls its player when it is their turn."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.driving.people import Person

PUT_BEHIND = """(hidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def icon(page: Page) -> str | None:
    return page.locator("link[rel=icon]").get_attribute("href")


def test_title_and_icon_call_for_the_own_turn_until_the_tab_is_looked_at(alice: Person) -> None:
    alice.plays_now("Chicken Foot")
    alice.finds_a_tile_that_fits()
    title, usual = alice.page.title(), icon(alice.page)
    alice.page.evaluate(PUT_BEHIND, True)
    expect(alice.page).to_have_title(f"● Your turn \N{EN DASH} {title}")
    assert icon(alice.page) != usual
    alice.page.evaluate(PUT_BEHIND, False)
    expect(alice.page).to_have_title(title)
    assert icon(alice.page) == usual
