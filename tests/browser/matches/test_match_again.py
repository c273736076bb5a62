"""The replay of a finished match on its result page, with the board of the live table."""

import re

import pytest
from playwright.sync_api import FloatRect, Locator, Page, Route, expect

from tests.browser.conftest import Welcome
from tests.browser.driving.at_table import WON
from tests.browser.driving.looks import faults
from tests.browser.driving.one_deal import AGAINST_A_BOT, ONE_DEAL
from tests.browser.driving.people import Person
from tests.browser.looks.axe import see


class Again:
    """The replay on a result page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.root = page.get_by_role("region", name="Replay")
        self.words = self.root.get_by_role("status")
        self.slider = self.root.get_by_role("slider", name="Move")
        self.tiles = self.root.locator(".board .tiles > .tile")

    def button(self, name: str) -> Locator:
        return self.root.get_by_role("button", name=name, exact=True)

    def is_at(self, step: int) -> None:
        expect(self.slider).to_have_value(str(step))
        expect(self.page).to_have_url(re.compile(rf"#1-{step}$"))

    def hands(self) -> list[int]:
        """Return how many tiles of each seat lie face up."""
        seats = self.root.get_by_role("region", name="Players").get_by_role("listitem")
        return [seats.nth(one).locator(".backs .tile-face").count() for one in range(seats.count())]


@pytest.fixture
def alice(welcome: Welcome) -> Person:
    alice = welcome("Alice")
    alice.opens_a_table("Kardinaldomino", **ONE_DEAL["Kardinaldomino"], **AGAINST_A_BOT)
    alice.plays_until_the_end()
    alice.reads_the_result()
    return alice


def test_the_shuffles_are_checked_with_one_click(alice: Person, welcome: Welcome) -> None:
    dora = welcome("Dora")  # she has not seen the match
    dora.page.goto(alice.page.url)
    proof = dora.page.locator("#proof")
    proof.get_by_role("button", name="Check it now").click()
    expect(proof.get_by_role("status")).to_contain_text("It is right")

    dora.page.route("**/record.json", altered)
    proof.get_by_role("button", name="Check it now").click()
    expect(proof.get_by_role("status")).to_contain_text("do not come from its link")
    dora.page.unroute("**/record.json")

    dora.page.route("**/record.json", lambda route: route.abort())
    dora.forgives_a_dead_line()
    proof.get_by_role("button", name="Check it now").click()
    expect(proof.get_by_role("status")).to_contain_text("Please try again")


def altered(route: Route) -> None:
    """Answer with a record in which two tiles of the first deck are swapped."""
    record = route.fetch().json()
    deck = record["deals"][0]["deck"]
    deck[0], deck[1] = deck[1], deck[0]
    route.fulfill(json=record)


def test_a_result_and_what_if_pass_axe_in_every_theme(alice: Person) -> None:
    result = alice.address
    assert see(alice, [result, result.replace("/result/", "/what-if/")]) == {}


def test_a_match_is_replayed_move_by_move(alice: Person, welcome: Welcome) -> None:
    again = Again(alice.page)
    expect(again.words).to_contain_text(WON)
    last = int(again.slider.get_attribute("max") or 0)
    assert last > 2
    laid = again.tiles.count()

    again.button("To the start").click()
    again.is_at(0)
    expect(again.tiles).to_have_count(1)
    assert all(count > 0 for count in again.hands())

    again.button("One move on").click()
    again.is_at(1)
    alice.page.keyboard.press("ArrowRight")
    again.is_at(2)
    alice.page.keyboard.press("ArrowLeft")
    again.is_at(1)
    assert again.words.inner_text()

    again.root.get_by_label("Hands").select_option(index=2)  # as the bot saw it
    assert [count > 0 for count in again.hands()] == [False, True]

    bob = welcome("Bob", viewport={"width": 390, "height": 844})
    bob.page.goto(alice.page.url)
    there = Again(bob.page)
    there.is_at(1)
    expect(there.words).to_have_text(again.words.inner_text())
    assert list(faults(bob.page)) == []

    again.button("One move back").click()
    again.root.get_by_label("Speed").select_option(label="fast")
    again.button("Play by itself").click()
    again.is_at(last)
    expect(again.tiles).to_have_count(laid)
    expect(again.button("Play by itself")).to_have_attribute("aria-pressed", "false")


def test_a_match_is_played_on_from_any_ply(alice: Person) -> None:
    again = Again(alice.page)
    expect(again.words).to_contain_text(WON)
    what_if = again.root.get_by_role("link", name="What if?")
    expect(what_if).to_be_hidden()  # the deal is over
    again.button("To the start").click()
    again.is_at(0)
    what_if.click()

    alice.page.wait_for_url("**/what-if/#deal=1&move=0&seat=0**")
    panel = alice.page.get_by_role("region", name="Kardinaldomino")
    expect(panel).to_contain_text("Deal 1, at the start")
    alice.plays(turns=1)
    expect(panel.get_by_role("button", name="Take back")).to_be_enabled()
    alice.page.wait_for_url("**&line=**")
    alice.table.wait_for_something_to_do()
    line = alice.page.url
    hand = sorted(alice.table.hand)

    panel.get_by_role("button", name="Take back").click()
    expect(panel.get_by_role("button", name="Take back")).to_be_disabled()
    alice.page.goto(line)
    alice.page.reload()
    alice.table.wait_for_something_to_do()
    assert sorted(alice.table.hand) == hand

    panel.get_by_label("Hidden tiles").select_option(label="newly imagined")
    alice.page.wait_for_url("**&seed=**")
    expect(panel.get_by_role("button", name="Other hidden tiles")).to_be_visible()
    said = panel.get_by_role("status")
    while not said.is_visible():
        if (sight := alice.table.look()).playable or sight.actions:  # or the last answer is on its way
            alice.acts(sight)
        alice.page.wait_for_timeout(1000)
    expect(said).to_contain_text("The deal is over")
    assert list(faults(alice.page)) == []
    panel.get_by_role("link", name="Back to the match").click()
    again.is_at(0)


def test_an_impossible_address_of_what_if_leads_on(alice: Person, welcome: Welcome) -> None:
    bob = welcome("Bob")
    bob.forgives("Failed to load resource: the server responded with a status of 4")
    what_if = alice.address.split("#")[0].replace("/result/", "/what-if/")
    heading = bob.page.get_by_role("heading", name="cannot be played on from here")
    for place in ("#deal=99&move=0", "#deal=1&move=0&line=12-12@L"):
        bob.page.goto("about:blank")
        bob.visits(f"{what_if}{place}")
        expect(heading).to_be_visible()
        expect(bob.page.get_by_role("region", name="The table")).to_be_hidden()
    bob.page.get_by_role("link", name="Play on from the start").click()
    bob.table.wait_for_something_to_do()
    expect(heading).to_be_hidden()
    bob.page.go_back()
    expect(heading).to_be_visible()
    bob.page.get_by_role("link", name="Back to the match").click()
    expect(bob.page).to_have_url(re.compile("/result/"))


def test_on_a_tablet_names_are_whole_and_the_buttons_in_one_row(alice: Person, welcome: Welcome) -> None:
    emma = welcome("Emma", locale="de-DE", viewport={"width": 768, "height": 1024})
    emma.visits(f"{alice.address.split('#')[0]}#1-0")
    buttons = emma.page.locator(".replay-buttons :is(button, select, a):visible")
    expect(emma.page.get_by_role("link", name="Was wäre, wenn?")).to_be_visible()
    assert buttons.evaluate_all("all => new Set(all.map((one) => one.getBoundingClientRect().bottom)).size") == 1
    names = emma.page.locator(".replay .name")
    names.evaluate_all("all => all.forEach((one) => { one.textContent = 'Guest-m4wmwm' })")
    names.evaluate_all("all => all.forEach((one) => one.closest('.seat').classList.add('winner'))")
    assert names.evaluate_all("all => all.every((one) => one.scrollWidth <= one.clientWidth)")
    assert list(faults(emma.page)) == []


def test_on_the_narrowest_phone_five_deals_are_whole_below_the_longest_heading(alice: Person, welcome: Welcome) -> None:
    dora = welcome("Dora", locale="de-DE", viewport={"width": 320, "height": 568})
    dora.page.goto(alice.page.url)
    chapters = dora.page.locator(".chapters")
    chapters.evaluate(
        "node => { while (node.children.length < 5) node.append(node.firstElementChild.cloneNode(true)) }"
    )
    assert chapters.evaluate("node => node.scrollWidth <= node.clientWidth")
    assert list(faults(dora.page)) == []


@pytest.mark.parametrize(("width", "height"), [(320, 568), (390, 844)])
def test_on_a_phone_what_if_leaves_most_room_to_the_felt(
    alice: Person, welcome: Welcome, width: int, height: int
) -> None:
    bob = welcome("Bob", viewport={"width": width, "height": height})
    bob.visits(f"{alice.address.split('#')[0].replace('/result/', '/what-if/')}#deal=1&move=0&seat=0")
    bob.table.wait_for_something_to_do()
    panel = bob.page.get_by_role("region", name="Kardinaldomino")
    assert box_of(panel)["height"] < 72
    assert box_of(bob.page.get_by_role("region", name="The table"))["height"] >= 128
    own = box_of(bob.page.get_by_role("region", name="Your place"))
    assert own["y"] + own["height"] <= height
    assert not bob.must_scroll_sideways

    panel.get_by_role("button", name="More").click()
    panel.get_by_label("You play for").select_option(index=1)
    bob.page.wait_for_url("**&seat=1**")
    expect(panel.get_by_label("You play for")).to_be_hidden()


def box_of(place: Locator) -> FloatRect:
    box = place.bounding_box()
    assert box is not None
    return box
