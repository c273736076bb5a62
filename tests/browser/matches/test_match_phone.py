"""A match on a phone, by touch: everything that matters is in view at every turn, without scrolling."""

from playwright.sync_api import Locator, expect

from tests.browser.conftest import Welcome
from tests.browser.driving.hands import Fingers
from tests.browser.driving.one_deal import AGAINST_A_BOT, ONE_DEAL
from tests.browser.driving.people import Person

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}

HAND_IS_IN_SIGHT = """() => {
  const tiles = [...document.querySelectorAll("[aria-label='Your hand'] button")];
  return tiles.map((tile) => tile.getBoundingClientRect()).every(({ left, right, top, bottom }) =>
    left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight);
}"""
"""Evaluated at a single moment, because tiles come and go."""


def is_in_sight(thing: Locator) -> None:
    expect(thing).to_be_in_viewport(ratio=1)


def all_is_in_sight(person: Person) -> None:
    assert not person.must_scroll_sideways
    is_in_sight(person.table.status)
    person.page.wait_for_function(HAND_IS_IN_SIGHT)


def test_a_match_is_played_by_tapping(welcome: Welcome) -> None:
    alice = welcome("Alice", Fingers, **PHONE)
    alice.opens_a_table("Chicken Foot", **ONE_DEAL["Chicken Foot"], **AGAINST_A_BOT)
    while not (sight := alice.table.wait_for_something_to_do()).is_over:
        all_is_in_sight(alice)
        alice.acts(sight)
    is_in_sight(alice.table.whole_match)
    alice.reads_the_result()
    assert not alice.must_scroll_sideways


BAR_IS_IN_SIGHT = """() => [...document.querySelectorAll(".side-bar button")]
  .filter((button) => button.checkVisibility())
  .every((button) => button.getBoundingClientRect().left >= 0 && button.getBoundingClientRect().right <= innerWidth)"""


def test_the_bar_below_the_table_fits_the_narrowest_phone(welcome: Welcome) -> None:
    alice = welcome("Alice", Fingers, **PHONE)
    alice.plays_now("Two-Step")
    alice.sees_the_tiles()
    for width in (390, 320):
        alice.page.set_viewport_size({"width": width, "height": 844})
        assert alice.page.evaluate(BAR_IS_IN_SIGHT), width
