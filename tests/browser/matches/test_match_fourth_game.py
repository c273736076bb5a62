"""A match of a game that the browser code has never heard of."""

import pytest
from playwright.sync_api import expect

from games.rules import registered
from games.rules.records import record
from tests.block_game.rules import BlockGame
from tests.browser.conftest import Welcome
from tests.browser.driving.hands import Fingers, Hands, Keyboard
from tests.browser.driving.one_deal import AGAINST_A_BOT, ONE_DEAL
from tests.browser.matches.test_match_phone import PHONE, all_is_in_sight, is_in_sight
from tests.browser.test_pages import NARROW, see

WIDE = {"viewport": {"width": 1440, "height": 900}}
PAGES = ["/", "/rules/", "/rules/block/", "/open/block/"]
THREE_BOTS = {"Players": "4", "Seat 2": "easy bot", "Seat 3": "medium bot", "Seat 4": "medium bot"}


@pytest.mark.parametrize(
    ("hands", "screen", "wishes"),
    [(Fingers, PHONE, THREE_BOTS), (Keyboard, WIDE, AGAINST_A_BOT)],
    ids=["phone", "desktop"],
)
def test_a_deal_is_played_to_its_end(
    welcome: Welcome, hands: type[Hands], screen: dict[str, object], wishes: dict[str, str]
) -> None:
    alice = welcome("Alice", hands, **screen)
    alice.opens_a_table("Block", **{**ONE_DEAL["Block"], **wishes})
    while not (sight := alice.table.wait_for_something_to_do()).is_over:
        all_is_in_sight(alice)
        alice.acts(sight)
    is_in_sight(alice.table.whole_match)
    alice.reads_the_result()
    assert not alice.must_scroll_sideways
    expect(alice.page.get_by_role("table")).to_contain_text("Total")
    written = alice.downloads_the_record()
    with registered(BlockGame()):
        assert list(record.check(written)) == []
    assert (written["game"], written["options"]) == ("block", {"deals": 1})


@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_its_pages_are_complete(welcome: Welcome, language: str) -> None:
    assert see(welcome("Alice", locale=language, **NARROW), PAGES) == {}
