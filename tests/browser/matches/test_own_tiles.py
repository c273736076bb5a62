"""Sorting, arranging and showing one's own tiles."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.driving.hands import middle
from tests.browser.driving.people import Person


def drag(person: Person, tile: Locator, to: Locator) -> None:
    person.page.mouse.move(*middle(tile))
    person.page.mouse.down()
    person.page.mouse.move(*middle(to), steps=8)
    person.page.mouse.up()


def test_a_hand_is_sorted_by_dragging_and_stays_so_after_a_reload(alice: Person) -> None:
    alice.plays_now("Two-Step")
    alice.sees_the_tiles()
    first, *others = alice.table.hand
    drag(alice, alice.table.own_tiles.first, alice.table.own_tiles.last)
    assert alice.table.hand == [*others, first]
    alice.page.reload()
    alice.sees_the_tiles()
    assert alice.table.hand == [*others, first]


WATCH_THE_HAND = """
  window.seenAt = new Set();
  const look = () => {
    for (const node of document.querySelectorAll("[aria-label='Your hand'] button")) {
      window.seenAt.add(`${node.dataset.tile} at ${node.offsetLeft}`);
    }
    requestAnimationFrame(look);
  };
  look();
"""


def test_a_hand_does_not_move_after_it_is_first_shown(alice: Person) -> None:
    """Even without animations, nothing may move away for a frame from under somebody's finger."""
    alice.page.add_init_script(WATCH_THE_HAND)
    alice.plays_now("Two-Step")
    alice.table.wait_for_something_to_do()
    seen = alice.page.evaluate("() => new Promise((tell) => setTimeout(() => tell([...window.seenAt]), 200))")
    assert sorted(text.split()[0] for text in seen) == sorted(alice.table.hand)


def test_a_hand_is_sorted_by_keyboard(alice: Person) -> None:
    alice.plays_now("Two-Step")
    alice.sees_the_tiles()
    first, second, *others = alice.table.hand
    alice.table.own_tiles.first.focus()
    alice.page.keyboard.press("Shift+ArrowRight")
    assert alice.table.hand == [second, first, *others]
    expect(alice.table.own_tiles.nth(1)).to_be_focused()


def test_a_tile_is_discarded_by_dragging_it_onto_the_pile(alice: Person) -> None:
    alice.plays_now("Two-Step")
    while "Discard" not in (sight := alice.table.wait_for_something_to_do()).actions:
        alice.acts(sight)
    tile = alice.table.hand[0]
    pile = alice.page.get_by_role("group", name="discard pile")
    drag(alice, alice.table.own_tiles.first, pile)
    expect(pile.get_by_role("button")).to_have_accessible_name(re.compile(f"^{tile}, discard pile"))


def test_a_tile_that_fits_nowhere_says_so(alice: Person) -> None:
    alice.plays_now("Chicken Foot")
    while True:
        sight = alice.table.wait_for_something_to_do()
        misfits = [name for name in alice.table.hand if f"{name}, can be played" not in sight.playable]
        if sight.playable and misfits:
            break
        alice.acts(sight)
    alice.table.tile(misfits[0]).click()
    why = re.compile(rf"{misfits[0]} (fits nowhere|has no|cannot be placed).*Your turn")
    expect(alice.table.status).to_contain_text(why)


def test_a_hint_shows_a_move_and_why_and_leaves_it_to_the_player(alice: Person) -> None:
    alice.plays_now("Chicken Foot")
    alice.finds_a_tile_that_fits()
    while (sight := alice.table.wait_for_something_to_do()).actions:  # who has drawn may be told to pass
        alice.acts(sight)
        alice.finds_a_tile_that_fits()
    moves = len(alice.table.moves)
    alice.page.keyboard.press("t")
    expect(alice.table.status).to_have_text(re.compile(r"^Hint: (\d+-\d+) on \d+-\d+\. .+\.$"))
    advised = alice.page.locator(".piece.advised")
    tile = advised.get_attribute("data-tile") or ""
    expect(alice.table.status).to_contain_text(f"Hint: {tile} on")
    expect(alice.page.locator(".ghost")).to_have_count(1)
    assert len(alice.table.moves) == moves
    advised.click()
    if alice.table.places.count():
        expect(alice.page.locator(".ghost")).to_have_count(0)
        alice.page.locator(".place.advised").click()
    alice.sees_laid(tile)
    expect(advised).to_have_count(0)
    expect(alice.table.status).not_to_contain_text("Hint")


