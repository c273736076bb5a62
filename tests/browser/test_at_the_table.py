"""What people do at a table besides placing tiles, and what may befall them."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.guests import PHONE, Guest, by_mouse
from tests.whole_site import WholeSite


@pytest.fixture
def guest(chromium: Browser, site: WholeSite) -> Iterator[Guest]:
    guest = Guest(chromium, site.url)
    yield guest
    assert guest.errors == []
    guest.leave()


@pytest.fixture
def friend(chromium: Browser, site: WholeSite) -> Iterator[Guest]:
    """Looks at the table on a phone."""
    friend = Guest(chromium, site.url, **PHONE)
    yield friend
    assert friend.errors == []
    friend.leave()


def wait_for_turn(guest: Guest) -> None:
    expect(guest.page.locator(".status")).to_contain_text("Your turn", timeout=30_000)


def drag(page: Page, tile: str, to: tuple[float, float]) -> None:
    box = page.locator(f".piece[data-tile='{tile}']").bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(*to, steps=8)
    page.mouse.up()


def middle(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).first.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_hand_is_sorted_by_dragging_and_stays_so_after_a_reload(guest: Guest) -> None:
    guest.play_now("two-step")
    first, *others = guest.hand
    drag(guest.page, first, middle(guest.page, f".piece[data-tile='{others[-1]}']"))
    assert guest.hand == [*others, first]
    guest.page.reload()
    guest.wait_for_tiles()
    assert guest.hand == [*others, first]


def test_a_hand_is_sorted_by_keyboard(guest: Guest) -> None:
    guest.play_now("two-step")
    first, second, *others = guest.hand
    guest.page.focus(f".piece[data-tile='{first}']")
    guest.page.keyboard.press("Shift+ArrowRight")
    assert guest.hand == [second, first, *others]
    assert guest.focused.startswith(first)


def test_a_tile_is_discarded_by_dragging_it_onto_the_pile(guest: Guest) -> None:
    guest.play_now("two-step")
    wait_for_turn(guest)
    while "discard" not in guest.possible:
        by_mouse(guest)
        guest.page.wait_for_timeout(100)
    tile = guest.hand[0]
    drag(guest.page, tile, middle(guest.page, ".own-discard"))
    expect(guest.page.locator(f".own-discard .piece[data-tile='{tile}']")).to_be_visible()


def test_a_tile_is_placed_by_dragging_it_onto_its_place(guest: Guest) -> None:
    guest.play_now("chicken-foot")
    wait_for_turn(guest)
    while not guest.page.query_selector(".piece.playable"):
        by_mouse(guest)
        guest.page.wait_for_timeout(100)
    tile = str(guest.page.locator(".piece.playable").first.get_attribute("data-tile"))
    guest.page.locator(".piece.playable").first.hover()
    guest.page.mouse.down()
    guest.page.mouse.move(600, 500, steps=4)
    guest.page.mouse.move(*middle(guest.page, ".place"), steps=4)
    guest.page.mouse.up()
    expect(guest.page.locator(f".tiles > .tile[data-tile='{tile}']")).to_be_attached()


def test_a_move_is_typed(guest: Guest) -> None:
    guest.play_now("chicken-foot")
    wait_for_turn(guest)
    move = str(guest.page.locator("#legal option").first.get_attribute("value"))
    guest.page.keyboard.press("/")
    guest.page.keyboard.type(move.replace("@", " @ ").lower())
    guest.page.keyboard.press("Enter")
    guest.page.wait_for_timeout(300)
    assert move in [line.inner_text() for line in guest.page.query_selector_all(".moves .move")]


def test_a_move_that_is_none_is_answered_with_a_sentence(guest: Guest) -> None:
    guest.play_now("chicken-foot")
    wait_for_turn(guest)
    guest.page.keyboard.press("/")
    guest.page.keyboard.type("nonsense")
    guest.page.keyboard.press("Enter")
    expect(guest.page.locator(".status[data-kind=bad]")).to_contain_text("not a move")


def test_letters_can_be_turned_off(guest: Guest) -> None:
    guest.play_now("two-step")
    guest.page.keyboard.press("?")
    guest.page.get_by_label("Letters act as keys").uncheck()
    guest.page.keyboard.press("Escape")
    guest.page.keyboard.press("?")
    assert not guest.page.is_visible("dialog#help")


def test_a_reload_in_mid_match_shows_the_same_table(guest: Guest) -> None:
    guest.play_now("chicken-foot")
    while len(guest.laid) < 6:
        by_mouse(guest)
        guest.page.wait_for_timeout(50)
    wait_for_turn(guest)
    before = (guest.laid, sorted(guest.hand))
    guest.page.reload()
    guest.wait_for_tiles()
    assert (guest.laid, sorted(guest.hand)) == before


def test_the_page_finds_back_by_itself_when_the_server_dies(guest: Guest, site: WholeSite) -> None:
    guest.play_now("kardinal")
    os.kill(site.pids("web")[-1], signal.SIGKILL)
    expect(guest.page.locator(".connection")).to_contain_text("Reconnecting")
    expect(guest.page.locator(".connection")).to_be_hidden(timeout=60_000)
    played = len(guest.page.query_selector_all(".moves li"))
    while len(guest.page.query_selector_all(".moves li")) <= played and not guest.page.is_visible(".over"):
        by_mouse(guest)
        guest.page.wait_for_timeout(50)


def test_friends_chat_and_an_onlooker_sees_no_hand(guest: Guest, friend: Guest, chromium: Browser) -> None:
    address = guest.open_table("two-step", preset="three")
    friend.sit_down(address)
    friend.wait_for_tiles()
    guest.page.click("#tab-chat")
    guest.page.fill("#say", "Hello, friend")
    guest.page.keyboard.press("Enter")
    expect(friend.page.locator("#tab-chat .fresh")).to_have_text("1")
    friend.page.tap("#tab-chat")
    expect(friend.page.locator("#panel-chat")).to_contain_text("Hello, friend")

    onlooker = Guest(chromium, guest.url)
    onlooker.page.goto(address)
    expect(onlooker.page.locator(".rails .seat")).to_have_count(2)
    assert onlooker.hand == []
    heard = json.dumps(onlooker.heard)
    hidden = [tile for tile in (*guest.hand, *friend.hand) if f'\\"{tile}\\"' in heard]
    assert hidden == []
    onlooker.leave()


def test_the_waiting_room_becomes_the_table_without_a_reload(guest: Guest, friend: Guest) -> None:
    address = guest.open_table("kardinal", seats="3")
    friend.sit_down(address)
    expect(guest.page.locator("#room")).to_contain_text("1 more player")
    guest.page.click("#start-now")
    for one in (guest, friend):
        one.wait_for_tiles()
        assert not one.page.is_visible("#room")


def test_whoever_leaves_for_good_is_played_for_by_the_house(guest: Guest, friend: Guest) -> None:
    address = guest.open_table("two-step", preset="three")
    friend.sit_down(address)
    guest.wait_for_tiles()
    guest.page.click("[data-dialog=leave]")
    guest.page.click("dialog#leave .danger")
    expect(friend.page.locator(".rails .how")).to_have_text("left")
    friend.play_to_the_end(by_mouse)


def test_after_the_match_a_rematch_calls_the_other_over(guest: Guest, friend: Guest) -> None:
    address = guest.open_table("two-step", preset="custom", option_target="1")
    friend.sit_down(address)
    guest.wait_for_tiles()
    friend.page.click("[data-dialog=leave]")
    friend.page.click("dialog#leave .danger")
    guest.play_to_the_end(by_mouse)
    guest.page.click("[data-over=rematch] button")
    guest.page.wait_for_url(lambda url: url != address)
    assert "/table/" in guest.page.url


@pytest.mark.parametrize("window", [(390, 844), (360, 640), (768, 1024), (1440, 900), (844, 390)])
def test_the_hand_is_in_sight_and_the_page_does_not_scroll(guest: Guest, window: tuple[int, int]) -> None:
    width, height = window
    guest.page.set_viewport_size({"width": width, "height": height})
    guest.page.emulate_media(reduced_motion="reduce")
    guest.play_now("chicken-foot")
    for tile in guest.page.query_selector_all(".piece"):
        box = tile.bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= height
    scrolled = "[document.scrollingElement.scrollWidth, document.scrollingElement.scrollHeight]"
    assert guest.page.evaluate(scrolled) == [width, height]
