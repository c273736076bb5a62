"""Players and onlookers can look back through a running match while it goes on."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.browser.conftest import Welcome
from tests.browser.driving.one_deal import AGAINST_A_BOT, ONE_DEAL
from tests.browser.driving.people import Person


def tiles_of(person: Person) -> Locator:
    return person.page.locator(".board .tiles > .tile")


def bar_of(person: Person) -> Locator:
    return person.page.get_by_role("group", name="Looking back")


def back_to_now(person: Person) -> Locator:
    return bar_of(person).get_by_role("button", name="Back to the present")


def test_an_onlooker_looks_back_and_misses_nothing(alice: Person, welcome: Welcome) -> None:
    alice.opens_a_table("Chicken Foot", **ONE_DEAL["Chicken Foot"], **AGAINST_A_BOT)
    alice.plays(turns=3)
    alice.finds_a_tile_that_fits()  # the house makes no move before she does
    carol = welcome("Carol")
    asked: list[str] = []
    carol.page.on("request", lambda request: asked.append(request.url) if "so-far" in request.url else None)
    carol.page.goto(alice.page.url)
    tiles, bar = tiles_of(carol), bar_of(carol)
    expect(tiles).to_have_count(tiles_of(alice).count())

    carol.page.get_by_role("button", name="Look back: one move").click()
    expect(bar).to_contain_text("Deal 1, move")
    carol.page.keyboard.press("ArrowLeft")
    bar.get_by_role("button", name="To the start of the deal").click()
    expect(bar).to_contain_text(re.compile("Deal 1, move 0 of"))
    expect(tiles).to_have_count(1)

    alice.plays(turns=1)
    alice.finds_a_tile_that_fits()
    expect(back_to_now(carol)).to_contain_text(re.compile(r"[1-9]\d* new moves?"))
    expect(tiles).to_have_count(1)
    carol.page.keyboard.press(".")
    expect(bar).to_contain_text("Deal 1, move 1 of")
    back_to_now(carol).click()
    expect(bar).to_be_hidden()
    expect(tiles).to_have_count(tiles_of(alice).count())
    assert len(asked) == 1


def test_a_player_who_looks_back_keeps_the_hand_and_plays_at_once(alice: Person) -> None:
    alice.plays_now("Kardinaldomino")
    alice.plays(turns=1)
    tile = alice.finds_a_tile_that_fits()
    hand, laid = alice.table.hand, tiles_of(alice).count()
    alice.page.keyboard.press(",")
    expect(back_to_now(alice)).to_be_visible()
    assert alice.table.hand == hand
    alice.page.keyboard.press("Escape")
    expect(bar_of(alice)).to_be_hidden()
    expect(tiles_of(alice)).to_have_count(laid)

    alice.page.keyboard.press(",")
    expect(bar_of(alice)).to_be_visible()
    alice.lays(tile)
    alice.sees_laid(tile)
    expect(bar_of(alice)).to_be_hidden()
