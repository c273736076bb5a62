"""The part of the felt in view, which the player moves only while pressing it."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.driving.hands import middle
from tests.browser.driving.people import Person


def test_a_press_that_ends_beside_the_felt_does_not_drag_it(alice: Person) -> None:
    alice.comes_as_a_guest()
    alice.plays_now("Two-Step")
    alice.sees_the_tiles()
    mouse, felt = alice.page.mouse, alice.table.board.bounding_box()
    assert felt
    across, down = middle(alice.table.board)
    show_all = alice.page.locator("[data-part=fit]")
    mouse.move(across, felt["y"] + felt["height"] - 2)
    mouse.down()
    mouse.move(across, felt["y"] + felt["height"] + 30)
    mouse.up()
    mouse.move(across, down)
    mouse.move(across + 60, down)
    assert "wanted" not in (show_all.get_attribute("class") or "")
    mouse.down()
    mouse.move(across, down + 40, steps=4)
    mouse.up()
    expect(show_all).to_contain_class("wanted")
