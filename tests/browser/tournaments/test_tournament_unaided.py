"""Rounds for people who touch nothing but tiles: every page they may be left on leads them to their next table."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Welcome
from tests.browser.driving.at_table import PATIENCE
from tests.browser.driving.organisers import (
    BREAK,
    acts_after_a_look,
    enters,
    goes_to_the_control_room,
    is_led_to_a_table,
    plans,
    seating_of,
)
from tests.browser.driving.people import Person

QUICK = {
    "Rounds": "2",
    "Time for each move": "2 min",
    "Break between rounds": "30 s",
    "Check-in": "none: everyone who has entered plays",
}


def is_led_on(player: Person, table: str) -> str:
    """From a table where the match is over or was annulled, without touching anything; the next table's address."""
    player.page.wait_for_url(re.compile(rf"/table/(?!{table.split('/')[2]})[^/]+/$"), timeout=BREAK + PATIENCE)
    return player.address


def annuls_and_replays(olga: Person) -> None:
    """The first table in the control room."""
    olga.page.reload()
    olga.visits(olga.page.locator("a[href*='/replay/']").first.get_attribute("href") or "")
    olga.writes("Why?", "A tile was torn")
    olga.presses("Annul and replay")


def begun(welcome: Welcome, organiser: str, names: list[str], **wishes: str) -> tuple[Person, list[Person], str]:
    olga = welcome("Olga").signs_up(organiser)
    event = plans(olga, "Chicken Foot, short", **{"Name": "Unaided"}, **QUICK, **wishes)
    players = [welcome(name).signs_up(f"Quiet{name}") for name in names]
    for player in players:
        enters(player, event)
    goes_to_the_control_room(olga, event)
    acts_after_a_look(olga, "Start now")
    return olga, players, event


def test_seven_people_who_touch_nothing_but_tiles_are_seated_in_every_round(welcome: Welcome) -> None:
    names = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus"]
    olga, players, event = begun(welcome, "EveningOlga", names, **{"Players at a table": "4"})
    first = [is_led_to_a_table(player) for player in players]
    for player in players:
        player.sees_the_tiles()
    acts_after_a_look(olga, "End the round now")
    expect(players[0].page.locator("#bar")).to_contain_text("The next one begins in")
    second = [is_led_on(player, table) for player, table in zip(players, first, strict=True)]
    assert len(set(first)) == len(set(second)) == 2
    assert {name for table in seating_of(players[0], event, 2) for name in table} == {f"Quiet{name}" for name in names}


def test_players_of_an_annulled_table_are_led_to_the_new_one(welcome: Welcome) -> None:
    olga, players, event = begun(welcome, "PatientOlga", ["Hal", "Ida", "Jon", "Kim"])
    old = {is_led_to_a_table(player) for player in players}
    players[0].sees_the_tiles()
    annuls_and_replays(olga)
    new = {is_led_on(player, *old) for player in players}
    assert len(new) == 1
    for player in players:
        player.sees_the_tiles()
    olga.visits(event)
    assert len(seating_of(olga, event, 1)[0]) == 4
