"""The lobby and the waiting room: open pages show what happens elsewhere."""

from __future__ import annotations

import re

from playwright.sync_api import WebSocketRoute, expect

from tests.browser.driving.people import Person


def opens_a_table(person: Person, game: str) -> str:
    """Open a table and return its id."""
    person.visits(f"/open/{game}/").presses("Open the table")
    person.page.wait_for_url("**/table/*/")
    return person.address.split("/")[2]


def test_a_table_appears_and_goes_while_the_lobby_is_open(alice: Person, bob: Person) -> None:
    alice.visits()
    table = opens_a_table(bob, "two-step")
    row = alice.page.locator(f"#open-tables #table-{table}")
    expect(row).to_contain_text("Two-Step")
    bob.presses("Close the table")
    expect(row).to_have_count(0)


def test_a_lobby_whose_last_request_failed_asks_again(alice: Person, bob: Person) -> None:
    with alice.page.expect_response("**/lobby/tables/"):
        alice.visits()
    alice.forgives_a_dead_line()
    alice.page.route("**/lobby/tables/", lambda route: route.abort(), times=1)
    with alice.page.expect_event("requestfailed"):
        table = opens_a_table(bob, "two-step")
    expect(alice.page.locator(f"#open-tables #table-{table}")).to_be_visible()


def test_focus_on_a_button_is_kept_when_the_lists_change(alice: Person, bob: Person) -> None:
    first = opens_a_table(bob, "kardinal")
    alice.visits().page.locator(f"#join-{first}").focus()
    second = opens_a_table(bob, "kardinal")
    expect(alice.page.locator(f"#join-{second}")).to_be_visible()
    expect(alice.page.locator(f"#join-{first}")).to_be_focused()


def test_a_friend_comes_by_the_link_and_both_see_one_another(alice: Person, bob: Person) -> None:
    opens_a_table(alice, "kardinal")
    room = alice.page.locator("#room")
    expect(room).to_contain_text("Waiting for 3 more players")
    link = alice.page.get_by_label("Invite friends with this link").input_value()
    bob.visits(link.removeprefix(bob.site))
    bob.hands.press(bob.page.get_by_role("button", name="Sit here").first)
    expect(room).to_contain_text("Waiting for 2 more players")
    expect(room).to_contain_text(bob.name)
    bob.presses("Get up")
    expect(room).to_contain_text("Waiting for 3 more players")


def test_the_owner_starts_with_bots_and_both_play(alice: Person, bob: Person) -> None:
    table = opens_a_table(alice, "kardinal")
    bob.visits()
    bob.hands.press(bob.page.locator(f"#join-{table}"))
    expect(alice.page.locator("#room")).to_contain_text("Waiting for 2 more players")
    alice.presses("Start now, with bots in the free seats")
    for person in (alice, bob):
        person.sees_the_tiles()


def test_fewer_players_need_fewer_seats_on_the_form(alice: Person) -> None:
    alice.visits("/open/chicken-foot/")
    seats = alice.page.get_by_label(re.compile("^Seat"))
    expect(seats.and_(alice.page.locator(":visible"))).to_have_count(3)
    alice.page.get_by_label("2", exact=True).check()
    expect(seats.and_(alice.page.locator(":visible"))).to_have_count(1)
    expect(alice.page.get_by_label("First double")).to_be_hidden()
    alice.page.get_by_label("Custom").check()
    expect(alice.page.get_by_label("First double")).to_be_visible()


def test_news_just_before_a_fetch_causes_another_fetch(alice: Person) -> None:
    sockets: list[WebSocketRoute] = []
    fetched: list[str] = []
    alice.page.clock.install()
    alice.page.route_web_socket("**/ws/lobby/", lambda socket: sockets.append(socket))
    alice.page.on("request", lambda request: fetched.append(request.url.removeprefix(alice.site)))
    alice.visits().page.clock.run_for(900)
    sockets[0].send('{"type": "lobby"}')
    alice.page.clock.run_for(5000)
    assert fetched.count("/lobby/tables/") == 2


def test_a_page_that_was_open_before_its_visitor_became_a_guest_still_takes_clicks(alice: Person, bob: Person) -> None:
    table = opens_a_table(alice, "kardinal")
    bob.visits()
    other = bob.context.new_page()
    other.goto(f"{bob.site}/account/login/")
    other.get_by_role("button", name="Play as a guest").click()
    other.wait_for_url(f"{bob.site}/")
    bob.hands.press(bob.page.locator(f"#join-{table}"))
    expect(alice.page.locator("#room")).to_contain_text("Waiting for 2 more players")
    bob.presses("Get up")
    expect(alice.page.locator("#room")).to_contain_text("Waiting for 3 more players")


def test_a_late_answer_with_an_old_token_does_not_break_the_next_click(alice: Person, bob: Person) -> None:
    """The page polls its lists. An answer that is on its way while a visitor signs in brings back the old cookie."""
    table = opens_a_table(alice, "kardinal")
    bob.visits()
    before = [cookie for cookie in bob.context.cookies() if cookie["name"] == "csrftoken"]
    bob.hands.press(bob.page.locator(f"#join-{table}"))
    expect(alice.page.locator("#room")).to_contain_text("Waiting for 2 more players")
    bob.forgives("403")  # for a request on its way while the cookie changes
    bob.context.add_cookies(before)  # type: ignore[arg-type]
    bob.presses("Get up")
    expect(alice.page.locator("#room")).to_contain_text("Waiting for 3 more players")
