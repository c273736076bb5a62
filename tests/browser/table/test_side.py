"""What stands beside the table."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Welcome

ROOM_TO_THE_RIGHT = """() => {
  const edge = document.querySelector(".side-bar").getBoundingClientRect().right;
  return [...document.querySelectorAll(".side-bar .tool")].map((tool) => edge - tool.getBoundingClientRect().right);
}"""


@pytest.mark.parametrize("language", ["en-GB", "de-DE", "it-IT"])
def test_all_tools_are_whole_at_desk_size(welcome: Welcome, language: str) -> None:
    alice = welcome("Alice", viewport={"width": 1280, "height": 800}, locale=language)
    page = alice.visits("/").page
    page.locator("form[action*='/play/'] button").first.click()
    page.locator(".side-bar").wait_for()
    room = page.evaluate(ROOM_TO_THE_RIGHT)
    assert len(room) >= 3
    assert min(room) >= 0
