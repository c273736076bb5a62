"""Every page is accessible: one heading, named controls, no sideways scrolling on a narrow phone."""

import re

import pytest
from playwright.sync_api import Browser, expect

from games.lessons.showing import LESSONS
from games.rules import GAMES
from tests.browser.conftest import Welcome
from tests.browser.driving.looks import faults
from tests.browser.driving.one_deal import AGAINST_A_BOT, ONE_DEAL
from tests.browser.driving.people import PASSWORD, Person

NARROW = {"viewport": {"width": 360, "height": 740}}

FOR_ALL = [
    "/",
    "/rules/",
    *(f"/{page}/{game}/" for game in GAMES for page in ("open", "rules")),
    "/learn/",
    *(f"/learn/{game}/" for game in LESSONS),
    *(f"/problem/{game}/" for game in LESSONS),
    "/keyboard/",
    "/fair-deals/",
    "/preferences/looks/",
    "/account/login/",
    "/account/signup/",
    "/account/password/reset/",
]
FOR_PLAYERS = [
    "/preferences/",
    "/preferences/name/",
    "/account/email/",
    "/account/password/change/",
    "/account/logout/",
]
FOR_GUESTS = ["/preferences/", "/keep/", "/account/logout/"]


def see(person: Person, addresses: list[str]) -> dict[str, list[str]]:
    """Return the problems of each page."""
    found = {address: list(faults(person.visits(address).page)) for address in addresses}
    return {address: wrong for address, wrong in found.items() if wrong}


@pytest.mark.parametrize("language", ["en-GB", "de-DE", "it-IT"])
def test_pages_for_all(welcome: Welcome, language: str) -> None:
    assert see(welcome("Alice", locale=language, **NARROW), FOR_ALL) == {}


def test_fields_side_by_side_are_equally_high(welcome: Welcome) -> None:
    """They are, whatever is above or below one of them."""
    page = welcome("Alice", viewport={"width": 1440, "height": 900}).visits("/matches/").page
    heights = page.locator("main .field :is(input, select)").evaluate_all("(all) => all.map((one) => one.offsetHeight)")
    assert max(heights) - min(heights) <= 4


def test_options_stand_in_line_beside_a_label_of_two_lines(welcome: Welcome) -> None:
    page = welcome("Alice", viewport={"width": 768, "height": 1024}).visits("/open/kardinal/").page
    page.get_by_role("radio", name="Custom").check()
    first, second = page.get_by_role("group", name="Custom options").get_by_role("combobox").all()[:2]
    assert first.evaluate("(one) => one.getBoundingClientRect().bottom") == second.evaluate(
        "(one) => one.getBoundingClientRect().bottom"
    )


@pytest.mark.parametrize("width", [390, 768, 1440])
def test_the_ways_out_of_a_waiting_room_stand_side_by_side(welcome: Welcome, width: int) -> None:
    alice = welcome("Alice", viewport={"width": width, "height": 900}).opens_a_table("Chicken Foot")
    ways = alice.page.get_by_role("main").get_by_role("link").filter(has_text=re.compile("To the lobby|Report"))
    expect(ways).to_have_count(2)
    # Both are measured at once, since the room may be rendered again at any time.
    tops = ways.evaluate_all("all => all.map((one) => one.getBoundingClientRect().top)")
    assert len(set(tops)) == 1


def test_the_links_at_the_foot_of_a_phone_begin_at_its_edge(welcome: Welcome) -> None:
    page = welcome("Alice", viewport={"width": 390, "height": 844}).visits("/rules/").page
    first = "([...document.querySelectorAll('.site-footer .cluster')].map((row) => row.querySelector('a').offsetLeft))"
    edge = page.evaluate("document.querySelector('.site-footer-words').offsetLeft")
    assert page.evaluate(first) == [edge, edge]


