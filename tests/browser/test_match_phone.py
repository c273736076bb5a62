"""A match on a phone, by tapping: all that matters is in sight at every turn, and nothing has to be scrolled for."""

from playwright.sync_api import Locator, expect

from tests.browser.conftest import Welcome
from tests.browser.hands import Fingers
from tests.browser.one_deal import AGAINST_A_BOT, ONE_DEAL
from tests.browser.people import Person

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


def is_in_sight(thing: Locator) -> None:
    expect(thing).to_be_in_viewport(ratio=1)


def all_is_in_sight(person: Person) -> None:
    table = person.table
    assert not person.must_scroll_sideways
    is_in_sight(table.status)
    for tile in table.own_tiles.all():
        is_in_sight(tile)


def test_a_match_is_played_by_tapping(welcome: Welcome) -> None:
    alice = welcome("Alice", Fingers, **PHONE)
    alice.opens_a_table("Chicken Foot", **ONE_DEAL["Chicken Foot"], **AGAINST_A_BOT)
    while not (sight := alice.table.wait_for_something_to_do()).is_over:
        all_is_in_sight(alice)
        alice.acts(sight)
    is_in_sight(alice.table.whole_match)
    alice.reads_the_result()
    assert not alice.must_scroll_sideways
