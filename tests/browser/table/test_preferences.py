"""The table as its player likes it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.driving.people import Person

COLOURS = """() => {
  const style = (selector, name) => getComputedStyle(document.querySelector(selector))[name];
  return [style(".tile-face", "fill"), style(".hand .pip", "stroke"), style(":root", "colorScheme")];
}"""


def test_the_table_looks_as_its_player_likes_it(alice: Person) -> None:
    alice.comes_as_a_guest()
    alice.visits("/preferences/")
    alice.chooses("Felt", "black, for high contrast")
    alice.chooses("Tiles", "white with black edges, for high contrast")
    alice.chooses("Pips", "one colour")
    alice.presses("Save")
    alice.plays_now("Two-Step")
    alice.sees_the_tiles()
    assert alice.page.evaluate(COLOURS)[:2] == ["rgb(255, 255, 255)", "rgb(0, 0, 0)"]


@pytest.mark.parametrize("game", ["Chicken Foot"])
def test_who_confirms_moves_taps_twice(alice: Person, game: str) -> None:
    alice.comes_as_a_guest()
    alice.visits("/preferences/")
    alice.page.get_by_label("Confirm moves").check()
    alice.presses("Save")
    alice.plays_now(game)
    name = alice.finds_a_tile_that_fits()
    tile = alice.table.tile(name)
    alice.hands.press(tile)
    expect(tile).to_have_attribute("aria-pressed", "true")
    alice.hands.press(alice.table.places.first)
    alice.sees_laid(name)
