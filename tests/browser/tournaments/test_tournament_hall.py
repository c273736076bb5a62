"""In the hall: a player calls the organisers to a table, others watch all tables, and sheets are printed."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import Welcome
from tests.browser.driving.looks import faults
from tests.browser.driving.organisers import (
    acts_after_a_look,
    enters,
    goes_to_the_control_room,
    has_the_house_finish,
    is_led_to_a_table,
    plans,
)

HALL = {
    "Name": "In the hall",
    "Rounds": "2",
    "Players at a table": "2",
    "Fewest players": "4",
    "Time for each move": "5 min",
    "Check-in": "none: everyone who has entered plays",
}
WHAT = "A tile was laid that does not fit"


def test_a_player_calls_the_organisers_who_stop_the_table_and_answer(welcome: Welcome) -> None:
    olga = welcome("Olga").signs_up("CallOlga")
    event = plans(olga, "Chicken Foot, short", **HALL)
    ann = welcome("Ann").signs_up("CallAnn")
    enters(ann, event)
    goes_to_the_control_room(olga, event)
    acts_after_a_look(olga, "Add bots", **{"How many bots?": "3"})
    acts_after_a_look(olga, "Start now")
    is_led_to_a_table(ann)
    ann.sees_the_tiles()
    olga.visits("/clubs/")

    ann.presses("Call the organisers")
    dialog = ann.page.get_by_role("dialog", name="Call the organisers")
    dialog.get_by_label("What is it about?").fill(WHAT)
    ann.hands.press(dialog.get_by_role("button", name="Call the organisers"))
    expect(dialog).to_contain_text("The organisers have been told")

    expect(olga.page.locator("#bar")).to_contain_text("CallAnn calls you.")
    expect(olga.page.locator("#bar")).to_contain_text(WHAT)
    assert list(faults(olga.page)) == []
    olga.follows("To the control room")
    olga.page.wait_for_url("**/control/#calls")
    acts_after_a_look(olga, "Stop the table")
    expect(ann.page.locator("#bar")).to_contain_text("Your table is stopped")
    expect(ann.page.locator("#bar")).to_contain_text("We agreed on it")
    acts_after_a_look(olga, "Answer", **{"Your answer": "It does fit. Play on."})
    expect(dialog).to_contain_text("It does fit. Play on.")
    expect(olga.page.locator("#calls")).to_be_hidden()
    assert list(faults(ann.page)) == []


HOW_MUCH_LARGER = """() => {
  const size = (part) => parseFloat(getComputedStyle(document.querySelector(part)).fontSize);
  return size("#slide-tables-1 ol") / size("#slide-tables-1");
}"""
"""Compares the letters of the tables on the wall with those around them, at once, as the slides may be replaced."""


def test_all_tables_and_the_wall_follow_by_themselves_and_sheets_are_printed(welcome: Welcome) -> None:
    olga = welcome("Olga").signs_up("HallOlga")
    event = plans(olga, "Chicken Foot, short", **HALL)
    ann = welcome("Ann").signs_up("HallAnn")
    enters(ann, event)
    goes_to_the_control_room(olga, event)
    acts_after_a_look(olga, "Add bots", **{"How many bots?": "4"})
    acts_after_a_look(olga, "Start now")
    is_led_to_a_table(ann)
    ann.sees_the_tiles()

    eve, wall = welcome("Eve").visits(f"{event}watch/"), welcome("Wall").visits(f"{event}wall/")
    small = eve.page.locator(".small-table")
    own = small.filter(has_text="HallAnn")
    expect(own).to_contain_text("deal")
    assert 2 <= small.count() <= 3
    assert list(faults(eve.page)) == []
    expect(wall.page.locator("#slide-tables-1")).to_contain_text("HallAnn")
    expect(wall.page.get_by_role("img", name="Follow the tournament")).to_be_visible()
    assert wall.page.evaluate(HOW_MUCH_LARGER) > 1.5
    has_the_house_finish(olga, event, ann)
    expect(own).to_contain_text("done")
    expect(wall.page.locator("#slide-tables-1 li.done").filter(has_text="HallAnn")).to_be_attached()

    for sheet in ("Print the seating", "Print score sheets", "Print the standings", "Poster with codes"):
        goes_to_the_control_room(olga, event)
        olga.opens_the_menu("In the hall")
        olga.follows(sheet)
        olga.page.wait_for_url(re.compile("/print/"))
        assert list(faults(olga.page)) == []
        olga.page.evaluate("window.print = () => { document.body.dataset.printed = 'yes' }")
        olga.presses("Print")
        expect(olga.page.locator("body[data-printed]")).to_be_attached()
        olga.page.emulate_media(media="print")
        expect(olga.page.get_by_role("button", name="Print")).to_be_hidden()
        expect(olga.page.get_by_role("banner")).to_be_hidden()
        olga.page.emulate_media(media="screen")
