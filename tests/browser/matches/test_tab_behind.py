"""A background tab calls its player when it is their turn, and shows the current table once it is visible again."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Welcome
from tests.browser.driving.cable import Cable
from tests.browser.driving.people import Person

PUT_BEHIND = """(hidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def icon(page: Page) -> str | None:
    return page.locator("link[rel=icon]").get_attribute("href")


def test_title_and_icon_call_the_player_until_the_tab_is_visible(alice: Person) -> None:
    alice.plays_now("Chicken Foot")
    alice.finds_a_tile_that_fits()
    title, usual = alice.page.title(), icon(alice.page)
    alice.page.evaluate(PUT_BEHIND, True)
    expect(alice.page).to_have_title(f"● Your turn \N{EN DASH} {title}")
    assert icon(alice.page) != usual
    alice.page.evaluate(PUT_BEHIND, False)
    expect(alice.page).to_have_title(title)
    assert icon(alice.page) == usual


SLEEP_AN_HOUR = "() => { const now = Date.now.bind(Date); Date.now = () => now() + 3_600_000 }"


def test_a_tab_that_slept_shows_the_current_table(welcome: Welcome, cable: Cable) -> None:
    alice = welcome("Alice", by=cable.url)
    alice.forgives_a_dead_line()
    alice.plays_now("Kardinaldomino")
    tile = alice.finds_a_tile_that_fits()
    alice.page.evaluate(PUT_BEHIND, True)
    cable.lose_answers()
    alice.lays(tile)
    alice.page.wait_for_timeout(1000)
    expect(alice.table.words.filter(has_text=tile)).to_have_count(0)
    alice.page.evaluate(SLEEP_AN_HOUR)
    cable.mend()
    with alice.page.expect_websocket():
        alice.page.evaluate(PUT_BEHIND, False)
    alice.sees_laid(tile)
    expect(alice.table.reconnecting).to_be_hidden()


def test_other_pages_call_the_player_back_to_the_table(alice: Person) -> None:
    alice.plays_now("Chicken Foot")
    alice.finds_a_tile_that_fits()
    table = alice.address
    alice.visits("/clubs/")
    bar = alice.page.locator("#elsewhere")
    expect(bar).to_contain_text("Your turn")
    title = alice.page.title()
    alice.page.evaluate(PUT_BEHIND, True)
    expect(alice.page).to_have_title(f"● Your turn \N{EN DASH} {title}")
    bar.get_by_role("link", name="To your table").click()
    alice.sees_the_tiles()
    assert alice.address == table
    expect(bar).to_be_empty()
