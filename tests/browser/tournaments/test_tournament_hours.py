"""The players of a league's match agree on its time, each on a page that shows the other's actions live."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Welcome
from tests.browser.driving.looks import faults
from tests.browser.driving.organisers import acts_after_a_look, enters, goes_to_the_control_room, plans
from tests.browser.driving.people import Person
from tests.browser.matches.test_match_phone import PHONE

LEAGUE = "Two-Step league at agreed times"


def opens_the_page_to_agree(player: Person, tournament: str) -> None:
    player.visits(tournament)
    player.hands.press(player.page.locator("#to-my-hour"))
    player.page.wait_for_url("**/hour/")
    player.page.evaluate("window.isTheSamePage = true")


def proposes(player: Person, at: datetime) -> None:
    player.page.locator("[name=hour_1]").fill(f"{at:%Y-%m-%dT%H:%M}")
    player.presses("Propose")
    expect(player.page.get_by_text("Proposed by you.")).to_be_visible()


def stays_on_the_page(player: Person) -> bool:
    return bool(player.page.evaluate("window.isTheSamePage === true"))


@pytest.fixture
def tomorrow() -> datetime:
    return (datetime.now() + timedelta(days=1)).replace(hour=18, minute=30, second=0, microsecond=0)


def test_two_agree_on_open_pages(welcome: Welcome, tomorrow: datetime) -> None:
    olga = welcome("Olga").signs_up("LeagueOlga")
    tournament = plans(olga, LEAGUE, **{"Name": "Agreed", "Fewest players": "2"})
    ann, ben = welcome("Ann").signs_up("AgreeingAnn"), welcome("Ben", **PHONE).signs_up("AgreeingBen")
    enters(ann, tournament)
    enters(ben, tournament)
    goes_to_the_control_room(olga, tournament)
    acts_after_a_look(olga, "Start now")
    for player in (ann, ben):
        opens_the_page_to_agree(player, tournament)
        expect(player.page.locator("#hour-missing")).to_be_visible()

    ben.page.locator("[name=hour_2]").fill(f"{tomorrow + timedelta(days=1):%Y-%m-%dT%H:%M}")
    proposes(ann, tomorrow)
    expect(ben.page.get_by_text(f"Proposed by {ann.name}.")).to_be_visible()
    assert stays_on_the_page(ben)
    assert ben.page.locator("[name=hour_2]").input_value()
    assert list(faults(ben.page)) == []

    ann.page.evaluate("window.isTheSamePage = true")
    ben.presses("I cannot play then")
    expect(ann.page.get_by_role("heading", name="Declined")).to_be_visible()
    proposes(ben, tomorrow + timedelta(days=1))
    expect(ann.page.get_by_text(f"Proposed by {ben.name}.")).to_be_visible()
    assert stays_on_the_page(ann)

    ben.page.evaluate("window.isTheSamePage = true")
    ann.presses("Accept")
    expect(ben.page.locator("#hour-set")).to_contain_text("18:30")
    assert stays_on_the_page(ben)
