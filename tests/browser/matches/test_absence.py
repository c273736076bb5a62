"""The site plays for absent players until they are back, and to the end for those who left."""

from playwright.sync_api import expect

from tests.browser.driving.at_table import PATIENCE
from tests.browser.driving.one_deal import AGAINST_A_BOT, ONE_DEAL
from tests.browser.driving.people import Person, sit_down_together

IN_HASTE = {"Players": "2", **AGAINST_A_BOT, "Time for each move": "10 s"}
TWO_TURNS = 20_000
"""Milliseconds; enough for two turns of ten seconds each."""


def test_a_player_who_runs_out_of_time_twice_is_away_until_back(alice: Person, bob: Person) -> None:
    alice.opens_a_table("Kardinaldomino", **IN_HASTE)
    alice.sees_the_tiles()
    bob.visits(alice.address)
    back = alice.page.get_by_role("button", name="I\u2019m back")
    expect(back).to_be_visible(timeout=TWO_TURNS + PATIENCE)
    expect(bob.table.plate(alice.name)).to_contain_text("away")
    alice.hands.press(back)
    expect(back).to_be_hidden()
    expect(bob.table.plate(alice.name)).not_to_contain_text("away")
    alice.plays(turns=1)


def test_an_absent_player_returns_to_the_match_from_another_page(alice: Person) -> None:
    # A long match: the house plays on meanwhile.
    alice.opens_a_table("Chicken Foot", **IN_HASTE)
    alice.sees_the_tiles()
    table = alice.address
    alice.visits("/clubs/")
    bar = alice.page.locator("#elsewhere")
    expect(bar).to_contain_text("You are away: the house plays for you.", timeout=TWO_TURNS + PATIENCE)
    bar.evaluate("bar => bar.dataset.sameAs = 'before'")
    with alice.page.expect_response("**/lobby/elsewhere/"):
        pass
    alice.page.wait_for_timeout(200)
    expect(bar).to_have_attribute("data-same-as", "before")
    alice.hands.press(bar.get_by_role("button", name="I\u2019m back"))
    alice.page.wait_for_url(f"**{table}")
    alice.sees_the_tiles()
    expect(alice.page.get_by_role("button", name="I\u2019m back")).to_be_hidden()
    alice.plays(turns=1)


def leaves_for_good(person: Person) -> None:
    person.presses("Leave for good")
    person.hands.press(person.page.get_by_role("dialog").get_by_role("button", name="Leave for good"))
    expect(person.page.get_by_text("You have left the match.")).to_be_visible()
    assert person.address == "/"


def test_the_house_plays_on_for_players_who_leave_for_good(alice: Person, bob: Person) -> None:
    sit_down_together(alice, bob, "Kardinaldomino")
    name = alice.name
    leaves_for_good(alice)
    expect(bob.table.plate(name)).to_contain_text("left")
    bob.plays_until_the_end()
    expect(bob.table.whole_match).to_be_visible()


def test_another_window_of_a_player_who_left_offers_what_onlookers_have(alice: Person, bob: Person) -> None:
    sit_down_together(alice, bob, "Kardinaldomino")
    other = alice.page.context.new_page()
    other.goto(alice.page.url)
    leave, typed = other.get_by_role("button", name="Leave for good"), other.locator("#typed")
    expect(leave).to_be_visible()
    leaves_for_good(alice)
    expect(leave).to_be_hidden()
    expect(typed).to_be_hidden()
    expect(other.locator(".pieces")).to_be_hidden()


def test_a_match_is_closed_when_only_the_house_is_left(alice: Person, bob: Person) -> None:
    alice.opens_a_table("Kardinaldomino", **ONE_DEAL["Kardinaldomino"], **AGAINST_A_BOT)
    alice.plays(turns=1)
    bob.visits(alice.address)
    leaves_for_good(alice)
    expect(bob.page.get_by_text("This table is closed.")).to_be_visible()
