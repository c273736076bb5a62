"""A match of each game, played to its end in the browser by a new visitor."""

import re

import pytest
from playwright.sync_api import Page, expect

from games.rules import GAMES
from games.rules.records import record
from run.trial.whole_site import until
from tests.browser.conftest import IN_MOTION, Welcome
from tests.browser.driving.at_table import WON
from tests.browser.driving.hands import Hands, Keyboard, Mouse
from tests.browser.driving.one_deal import AGAINST_A_BOT, ONE_DEAL

HOW = re.compile("go(es)? out|out first|cleared|fewest points|same points")

COVERED = """() => {
  const box = (node) => node.getBoundingClientRect();
  const sheet = box(document.querySelector(".over"));
  const isCovered = ({left, right, top, bottom}) =>
    right > sheet.left && left < sheet.right && bottom > sheet.top && top < sheet.bottom;
  return [...document.querySelectorAll(".board .tiles > .tile")].filter((tile) => isCovered(box(tile))).length;
}"""
PHONE = {"width": 390, "height": 844}


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
    shows_how_it_ended(alice.page)
    shows_where_a_tile_lies(alice.page)
    alice.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    shows_how_it_ended(alice.page)


def shows_how_it_ended(page: Page) -> None:
    """Check that the sheet beside the layout says who has won and how, and that points are shown beside the seats."""
    sheet = page.get_by_role("region", name=WON)
    expect(sheet).to_contain_text(HOW)
    assert sheet.locator(".medal").all_inner_texts() in (["1", "2"], ["1", "1"])
    points = page.locator(".seat .gained")
    expect(points).to_have_text([re.compile(r"^\+\d+$")] * 2)
    expect(page.locator(".seat.winner").first).to_be_visible()
    until(lambda: page.evaluate(COVERED) == 0)


def shows_where_a_tile_lies(page: Page) -> None:
    """Check that pointing at a move shows its tile on the layout."""
    page.get_by_role("tab", name="Moves").click()
    move = page.get_by_label("Moves of this deal").get_by_role("button").last
    move.hover()
    expect(page.locator(".board .pointed")).to_have_attribute("data-tile", move.get_attribute("data-tile") or "")
