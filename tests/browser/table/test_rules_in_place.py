"""The rules at a table, without leaving it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.driving.looks import faults
from tests.browser.driving.people import Person

FIRST_MOVE = {
    "Chicken Foot": "Bones places 9-4 on 9-9.",
    "Two-Step": "Bones places 6-3 on the right.",
    "Kardinaldomino": "Pip places 5-1 on the right.",
}


@pytest.mark.parametrize("game", FIRST_MOVE)
def test_the_rules_open_at_the_table_with_an_example_to_step_through(alice: Person, game: str) -> None:
    alice.plays_now(game)
    alice.sees_the_tiles()
    page, address = alice.page, alice.page.url
    page.get_by_role("button", name="Help", exact=True).click()
    page.get_by_role("button", name=f"The rules of {game}").click()
    rules = page.get_by_role("dialog", name=f"The rules of {game}")
    example = rules.get_by_role("region", name="An example, move by move")
    laid = example.locator(".board .tiles > .tile")
    expect(laid.first).to_be_visible()
    count = laid.count()
    example.get_by_role("button", name="One move on").click()
    expect(example.get_by_role("status")).to_have_text(FIRST_MOVE[game])
    expect(laid).to_have_count(count + 1)
    assert list(faults(page)) == []
    rules.get_by_role("button", name="Close").click()
    expect(rules).to_be_hidden()
    assert page.url == address
