"""Rounds for people who touch nothing but tiles: every page on which they may end up leads them to their next table."""

from playwright.sync_api import expect

from tests.browser.conftest import Welcome
from tests.browser.driving.organisers import (
    ENDING,
    acts_after_a_look,
    enters,
    goes_to_the_control_room,
    is_led_on,
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


def annuls_and_replays(olga: Person) -> None:
    """Annul the first table in the control room and replay its match."""
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
    expect(players[0].page.locator("#bar")).to_contain_text("The next one begins in", timeout=ENDING)
    second = [is_led_on(player, table) for player, table in zip(players, first, strict=True)]
    assert len(set(first)) == len(set(second)) == 2
    assert {name for table in seating_of(players[0], event, 2) for name in table} == {f"Quiet{name}" for name in names}


def test_players_of_an_annulled_table_are_led_on_from_any_page(welcome: Welcome) -> None:
    olga, players, event = begun(welcome, "RepeatOlga", ["Una", "Vic", "Wim", "Xia"])
    old = is_led_to_a_table(players[0])
    for player in players:
        is_led_to_a_table(player)
        player.sees_the_tiles()
    una, vic, wim, xia = players
    vic.visits(event)
    wim.visits("/rules/")
    xia.visits("/").page.wait_for_url("**/")
    una.page.route("**/tournaments/bar/**", lambda route: route.abort(), times=1)  # her connection fails at that moment
    una.forgives("ERR_FAILED")
    annuls_and_replays(olga)
    new = is_led_on(una, old)
    assert is_led_on(vic, old) == new
    for player in (wim, xia):
        player.hands.press(player.page.locator("#bar").get_by_role("link", name="To your table"))
        assert is_led_on(player, old) == new
    for player in players:
        player.sees_the_tiles()
    goes_to_the_control_room(olga, event)
    expect(olga.page.locator("#players .badge.bad")).to_have_count(0)
    assert {name for names in seating_of(olga, event, 1) for name in names} == {player.name for player in players}
