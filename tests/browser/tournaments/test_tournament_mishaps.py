"""Mishaps of an evening, in browsers: phones fall asleep, people do not come, or leave and come back."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import CDPSession, expect

from tests.browser.conftest import Welcome
from tests.browser.driving.at_table import PATIENCE
from tests.browser.driving.cable import Cable
from tests.browser.driving.organisers import (
    BREAK,
    ENDING,
    Sees,
    Table,
    acts_after_a_look,
    carries_out,
    checks_in,
    enters,
    goes_to_the_control_room,
    has_the_house_finish,
    is_led_on,
    is_led_to_a_table,
    plans,
    seating_of,
    sees_the_final_standings,
)
from tests.browser.driving.people import Person
from tests.browser.matches.test_match_phone import PHONE

A_MINUTE = 60_000


class Phone:
    """A phone that can fall asleep: its page is frozen, as in a pocket, and its connection is cut."""

    def __init__(self, player: Person, cable: Cable) -> None:
        self.player, self.cable = player, cable
        self._browser: CDPSession = player.context.new_cdp_session(player.page)

    def falls_asleep(self) -> None:
        self._browser.send("Page.setWebLifecycleState", {"state": "frozen"})
        self.cable.cut()

    def wakes_up(self) -> None:
        self.cable.mend()
        self._browser.send("Page.setWebLifecycleState", {"state": "active"})


def final_standings(person: Person, event: str) -> list[dict[str, Any]]:
    """Return the rows of the public download."""
    rows: list[dict[str, Any]] = person.context.request.get(f"{person.site}{event}tournament.json").json()["standings"]
    return rows


def test_phones_that_sleep_between_two_rounds_wake_up_at_the_next_table(welcome: Welcome, cable: Cable) -> None:
    olga = welcome("Olga").signs_up("SleepyOlga")
    wishes = {"Name": "Asleep", "Rounds": "2", "Players at a table": "2", "Fewest players": "4"}
    quick = {
        "Time for each move": "2 min",
        "Break between rounds": "30 s",
        "Check-in": "none: everyone who has entered plays",
    }
    event = plans(olga, "Chicken Foot, short", **wishes, **quick)
    awake = [welcome(name).signs_up(f"Sleepy{name}") for name in ("Ann", "Ben")]
    asleep = [welcome(name, by=cable.url, **PHONE).signs_up(f"Sleepy{name}") for name in ("Cleo", "Dan")]
    for player in (*awake, *asleep):
        enters(player, event)
    goes_to_the_control_room(olga, event)
    acts_after_a_look(olga, "Start now")
    first = {player: is_led_to_a_table(player) for player in (*awake, *asleep)}
    for player in (*awake, *asleep):
        player.sees_the_tiles()
    acts_after_a_look(olga, "End the round now")
    for player in asleep:
        expect(player.page.locator("#bar")).to_contain_text("The next one begins in", timeout=ENDING)
        player.forgives_a_dead_line()

    phones = [Phone(player, cable) for player in asleep]
    for phone in phones:
        phone.falls_asleep()
    second = {player: is_led_on(player, first[player]) for player in awake}
    for phone in phones:
        phone.wakes_up()
    second |= {player: is_led_on(player, first[player]) for player in asleep}
    for player in (*awake, *asleep):
        player.sees_the_tiles()
    assert len(set(second.values())) == 2

    goes_to_the_control_room(olga, event)
    expect(olga.page.locator("#players .badge.bad")).to_have_count(0)
    acts_after_a_look(olga, "End the round now")
    sees_the_final_standings(olga.visits(event))
    assert {row["name"]: row["played"] for row in final_standings(olga, event)} == {
        player.name: 2 for player in (*awake, *asleep)
    }


def test_a_page_whose_last_request_failed_asks_again(welcome: Welcome) -> None:
    olga, ben = welcome("Olga").signs_up("OwedOlga"), welcome("Ben").signs_up("OwedBen")
    event = plans(olga, "Chicken Foot, short", **{"Name": "Owed an answer"})
    watcher = welcome("Wilma").visits(event)
    watcher.forgives_a_dead_line()
    watcher.page.route("**/live/", lambda route: route.abort(), times=1)
    with watcher.page.expect_event("requestfailed"):
        enters(ben, event)
    expect(watcher.page.locator("#people")).to_contain_text("OwedBen")


def test_a_knockout_of_six_with_four_present_has_two_semi_finals_and_no_empty_seat(welcome: Welcome) -> None:
    olga = welcome("Olga").signs_up("RollcallOlga")
    wishes = {"Name": "Four of six", "Break between rounds": "30 s", "Time for each move": "2 min"}
    event = plans(olga, "Two-Step knockout", **wishes)
    names = ["Ada", "Bo", "Cy", "Di", "Ed", "Flo"]
    people = [welcome(name).signs_up(f"Rollcall{name}") for name in names]
    for player in people:
        enters(player, event)
    goes_to_the_control_room(olga, event)
    olga.presses("Open check-in now")
    here, missing = people[:4], people[4:]
    for player in here:
        checks_in(player)
    acts_after_a_look(olga, "Start now")

    semi_finals = [is_led_to_a_table(player) for player in here]
    for player in here:
        player.sees_the_tiles()
    assert len(set(semi_finals)) == 2
    assert {name for pair in seating_of(missing[0], event, 1) for name in pair} == {player.name for player in here}
    acts_after_a_look(olga, "End the round now")
    deciding = [is_led_on(player, table) for player, table in zip(here, semi_finals, strict=True)]
    assert len(set(deciding)) == 2  # the final, and the match for the third place
    goes_to_the_control_room(olga, event)
    acts_after_a_look(olga, "End the round now")
    sees_the_final_standings(olga.visits(event))
    expect(Sees(olga).bracket.get_by_role("heading", level=3)).to_have_text(["Semi-finals", "Final", "Third place"])


def test_a_player_withdrawn_by_mistake_is_back_after_undoing(welcome: Welcome) -> None:
    olga = welcome("Olga").signs_up("MistakeOlga")
    event = plans(olga, "Chicken Foot, short", **{"Name": "Undone"})
    ann = welcome("Ann").signs_up("MistakeAnn")
    enters(ann, event)
    ann.hands.press(ann.page.locator("#asks-withdraw summary"))
    expect(ann.page.get_by_role("button", name="Withdraw", exact=True)).to_be_visible()
    expect(Sees(ann.visits(event)).heading("You have entered")).to_be_visible()

    goes_to_the_control_room(olga, event)
    olga.visits(olga.page.locator("a[href*='/control/remove/']").first.get_attribute("href") or "")
    olga.writes("Why?", "The wrong Ann")
    carries_out(olga)
    expect(Sees(ann).heading("You have entered")).to_have_count(0)
    olga.visits(f"{event}control/log/")
    olga.visits(olga.page.locator("a[href*='/control/undo/']").first.get_attribute("href") or "")
    olga.writes("Why?", "It was the other Ann")
    carries_out(olga)
    expect(Sees(ann).heading("You have entered")).to_be_visible()


def is_given_company(player: Person) -> str:
    """Wait to be led to a table, for a minute longer if all who are free have just met; return its URL."""
    player.page.wait_for_url(Table, timeout=A_MINUTE + BREAK + PATIENCE)
    return player.address


def test_an_evening_of_rolling_tables_of_twelve_with_people_leaving_and_coming(welcome: Welcome) -> None:
    olga = welcome("Olga").signs_up("DozenOlga")
    wishes = {
        "Name": "A dozen",
        "From the announcement of a table until it opens": "10 s",
        "Time for each move": "5 min",
        "Check-in": "none: everyone who has entered plays",
        "Tables under way at the end are played out": "no",
    }
    event = plans(olga, "Rolling tables", **wishes)
    ann, _ben, _cleo, dan = people = [welcome(name).signs_up(f"Dozen{name}") for name in ("Ann", "Ben", "Cleo", "Dan")]
    for player in people[:3]:
        enters(player, event)
    goes_to_the_control_room(olga, event)
    acts_after_a_look(olga, "Add bots", **{"How many bots?": "9"})
    acts_after_a_look(olga, "Start now")
    tables = {player: is_led_to_a_table(player) for player in people[:3]}
    for player in people[:3]:
        player.sees_the_tiles()

    ann.visits(event).presses("Take a break")
    expect(Sees(ann).now).to_contain_text("After this table you take a break.")
    dan.visits(event).presses("Enter")
    has_the_house_finish(olga, event, ann)
    expect(Sees(ann).heading("You are taking a break")).to_be_visible()
    assert is_given_company(dan) != tables[ann]
    ann.presses("I am back")
    expect(Sees(ann).heading("You are taking a break")).to_have_count(0)
    has_the_house_finish(olga, event, dan)
    assert is_given_company(ann) not in tables.values()

    goes_to_the_control_room(olga, event)
    acts_after_a_look(olga, "End the time now")
    sees_the_final_standings(olga.visits(event))
    assert len(final_standings(olga, event)) == 13
