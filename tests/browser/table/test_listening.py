"""Playing by ear: what the live regions say, and the keys that ask for it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Welcome
from tests.browser.driving.hands import Keyboard
from tests.browser.driving.one_deal import AGAINST_A_BOT, ONE_DEAL
from tests.browser.driving.people import Person

ANSWERS = {
    "o": r"^Open ends?: .*\.$",
    "c": r"^You have \d+ tiles?\. .* has \d+ tiles?\..* \d+ tiles? in the stock\.$",
    "s": r"^Points in the match: .* and .*\.$",
    "l": r"^(You|\S+) .*\.$",
}


@pytest.fixture
def alice(welcome: Welcome) -> Person:
    return welcome("Alice", Keyboard)


@pytest.mark.parametrize("game", ["Chicken Foot", "Two-Step", "Kardinaldomino"])
def test_keys_say_what_everyone_can_see(alice: Person, game: str) -> None:
    alice.opens_a_table(game, **ONE_DEAL[game], **AGAINST_A_BOT)
    alice.plays(turns=1)
    alice.table.wait_for_something_to_do()
    spoken = alice.page.locator(".spoken")
    for key, answer in ANSWERS.items():
        alice.page.keyboard.press(key)
        expect(spoken).to_have_text(re.compile(answer))


def test_a_tile_that_is_drawn_is_named(alice: Person) -> None:
    alice.opens_a_table("Chicken Foot", **ONE_DEAL["Chicken Foot"], **AGAINST_A_BOT)
    for _ in range(40):
        sight = alice.table.wait_for_something_to_do()
        if "Draw" in sight.actions:
            break
        alice.acts(sight)
    else:
        pytest.skip("these tiles let Alice play without drawing")
    alice.page.keyboard.press("d")
    expect(alice.page.locator(".lines")).to_contain_text(re.compile(r"You draw \d+-\d+\."))