def test_hints_have_a_button_except_where_the_match_may_count(alice: Person, bob: Person) -> None:
    alice.plays_now("Two-Step")
    alice.finds_a_tile_that_fits()
    alice.presses("Hint: which move, and why?")
    expect(alice.table.status).to_contain_text("Hint: ")
    alice.opens_a_table("Two-Step")
    bob.visits().joins_from_the_lobby(alice)
    alice.sees_the_tiles()
    expect(alice.page.get_by_role("button", name="Hint: which move, and why?")).to_be_hidden()
    alice.page.keyboard.press("t")
    expect(alice.table.status).to_contain_text("There are no hints here, as the match may count for ratings.")


def test_the_end_of_a_deal_leads_to_ready_and_the_next_deal_back_to_the_hand(alice: Person) -> None:
    alice.plays_now("Kardinaldomino")
    while not (sight := alice.table.wait_for_something_to_do()).can_be_ready:
        if sight.is_over:  # a short match may end with its first deal
            alice.wants_a_rematch()
        else:
            alice.acts(sight)
    expect(alice.table.ready).to_be_focused()
    alice.page.keyboard.press("Enter")
    expect(alice.page.locator(".piece:focus")).to_have_count(1)


LET_TAPS_THROUGH = """() => {
  const place = document.createElementNS("http://www.w3.org/2000/svg", "g");
  const parts = [".stock", ".stage-tools [data-part=hint]", ".stage-tools [data-part=past]"];
  const look = () => parts.map((part) => getComputedStyle(document.querySelector(part)));
  const before = look().map(({ opacity }) => opacity);
  place.classList.add("place");
  document.querySelector(".stage .board").append(place);
  return [before, look().map(({ pointerEvents }) => pointerEvents)];
}"""


def test_the_stock_and_the_tools_give_way_to_places(alice: Person) -> None:
    """They may lie over one."""
    alice.plays_now("Kardinaldomino")
    alice.sees_the_tiles()
    assert alice.page.evaluate(LET_TAPS_THROUGH) == [["1"] * 3, ["none"] * 3]


PLAY_WHILE_WRITING = """() => new Promise((tell) => {
  const field = document.querySelector("#typed");
  field.focus();
  field.value = "6-";
  const timer = setInterval(() => {
    if (document.querySelector(".over").hidden) {
      const next = document.querySelector(".place:not(.ghost), .actions button, .piece.playable");
      next?.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
    } else {
      clearInterval(timer);
      tell(document.activeElement === field);
    }
  }, 50);
})"""


def test_the_end_of_a_deal_disturbs_nobody_who_is_writing(alice: Person) -> None:
    alice.plays_now("Kardinaldomino")
    alice.sees_the_tiles()
    alice.page.get_by_role("tab", name="Moves").click()
    assert alice.page.evaluate(PLAY_WHILE_WRITING)
    expect(alice.table.ready.or_(alice.page.get_by_role("button", name="Rematch"))).to_be_visible()


def test_typed_text_that_is_no_move_gets_an_explanation(alice: Person) -> None:
    alice.plays_now("Chicken Foot")
    alice.finds_a_tile_that_fits()
    alice.page.keyboard.press("/")
    alice.page.keyboard.type("nonsense")
    alice.page.keyboard.press("Enter")
    expect(alice.table.status).to_contain_text("not a move")


def test_letters_can_be_turned_off(alice: Person) -> None:
    alice.plays_now("Two-Step")
    alice.sees_the_tiles()
    help_dialog = alice.page.get_by_role("dialog", name="At the table")
    alice.page.keyboard.press("?")
    help_dialog.get_by_label("Keyboard shortcuts").uncheck()
    help_dialog.get_by_role("button", name="Close").click()
    alice.page.keyboard.press("?")
    expect(help_dialog).to_be_hidden()


@pytest.mark.parametrize("window", [(390, 844), (360, 640), (768, 1024), (1440, 900), (844, 390)])
def test_the_hand_is_visible_without_scrolling(alice: Person, window: tuple[int, int]) -> None:
    width, height = window
    alice.page.set_viewport_size({"width": width, "height": height})
    alice.plays_now("Chicken Foot")
    alice.sees_the_tiles()
    for tile in alice.table.own_tiles.all():
        box = tile.bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= height
    scrolled = "[document.scrollingElement.scrollWidth, document.scrollingElement.scrollHeight]"
    assert alice.page.evaluate(scrolled) == [width, height]
