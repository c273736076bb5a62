"""What a table's page shows and allows while answers of the site are still on their way."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.browser.conftest import Welcome
from tests.browser.driving.hands import Keyboard, Mouse, middle
from tests.browser.driving.people import Person, sit_down_together


class Delay:
    """A relay between a table's page and the site. While `holds` is true, it keeps back the player's legal moves, or
    the messages for which `keeps` returns true. `lacks_places` says whether the site has not yet sent the places of the
    player's tiles."""

    def __init__(self, person: Person, keeps: Callable[[Any], bool] | None = None) -> None:
        self.keeps = keeps or (lambda message: message["type"] == "mine")
        self.holds = False
        self.lacks_places = False
        self.kept: list[str] = []
        self.page: WebSocketRoute | None = None
        person.page.route_web_socket("**/ws/table/**", self._connect)

    def _connect(self, page: WebSocketRoute) -> None:
        self.page = page
        page.connect_to_server().on_message(self._hear)

    def _hear(self, message: str | bytes) -> None:
        text = str(message)
        assert self.page is not None
        content = json.loads(text)
        if content.get("mine"):
            self.lacks_places = any("@" in offer["move"] and "spot" not in offer for offer in content["mine"]["legal"])
        elif content["type"] == "spots":
            self.lacks_places = False
        if self.holds and self.keeps(content):
            self.kept.append(text)
        else:
            self.page.send(text)

    @property
    def offers(self) -> list[dict[str, Any]]:
        """Return the player's legal moves, although the page does not know them yet."""
        return json.loads(self.kept[-1])["mine"]["legal"] if self.kept else []

    def wait_for_offers(self, person: Person) -> list[dict[str, Any]]:
        """Return the player's next legal moves, or nothing if the deal ends first."""
        deadline = time.monotonic() + 60
        while not self.offers:
            sight = person.table.look()
            if sight.can_be_ready or sight.is_over:
                break
            assert time.monotonic() < deadline
            person.page.wait_for_timeout(20)
        return self.offers

    def let_go(self) -> None:
        assert self.page is not None
        self.holds = False
        for text in self.kept:
            self.page.send(text)
        self.kept.clear()


def test_a_tile_lifted_before_its_places_are_known_can_be_laid(alice: Person) -> None:
    delay = Delay(alice)
    alice.plays_now("Kardinaldomino")
    placements: list[dict[str, Any]] = []
    while not placements:
        tile = alice.finds_a_tile_that_fits()
        delay.holds = True
        alice.lays(tile)
        placements = [offer for offer in delay.wait_for_offers(alice) if "@" in offer["move"]]
        if not placements:
            delay.let_go()
    tile = placements[0]["move"].split("@")[0]
    alice.page.mouse.move(*middle(alice.table.own_tiles.and_(alice.page.locator(f"[data-tile='{tile}']"))))
    alice.page.mouse.down()
    alice.page.mouse.move(*middle(alice.table.board), steps=4)
    expect(alice.table.places).to_have_count(0)
    delay.let_go()
    expect(alice.table.places.first).to_be_visible()
    alice.table.places.first.hover(force=True)
    alice.page.mouse.up()
    alice.sees_laid(tile)


def by_tile(spots: Any) -> Counter[str]:
    """Return the number of places of each tile, if the message has them."""
    return Counter(move.split("@")[0] for move in spots["spots"]) if spots["type"] == "spots" else Counter()


@pytest.fixture(params=[Mouse, Keyboard])
def late(request: pytest.FixtureRequest, welcome: Welcome) -> tuple[Person, Delay, str]:
    """Return Alice at a table with Bob, the relay that keeps back the places of her tiles, and a tile with several
    places."""
    alice, bob = welcome("Alice", request.param), welcome("Bob")
    delay = Delay(alice, lambda message: any(count > 1 for count in by_tile(message).values()))
    sit_down_together(alice, bob, "Chicken Foot", **{"What to play": "Whole match"})
    delay.holds = True
    while not delay.kept:
        for person in (bob, alice):
            sight = person.table.look()
            if sight.has_something_to_do and not delay.lacks_places and not delay.kept:
                person.acts(sight)
        alice.page.wait_for_timeout(50)
    [(tile, _)] = by_tile(json.loads(delay.kept[-1])).most_common(1)
    return alice, delay, tile


def choose(person: Person, tile: str) -> None:
    person.hands.pick(person.table, f"{tile}, can be played")
    expect(person.table.status).to_contain_text(f"Choose a place for {tile}.")


def test_places_appear_once_they_are_known(late: tuple[Person, Delay, str]) -> None:
    alice, delay, tile = late
    choose(alice, tile)
    expect(alice.table.places).to_have_count(0)
    delay.let_go()
    expect(alice.table.places.nth(1)).to_be_visible()
    if isinstance(alice.hands, Keyboard):
        expect(alice.table.places.first).to_be_focused()
        alice.page.keyboard.press("Enter")
    else:
        alice.hands.press(alice.table.places.first)
    alice.sees_laid(tile)


def test_missing_places_are_requested(late: tuple[Person, Delay, str]) -> None:
    alice, _delay, tile = late
    choose(alice, tile)
    expect(alice.table.places.nth(1)).to_be_visible()


def test_the_panel_of_moves_opens_at_the_newest(alice: Person) -> None:
    alice.plays_now("Chicken Foot")
    moves = alice.page.get_by_label("Moves of this deal")
    while alice.page.evaluate("() => document.querySelectorAll(\"[aria-label='Moves of this deal'] li\").length") < 20:
        sight = alice.table.wait_for_something_to_do()
        assert not sight.is_over
        alice.acts(sight)
    alice.page.set_viewport_size({"width": 1280, "height": 420})
    alice.hands.press(alice.page.get_by_role("tab", name="Moves"))
    expect(moves.get_by_role("listitem").last).to_be_in_viewport()
