"""The panels beside the table."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Welcome
from tests.browser.driving.people import Person

ROOM_TO_THE_RIGHT = """() => {
  const edge = Math.min(innerWidth, document.querySelector(".side-bar").getBoundingClientRect().right);
  return [...document.querySelectorAll(".side-bar .tool")].map((tool) => edge - tool.getBoundingClientRect().right);
}"""

WIDTH_OF_THE_FELT = "document.querySelector('.stage').clientWidth"


@pytest.mark.parametrize("language", ["en-GB", "de-DE", "it-IT"])
def test_all_tools_are_fully_visible_at_desk_size(welcome: Welcome, language: str) -> None:
    alice = welcome("Alice", viewport={"width": 1280, "height": 800}, locale=language)
    page = alice.visits("/").page
    page.locator("form[action*='/play/'] button").first.click()
    page.locator(".side-bar").wait_for()
    room = page.evaluate(ROOM_TO_THE_RIGHT)
    assert len(room) >= 3
    assert min(room) >= 0


def test_the_side_folds_to_a_strip_and_stays_so(welcome: Welcome) -> None:
    alice = welcome("Alice", viewport={"width": 1440, "height": 900})
    alice.plays_now("Kardinaldomino")
    alice.sees_the_tiles()
    alice.presses("Hide the side panel")
    assert alice.page.evaluate(WIDTH_OF_THE_FELT) > 1380
    alice.page.reload()
    alice.sees_the_tiles()
    assert alice.page.evaluate(WIDTH_OF_THE_FELT) > 1380
    alice.page.get_by_role("tab", name="Moves").click()
    assert alice.page.evaluate(WIDTH_OF_THE_FELT) < 1100


def test_a_browser_without_storage_can_play(alice: Person) -> None:
    forbidden = "Object.defineProperty(window, '%s', {get() { throw new DOMException('', 'SecurityError'); }})"
    for storage in ("localStorage", "sessionStorage"):
        alice.page.add_init_script(forbidden % storage)
    alice.plays_now("Two-Step")
    alice.sees_the_tiles()
    alice.says("Hello")
    alice.hears("Hello")
