"""The player's preferences for the table."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.driving.people import Person

COLOURS = """() => {
  const style = (selector, name) => getComputedStyle(document.querySelector(selector))[name];
  return [style(".tile-face", "fill"), style(".hand .pip", "stroke"), style(":root", "colorScheme")];
}"""


def test_the_table_follows_its_players_preferences(alice: Person) -> None:
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
def test_a_player_who_confirms_moves_taps_twice(alice: Person, game: str) -> None:
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


def test_a_visitor_chooses_looks_that_the_browser_keeps(alice: Person) -> None:
    alice.visits("/preferences/looks/?next=/rules/kardinal/")
    alice.chooses("Felt", "black, for high contrast")
    alice.chooses("Speed of animations", "none")
    alice.presses("Save")
    alice.page.wait_for_url("**/rules/kardinal/")
    root = alice.page.locator("html")
    expect(root).to_have_attribute("data-felt", "contrast")
    expect(root).to_have_attribute("data-animation", "none")
    alice.plays_now("Kardinaldomino")  # as a guest
    expect(root).to_have_attribute("data-felt", "contrast")


def test_the_hand_is_sorted_by_preference_until_its_player_sorts_it(alice: Person) -> None:
    alice.comes_as_a_guest()
    alice.visits("/preferences/")
    alice.chooses("Order of the hand", "by all pips, the heaviest first")
    alice.presses("Save")
    alice.plays_now("Kardinaldomino")
    alice.sees_the_tiles()
    weights = [sum(map(int, tile.split("-"))) for tile in alice.table.hand]
    assert weights == sorted(weights, reverse=True)

    alice.table.own_tiles.first.focus()
    alice.page.keyboard.press("Shift+ArrowRight")
    hand = alice.table.hand
    alice.page.reload()
    alice.sees_the_tiles()
    assert alice.table.hand == hand
