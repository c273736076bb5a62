"""What an organiser and others do by hand in one evening: invite, withdraw, keep order, drag people; and the wall page,
which runs by itself."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.browser.conftest import Welcome
from tests.browser.driving.looks import faults
from tests.browser.driving.organisers import (
    acts_after_a_look,
    carries_out,
    enters,
    founds_a_club,
    goes_to_the_control_room,
    joins_the_club,
    plans,
)
from tests.browser.driving.people import Person
from tests.browser.matches.test_match_phone import PHONE

HELD = {
    "Name": "By hand",
    "Rounds": "1",
    "Players at a table": "3",
    "Time for each move": "2 min",
    "Check-in": "none: everyone who has entered plays",
    "I look at each seating before it is published": "yes",
}


def says_in_the_chat(person: Person, text: str) -> None:
    person.writes("Say something", text)
    person.presses("Send")
    expect(line_on(person, text)).to_be_visible()


def line_on(person: Person, text: str) -> Locator:
    return person.page.locator("#chat [data-line]").filter(has_text=text)


def opens_the_menu_of_a_line(person: Person, text: str) -> Locator:
    menu = line_on(person, text).locator("details.about-author")
    menu.locator("summary").click()
    return menu


def drags(person: Person, grip: Locator, onto: Locator) -> None:
    """Drag with the mouse in steps, as a hand does."""
    grip.scroll_into_view_if_needed()
    start, end = grip.bounding_box(), onto.bounding_box()
    assert start
    assert end
    mouse = person.page.mouse
    mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    mouse.down()
    mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=8)
    mouse.up()


def leaves_the_bar_free(toast: Locator, bar: Locator) -> None:
    """Expect a notice to lie below the bar, whose buttons it would cover."""
    expect(toast).to_be_visible()
    told, below = toast.bounding_box(), bar.bounding_box()
    assert told
    assert below
    assert told["y"] >= below["y"] + below["height"]


def test_an_organiser_invites_keeps_order_and_seats_by_hand(welcome: Welcome) -> None:
    olga = welcome("Olga").signs_up("DeskOlga")
    event = plans(olga, "Chicken Foot, short", **HELD)
    ann, ben = (welcome(name).signs_up(f"Desk{name}") for name in ("Ann", "Ben"))
    wall = welcome("Wall").visits(f"{event}wall/")

    enters(ann, event)
    expect(wall.page.get_by_text("DeskAnn").first).to_be_attached()
    ann.hands.press(ann.page.locator("#asks-withdraw summary"))
    expect(ann.page.locator("#asks-withdraw")).to_contain_text("You can enter again while there is room.")
    ann.presses("Withdraw")
    expect(ann.page.get_by_text("You have withdrawn.")).to_be_visible()
    expect(wall.page.get_by_text("DeskAnn")).to_have_count(0)

    ann.visits("/clubs/")
    goes_to_the_control_room(olga, event)
    acts_after_a_look(olga, "Invite a player", **{"Whom would you like to invite?": "deskann"})
    expect(ann.page.locator("#bar")).to_contain_text("DeskOlga invites you to play. By hand")
    leaves_the_bar_free(ann.page.locator(".toast").filter(has_text="By hand"), ann.page.locator("#bar"))
    assert list(faults(ann.page)) == []
    ann.presses("Accept")
    expect(ann.page.get_by_text("You have entered.", exact=True)).to_be_visible()
    expect(wall.page.get_by_text("DeskAnn").first).to_be_attached()

    ben.visits(event)
    says_in_the_chat(ann, "What a slow table")
    expect(line_on(ben, "What a slow table")).to_be_visible()
    menu = opens_the_menu_of_a_line(ben, "What a slow table")
    expect(menu.get_by_role("link", name="Report")).to_have_attribute("href", "/report/line/" + line_id(ben) + "/")
    expect(menu.get_by_role("link", name="Delete the line")).to_have_count(0)
    olga.visits(event)
    opens_the_menu_of_a_line(olga, "What a slow table").get_by_role("link", name="Mute in this chat").click()
    olga.chooses("For how long?", "1 hour")
    olga.presses("See what it does")
    olga.writes("Why?", "It was rude")
    olga.presses("Mute in this chat")
    olga.page.wait_for_url("**/control/")
    olga.visits(event)
    opens_the_menu_of_a_line(olga, "What a slow table").get_by_role("link", name="Delete the line").click()
    olga.writes("Why?", "It was rude")
    olga.presses("Delete the line")
    olga.page.wait_for_url("**/control/")
    for reader in (ann, ben):
        expect(line_on(reader, "What a slow table")).to_have_count(0)
    ann.forgives("409")
    ann.writes("Say something", "Am I muted?")
    ann.presses("Send")
    expect(ann.page.locator("#chat-refusal")).to_contain_text("It was rude")

    goes_to_the_control_room(olga, event)
    acts_after_a_look(olga, "Add bots", **{"How many bots?": "5"})
    acts_after_a_look(olga, "Start now")
    tables = olga.page.locator("#seating [data-place=table]")
    expect(tables).to_have_count(2)
    one, other = (tables.nth(at).locator("[data-sitter]").first for at in (0, 1))
    names = [row.get_attribute("data-name") or "" for row in (one, other)]
    drags(olga, one.locator("[data-grip]"), other)
    olga.page.wait_for_url("**/control/swap/*")
    for name in names:
        expect(olga.page.locator(".control-action")).to_contain_text(name)
    olga.writes("Why?", "They are cousins, " + "x" * 150)
    carries_out(olga)
    expect(tables.nth(1)).to_contain_text(names[0])
    assert list(faults(olga.page)) == []  # nor does a long word make the page wider
    olga.presses("Publish")
    expect(wall.page.locator("#slide-tables-1")).to_be_attached()


def drags_with_a_finger(person: Person, grip: Locator, onto: Locator) -> None:
    """Drag with touch events, as a finger does."""
    grip.scroll_into_view_if_needed()
    start, end = grip.bounding_box(), onto.bounding_box()
    assert start
    assert end
    browser = person.context.new_cdp_session(person.page)
    from_x, from_y = start["x"] + start["width"] / 2, start["y"] + start["height"] / 2
    to_x, to_y = end["x"] + end["width"] / 2, end["y"] + end["height"] / 2
    browser.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": from_x, "y": from_y}]})
    for step in range(1, 9):
        at = {"x": from_x + (to_x - from_x) * step / 8, "y": from_y + (to_y - from_y) * step / 8}
        browser.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [at]})
    browser.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_people_of_a_held_seating_are_moved_by_finger_and_by_keyboard(welcome: Welcome) -> None:
    olga = welcome("Olga", **PHONE).signs_up("MoverOlga")
    event = plans(olga, "Chicken Foot, short", **HELD)
    goes_to_the_control_room(olga, event)
    acts_after_a_look(olga, "Add bots", **{"How many bots?": "6"})
    acts_after_a_look(olga, "Start now")
    tables = olga.page.locator("#seating [data-place=table]")
    expect(tables).to_have_count(2)
    last, first = tables.nth(0).locator("[data-sitter]").last, tables.nth(1).locator("[data-sitter]").first
    names = [row.get_attribute("data-name") or "" for row in (last, first)]
    last.locator("[data-grip]").scroll_into_view_if_needed()
    drags_with_a_finger(olga, last.locator("[data-grip]"), first)
    olga.page.wait_for_url("**/control/swap/*")
    for name in names:
        expect(olga.page.locator(".control-action")).to_contain_text(name)

    goes_to_the_control_room(olga, event)
    last.locator("[data-grip]").focus()
    olga.page.keyboard.press("Enter")
    expect(olga.page.locator("#carrying")).to_contain_text("Choose a place with the arrow keys")
    olga.page.keyboard.press("ArrowDown")
    expect(olga.page.locator("#carrying")).not_to_contain_text("Choose a place")
    olga.page.keyboard.press("Escape")
    expect(olga.page.locator("#seating [data-carried]")).to_have_count(0)
    olga.page.keyboard.press("Enter")
    olga.page.keyboard.press("ArrowDown")
    chosen = olga.page.locator("#carrying").inner_text()
    olga.page.keyboard.press("Enter")
    olga.page.wait_for_url(re.compile("/control/(swap|move)/"))
    assert chosen.startswith(("In place of", "To table"))
    expect(olga.page.locator(".control-action")).to_contain_text(names[0])


def line_id(person: Person) -> str:
    return person.page.locator("#chat [data-line]").last.get_attribute("data-line") or ""


def test_members_of_a_club_talk_and_its_officers_keep_order(welcome: Welcome) -> None:
    olga = welcome("Olga").signs_up("TalkOlga")
    club = founds_a_club(olga, "Talking Terns", **{"Who may join": "open"})
    pia = welcome("Pia", **PHONE).signs_up("TalkPia")
    joins_the_club(pia, "Talking Terns")
    olga.visits(club)
    says_in_the_chat(pia, "Who plays tonight?")
    expect(line_on(olga, "Who plays tonight?")).to_be_visible()
    for reader in (olga, pia):
        assert list(faults(reader.page)) == []
    opens_the_menu_of_a_line(olga, "Who plays tonight?").get_by_role("link", name="Delete the line").click()
    olga.writes("Why", "Not here")
    olga.presses("Delete the line")
    expect(line_on(pia, "Who plays tonight?")).to_have_count(0)
