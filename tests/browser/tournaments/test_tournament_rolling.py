"""An hour of rolling tables: people come late, take a break and come back, and are led from table to table."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Welcome
from tests.browser.driving.at_table import PATIENCE
from tests.browser.driving.organisers import (
    BREAK,
    Sees,
    acts_after_a_look,
    enters,
    goes_to_the_control_room,
    is_led_to_a_table,
    plans,
)
from tests.browser.driving.people import Person

QUICK = {
    "Name": "Rolling hour",
    "Fewest players": "2",
    "From hearing of a table until it opens": "10 s",
    "Time for each move": "5 min",
    "Check-in": "none: everyone who has entered plays",
    "Tables under way at the end are played out": "no",
}


def has_the_house_finish(olga: Person, event: str, player: Person) -> None:
    """Finish the table where this player sits."""
    goes_to_the_control_room(olga, event)
    card = olga.page.locator(".control-tables > li", has_text=player.name).locator("a[href*='/finish/']")
    olga.visits(card.get_attribute("href") or "")
    olga.writes("Why?", "They have to go")
    olga.hands.press(olga.page.locator(".control-action form[method=post]").get_by_role("button"))
    olga.page.wait_for_url("**/control/")


def is_led_on(player: Person, table: str) -> str:
    """Wait until the open page goes to another table than this one by itself; return its address."""
    player.page.wait_for_url(re.compile(rf"/table/(?!{table.split('/')[2]})[^/]+/$"), timeout=BREAK + PATIENCE)
    return player.address


def test_an_hour_of_rolling_tables(welcome: Welcome) -> None:
    olga = welcome("Olga").signs_up("RollingOlga")
    event = plans(olga, "Rolling matches", **QUICK)
    ann, ben, cleo, dan = (welcome(name).signs_up(f"Rolling{name}") for name in ("Ann", "Ben", "Cleo", "Dan"))
    for player in (ann, ben):
        enters(player, event)
    goes_to_the_control_room(olga, event)
    acts_after_a_look(olga, "Start now")
    first = is_led_to_a_table(ann)
    assert is_led_to_a_table(ben) == first

    cleo.visits(event).presses("Enter")
    expect(Sees(cleo).heading("You are free")).to_be_visible()
    dan.visits(event).presses("Enter")
    second = is_led_to_a_table(cleo)
    assert is_led_to_a_table(dan) == second

    ann.visits(event)
    expect(Sees(ann).now).to_contain_text("The time is up in")
    ann.presses("Take a break")
    expect(Sees(ann).now).to_contain_text("After this table you take a break.")
    has_the_house_finish(olga, event, ben)
    expect(Sees(ann).heading("You are taking a break")).to_be_visible()
    expect(ann.page.locator(".hall-people", has_text="On a break")).to_contain_text("RollingAnn")

    has_the_house_finish(olga, event, cleo)
    third = is_led_on(ben, first)
    assert third != second
    ann.presses("I am back")
    assert is_led_to_a_table(ann) not in {first, second, third}

    goes_to_the_control_room(olga, event)
    acts_after_a_look(olga, "End the time now")
    for player in (ann, ben, cleo, dan):
        player.visits(event)
        expect(Sees(player).heading("You came in place").or_(Sees(player).heading("You have won!"))).to_be_visible()
    assert set(Sees(dan).scores()) == {"RollingAnn", "RollingBen", "RollingCleo", "RollingDan"}
    expect(dan.page.locator("#rounds")).to_contain_text("broken off, does not count")
