"""The table on screens of many sizes: nothing overlaps, and taps hit what they are meant for."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Welcome
from tests.browser.driving.hands import middle
from tests.browser.driving.people import Person

SIZES = {320: 640, 390: 844, 768: 1024, 1920: 1080}
"""Widths of screens, with their heights."""

OVERLAPS = """() => {
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((node) => node.checkVisibility());
  const box = (node) => node.getBoundingClientRect();
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const name = (node) => node.getAttribute("class") + " " + node.textContent.trim().slice(0, 20);
  const groups = {
    seats: seen(".rails .seat"),
    hand: [...seen(".hand .piece"), ...seen(".own-card > .fan"), ...seen(".own-discard .piece")],
    tools: seen(".actions button, .tool, [role=tab]"),
    felt: seen(".board .tile, .board .place"),
  };
  const found = [];
  for (const [kind, nodes] of Object.entries(groups))
    for (const [other, others] of Object.entries(groups))
      for (const one of nodes)
        for (const two of others)
          if (one !== two && kind <= other && !(kind === "felt" && other === "felt") && !one.contains(two) &&
              !(kind === "felt" && other === "tools" && two.closest(".stage-tools")) && meet(box(one), box(two)))
            found.push(`${name(one)} (${kind}) lies over ${name(two)} (${other})`);
  const isOutside = ({ left, right }) => left < -1 || right > innerWidth + 1;
  const outside = [...groups.hand, ...groups.felt].filter((node) => isOutside(box(node)));
  return [...found, ...outside.map((node) => `${name(node)} is cut off`)];
}"""

ROWS = """() => new Set([...document.querySelectorAll(".hand .piece:not(.playable)")].map(
  (node) => Math.round(node.getBoundingClientRect().bottom))).size"""

FELT_UNDER_MANY_WORDS = """() => {
  document.querySelector(".rails .learnt").textContent =
    "ohne Pasch 1, Pasch 2, Pasch 3, Pasch 4, Pasch 5 oder Pasch 6";
  document.querySelector(".status").classList.add("own-turn");
  document.querySelector(".status").innerHTML =
    '<span class="news">Dot legt 6-5. Dot deckt 3-1 auf.</span>' +
    ' <strong>Du bist am Zug: du kannst anlegen oder ablegen</strong>';
  document.querySelector(".actions").innerHTML = '<button class="action" data-kind="discard">Ablegen</button>';
  return document.querySelector(".stage").getBoundingClientRect().height;
}"""
"""Fill the page with the longest texts of Two-Step and measure the felt before the page redraws itself."""

LINE_BESIDE_TWO_BUTTONS = """() => {
  document.querySelector(".actions").innerHTML =
    '<button class="action">Ziehen</button><button class="action">Zug beenden</button>';
  return document.querySelector(".lines").getBoundingClientRect().width;
}"""
"""Show two long buttons and measure how wide the line of what is going on remains before the page redraws itself."""

HALF_A_FINGER = 21
"""A touch target of 44 pixels extends this far from its middle."""


def at_a_table(welcome: Welcome, game: str, width: int) -> Person:
    alice = welcome("Alice", viewport={"width": width, "height": SIZES[width]})
    alice.plays_now(game)
    alice.sees_the_tiles()
    alice.table.wait_for_something_to_do()
    return alice


@pytest.mark.parametrize("game", ["Chicken Foot", "Two-Step", "Kardinaldomino"])
@pytest.mark.parametrize("width", SIZES)
def test_hand_places_and_seats_do_not_overlap(welcome: Welcome, width: int, game: str) -> None:
    alice = at_a_table(welcome, game, width)
    page = alice.page
    assert page.evaluate(OVERLAPS) == []
    alice.finds_a_tile_that_fits()
    assert page.evaluate(OVERLAPS) == []
    assert not alice.must_scroll_sideways


@pytest.mark.parametrize("width", [320, 390])
def test_eight_tiles_of_a_hand_stay_in_one_row_on_a_phone(welcome: Welcome, width: int) -> None:
    alice = at_a_table(welcome, "Kardinaldomino", width)
    assert len(alice.table.hand) <= 8
    assert alice.page.evaluate(ROWS) <= 1


@pytest.mark.parametrize("width", [320, 390])
def test_a_tap_beside_a_place_counts_for_it(welcome: Welcome, width: int) -> None:
    alice = welcome("Alice", viewport={"width": width, "height": SIZES[width]}, has_touch=True)
    alice.comes_as_a_guest()
    alice.visits("/preferences/")
    alice.page.get_by_label("Confirm moves").check()
    alice.presses("Save")
    alice.plays_now("Chicken Foot")
    tile = alice.finds_a_tile_that_fits()
    alice.table.tile(tile).tap()
    x, y = middle(alice.table.places.first)
    is_tool = "([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest('.tool'))"
    beside = [x + HALF_A_FINGER, x - HALF_A_FINGER]
    alice.page.touchscreen.tap(next(at for at in beside if not alice.page.evaluate(is_tool, [at, y])), y)
    alice.sees_laid(tile)


def test_large_tiles_leave_room_for_the_felt_on_a_small_phone(welcome: Welcome) -> None:
    alice = welcome("Alice", viewport={"width": 320, "height": 568}, locale="de-DE")
    alice.context.add_cookies([{"name": "looks", "value": "tile_size=large", "url": alice.site}])
    alice.visits()
    alice.page.locator("form[action*='/play/two-step'] button").click()
    expect(alice.page.locator(".hand button.piece").first).to_be_visible()
    assert alice.page.evaluate(FELT_UNDER_MANY_WORDS) >= 100
    tabs = alice.page.get_by_role("tab").all()
    assert [tab.inner_text() for tab in tabs if tab.evaluate("node => node.scrollWidth > node.clientWidth")] == []


@pytest.mark.parametrize("width", [320, 390])
def test_two_long_buttons_leave_room_for_the_line(welcome: Welcome, width: int) -> None:
    alice = at_a_table(welcome, "Two-Step", width)
    assert alice.page.evaluate(LINE_BESIDE_TWO_BUTTONS) > width / 2
