"""A table's page shows the table immediately, before its socket has answered and even before its scripts run."""

from __future__ import annotations

from playwright.sync_api import Response, WebSocketRoute, expect

from tests.browser.conftest import Welcome
from tests.browser.driving.people import Person

MOST_REQUESTS = 11
"""Including sockets, for a player with an account and an empty browser cache."""


class Silence:
    """A relay between a table's page and the site that keeps back the site's messages until `break_it` is called."""

    def __init__(self, person: Person) -> None:
        self.holds = True
        self.kept: list[str | bytes] = []
        self.sockets: list[WebSocketRoute] = []
        person.page.route_web_socket("**/ws/table/**", self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        self.sockets.append(socket)
        socket.connect_to_server().on_message(self._hear)

    def _hear(self, message: str | bytes) -> None:
        if self.holds:
            self.kept.append(message)
        else:
            self.sockets[-1].send(message)

    def break_it(self) -> None:
        self.holds = False
        for message in self.kept:
            self.sockets[-1].send(message)


def in_mid_deal(person: Person, game: str) -> Person:
    """Seat a person at a table with some tiles laid, where nothing happens until this person, who has tiles, moves.

    In Two-Step all tiles may have been discarded.
    """
    person.plays_now(game)
    person.plays(turns=2)
    person.finds_a_tile_that_fits()
    while not person.table.hand:
        person.plays(turns=1)
        person.finds_a_tile_that_fits()
    return person


def test_a_page_without_an_answer_shows_its_embedded_state_and_that_it_is_not_connected(alice: Person) -> None:
    in_mid_deal(alice, "Chicken Foot")
    hand, laid, moves = alice.table.hand, alice.table.laid, alice.table.moves
    Silence(alice)
    alice.page.reload()
    alice.sees_the_tiles()
    assert sorted(alice.table.hand) == sorted(hand)
    assert (alice.table.laid, alice.table.moves) == (laid, moves)
    expect(alice.page.locator(".board .tiles .tile")).to_have_count(len(laid))
    expect(alice.table.reconnecting).to_be_visible()
    expect(alice.table.status).to_contain_text("Waiting for the connection.")


def test_the_socket_takes_over_without_redrawing_anything(alice: Person) -> None:
    in_mid_deal(alice, "Two-Step")
    silence = Silence(alice)
    alice.page.reload()
    alice.sees_the_tiles()
    drawn = ".hand .piece, .board .tiles .tile, .rails .seat"
    alice.page.evaluate("(drawn) => document.querySelectorAll(drawn).forEach((node) => { node.kept = true })", drawn)
    expect(alice.table.reconnecting).to_be_visible()
    silence.break_it()
    expect(alice.table.reconnecting).to_be_hidden()
    kept = "(drawn) => [...document.querySelectorAll(drawn)].map((node) => node.kept === true)"
    found = alice.page.evaluate(kept, drawn)
    assert len(found) > 3
    assert all(found)
    alice.plays(turns=1)


def test_an_onlooker_without_an_account_sees_the_table_at_once_and_no_hand(alice: Person, welcome: Welcome) -> None:
    in_mid_deal(alice, "Kardinaldomino")
    carol = welcome("Carol", by=alice.site)
    Silence(carol)
    carol.visits(alice.address)
    expect(carol.page.locator(".board .tiles .tile")).to_have_count(len(alice.table.laid))
    expect(carol.table.plate(alice.name)).to_be_visible()
    expect(carol.table.own_tiles).to_have_count(0)


def test_the_table_is_there_before_its_scripts(alice: Person, welcome: Welcome) -> None:
    in_mid_deal(alice, "Chicken Foot")
    carol = welcome("Carol", java_script_enabled=False)
    carol.context.add_cookies(alice.context.cookies())  # type: ignore[arg-type]
    carol.visits(alice.address)
    tiles = carol.page.locator(".board .tile")
    expect(tiles).to_have_count(len(alice.table.laid))
    for tile in alice.table.hand:
        expect(carol.page.get_by_role("img", name=tile, exact=True)).to_be_visible()
    expect(carol.page.get_by_role("region", name="Players").get_by_role("listitem")).to_have_count(3)
    stage = carol.page.locator(".stage").bounding_box()
    assert stage
    for number in range(tiles.count()):
        box = tiles.nth(number).bounding_box()
        assert box
        assert stage["x"] <= box["x"]
        assert box["x"] + box["width"] <= stage["x"] + stage["width"]
        assert stage["y"] <= box["y"]
        assert box["y"] + box["height"] <= stage["y"] + stage["height"]


def test_a_table_makes_few_requests(alice: Person) -> None:
    in_mid_deal(alice, "Chicken Foot")
    asked: list[str] = []
    alice.page.on("request", lambda request: asked.append(request.url))
    alice.page.on("websocket", lambda socket: asked.append(socket.url))
    answers: list[Response] = []
    alice.page.on("response", lambda answer: answers.append(answer))
    alice.page.reload(wait_until="networkidle")
    alice.table.wait_for_something_to_do()
    assert len(asked) <= MOST_REQUESTS, "\n".join(asked)
    assert len(asked) == len(set(asked))
    files = [answer for answer in answers if "/static/" in answer.url]
    assert len(files) > 4
    for file in files:
        assert "immutable" in file.headers["cache-control"], file.url
        assert file.headers["content-encoding"] in ("gzip", "br"), file.url
