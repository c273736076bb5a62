"""Whole matches through the page, to the end and the record."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser

from games.rules import record
from tests.browser.guests import PHONE, Guest, by_keyboard, by_mouse, play_together
from tests.whole_site import WholeSite

GAMES = ["chicken-foot", "two-step", "kardinal"]


@pytest.mark.parametrize("take_turn", [by_mouse, by_keyboard])
@pytest.mark.parametrize("game", GAMES)
def test_a_guest_plays_a_match_to_its_end(
    chromium: Browser, site: WholeSite, game: str, take_turn: Callable[[Guest], None]
) -> None:
    guest = Guest(chromium, site.url)
    guest.play_now(game)
    guest.play_to_the_end(take_turn)
    written = guest.record()
    assert record.check(written) == []
    assert written["game"] == game
    assert {seat for deal in written["deals"] for seat, _ in deal["moves"]} >= {0, 1}
    assert guest.errors == []
    guest.leave()


def test_two_people_play_at_one_table_one_of_them_on_a_phone(chromium: Browser, site: WholeSite) -> None:
    anna, otto = Guest(chromium, site.url), Guest(chromium, site.url, **PHONE)
    address = anna.open_table("two-step", preset="three")
    otto.sit_down(address)
    for guest in (anna, otto):
        guest.wait_for_tiles()
    assert not set(anna.hand) & set(otto.hand)
    play_together([anna, otto], by_mouse)
    assert record.check(anna.record()) == []
    titles = sorted(guest.page.inner_text("[data-over=title]") for guest in (anna, otto))
    assert titles[0].endswith(" has won the match.")
    assert titles[1] == "You have won the match!"
    assert anna.errors == otto.errors == []
    anna.leave()
    otto.leave()