def test_on_a_narrow_phone_all_places_of_the_site_are_in_a_menu(welcome: Welcome) -> None:
    page = welcome("Alice", **NARROW).visits("/clubs/").page
    header = page.get_by_role("banner")
    assert not header.get_by_role("link", name="Play").is_visible()
    for key in ("Tab", "Tab", "Enter"):
        page.keyboard.press(key)
    assert [link.inner_text() for link in header.locator(".nav-menu a").all()] == [
        "Play",
        "Tournaments",
        "Clubs",
        "Rules",
    ]
    assert header.get_by_role("link", name="Clubs").get_attribute("aria-current") == "page"
    page.keyboard.press("Escape")
    assert not header.get_by_role("link", name="Play").is_visible()
    assert "Menu" in str(page.evaluate("document.activeElement.textContent"))


@pytest.mark.parametrize(("language", "name"), [("en-GB", "W"), ("de-DE", "M"), ("it-IT", "Q")])
def test_the_head_of_a_page_has_room_for_the_longest_name(welcome: Welcome, language: str, name: str) -> None:
    alice = welcome("Alice", locale=language)
    alice.visits("/account/signup/")
    alice.page.locator("[name=username]").fill(name * 20)
    alice.page.locator("[name=password1]").fill(PASSWORD)
    alice.page.locator("[name=password1]").press("Enter")
    alice.page.locator("summary[aria-label]").wait_for()
    too_narrow = []
    for width in range(320, 1200, 20):
        alice.page.set_viewport_size({"width": width, "height": 800})
        if alice.must_scroll_sideways:
            too_narrow.append(width)
    assert too_narrow == []


def test_pages_for_players_and_their_empty_forms(welcome: Welcome) -> None:
    alice = welcome("Alice", **NARROW)
    alice.signs_up("Wanda")
    assert see(alice, [*FOR_PLAYERS, "/@/Wanda/"]) == {}


def test_pages_for_guests(welcome: Welcome) -> None:
    alice = welcome("Alice", **NARROW)
    alice.comes_as_a_guest()
    assert see(alice, [*FOR_GUESTS, f"/@/{alice.name}/"]) == {}


def test_missing_pages(alice: Person) -> None:
    alice.forgives("404")
    assert see(alice, ["/nowhere/", "/table/nowhere/", "/@/nobody/"]) == {}


@pytest.mark.parametrize("game", ["Chicken Foot", "Two-Step", "Kardinaldomino"])
def test_a_table_from_the_waiting_room_to_the_end(welcome: Welcome, game: str) -> None:
    alice = welcome("Alice", **NARROW)
    alice.opens_a_table(game)
    assert list(faults(alice.page)) == []
    alice.presses("Start now, with bots in the free seats")
    alice.plays(turns=2)
    alice.table.wait_for_something_to_do()
    assert list(faults(alice.page)) == []


def test_the_result_on_a_narrow_phone(welcome: Welcome) -> None:
    alice = welcome("Alice", **NARROW)
    alice.opens_a_table("Kardinaldomino", **ONE_DEAL["Kardinaldomino"], **AGAINST_A_BOT)
    alice.plays_until_the_end()
    assert list(faults(alice.page)) == []
    alice.reads_the_result()
    assert list(faults(alice.page)) == []


def test_problems_of_a_page_are_found(chromium: Browser) -> None:
    page = chromium.new_page(viewport={"width": 360, "height": 740})
    page.set_content(
        "<body style='margin: 0'><p id=twice><p id=twice>"
        "<input><button></button><a href='/'></a><label>Name <input></label>"
        "<select><option>1</option></select><img src='/x.png'><div style='width: 400px'>wide</div>"
    )
    assert sorted(faults(page)) == [
        "0 headings of the first level",
        "40 pixels too wide",
        "in no language",
        "titled ''",
        "twice on the page: #twice",
        "without a name: button",
        "without a name: combobox",
        "without a name: img",
        "without a name: link",
        "without a name: textbox",
    ]
    page.close()
