"""A match of each game, played to its end in the browser by a new visitor."""

import re

import pytest
from playwright.sync_api import expect

from games.rules import GAMES
from games.rules.records import record
from tests.browser.conftest import IN_MOTION, Welcome
from tests.browser.driving.hands import Hands, Keyboard, Mouse
from tests.browser.driving.one_deal import AGAINST_A_BOT, ONE_DEAL

WON = re.compile("won the match|share the win")


@pytest.mark.parametrize("hands", [Mouse, Keyboard])
@pytest.mark.parametrize("game", GAMES)
def test_a_guest_plays_a_match_to_its_end(welcome: Welcome, game: str, hands: type[Hands]) -> None:
    alice = welcome("Alice", hands)
    alice.plays_now(GAMES[game].name)
    alice.plays_until_the_end()
    expect(alice.page.get_by_role("heading", name=WON)).to_be_visible()
    alice.reads_the_result()
    expect(alice.page.get_by_role("table")).to_contain_text("Total")
    written = alice.downloads_the_record()
    assert list(record.check(written)) == []
    assert written["game"] == game
    assert written["result"] is not None


@pytest.mark.parametrize("game", [game.name for game in GAMES.values()])
def test_a_deal_is_played_with_tiles_that_fly(welcome: Welcome, game: str) -> None:
    alice = welcome("Alice", **IN_MOTION)
    alice.opens_a_table(game, **ONE_DEAL[game], **AGAINST_A_BOT)
    alice.plays_until_the_end()
    expect(alice.table.whole_match).to_be_visible()
