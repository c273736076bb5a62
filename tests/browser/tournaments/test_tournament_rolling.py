"""An hour of rolling tables: people come late, take a break and come back, and are led from table to table."""

from playwright.sync_api import expect

from tests.browser.conftest import Welcome
from tests.browser.driving.organisers import (
    Sees,
    acts_after_a_look,
    enters,
    goes_to_the_control_room,
    has_the_house_finish,
    is_led_on,
    is_led_to_a_table,
    plans,
)

QUICK = {
    "Name": "Rolling hour",
    "Fewest players": "2",
    "From the announcement of a table until it opens": "10 s",
    "Time for each move": "5 min",
    "Check-in": "none: everyone who has entered plays",
    "Tables under way at the end are played out": "no",
}


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
