"""The status line, and what it says while nobody may act."""

from __future__ import annotations

import json
import re

from playwright.sync_api import WebSocketRoute, expect

from run.trial.whole_site import until
from tests.browser.conftest import IN_MOTION, Welcome
from tests.browser.driving.cable import Cable
from tests.browser.driving.one_deal import AGAINST_A_BOT, ONE_DEAL
from tests.browser.driving.people import Person

TWO_DEALS = {**ONE_DEAL["Kardinaldomino"], "Number of deals (when played for a number of deals)": "2"}


def test_earlier_events_stay_visible(alice: Person) -> None:
    alice.plays_now("Kardinaldomino")
    alice.plays(turns=2)
    alice.table.wait_for_something_to_do()
    earlier = alice.page.locator(".earlier")
    expect(earlier).to_have_text(re.compile(r"^(\S.*\. )?\S.*[.!]$"))


def test_a_clock_runs_down_without_constant_redrawing(welcome: Welcome) -> None:
    """An animation would redraw sixty times a second and drain the battery."""
    alice = welcome("Alice", **IN_MOTION)
    alice.plays_now("Kardinaldomino")
    alice.table.wait_for_something_to_do()
    gone = "document.querySelector('.ring.running .ring-left').style.strokeDashoffset"
    before = alice.page.evaluate(gone)
    until(lambda: float(alice.page.evaluate(gone)) > float(before))
    until(lambda: alice.page.evaluate("document.getAnimations().length") == 0)


def test_a_lost_connection_is_named_as_what_is_waited_for(welcome: Welcome, cable: Cable) -> None:
    alice = welcome("Alice", by=cable.url)
    alice.forgives_a_dead_line()
    alice.plays_now("Chicken Foot")
    alice.table.wait_for_something_to_do()
    cable.cut()
    expect(alice.table.status).to_contain_text("Waiting for the connection.")
    cable.mend()
    alice.is_connected_again()
    expect(alice.table.status).not_to_contain_text("Waiting for the connection.")


def test_an_unanswered_move_waits_for_the_connection(welcome: Welcome, cable: Cable) -> None:
    """This happens when a phone changes networks, which the browser does not notice for minutes."""
    alice = welcome("Alice", by=cable.url)
    alice.forgives_a_dead_line()
    alice.plays_now("Kardinaldomino")
    tile = alice.finds_a_tile_that_fits()
    cable.lose_answers()
    alice.lays(tile)
    expect(alice.table.status).to_contain_text("Waiting for the connection.")
    expect(alice.page.get_by_text("The connection is slow…")).to_be_visible()
    cable.mend()
    alice.sees_laid(tile)
    expect(alice.table.status).not_to_contain_text("Waiting for the connection.")


def test_the_end_of_a_deal_says_whom_the_next_waits_for(alice: Person) -> None:
    alice.opens_a_table("Kardinaldomino", **TWO_DEALS, **AGAINST_A_BOT)
    while not (sight := alice.table.wait_for_something_to_do()).can_be_ready:
        assert not sight.is_over
        alice.acts(sight)
    expect(alice.table.status).to_contain_text("The next deal comes at once when you are ready.")


class Freezer:
    """A relay between a table's page and the site that lets nothing through after the next move of a person."""

    def __init__(self, person: Person) -> None:
        self.waits = self.is_frozen = False
        person.page.route_web_socket("**/ws/table/**", self._connect)

    def _connect(self, page: WebSocketRoute) -> None:
        def hear(message: str | bytes) -> None:
            if not self.is_frozen:
                page.send(message)
            told = json.loads(message)
            self.is_frozen |= self.waits and told["type"] == "moved" and told["by"] == "player"

        page.connect_to_server().on_message(hear)


def test_a_bot_that_is_late_is_said_to_be_thinking(alice: Person) -> None:
    freezer = Freezer(alice)
    alice.plays_now("Kardinaldomino")
    tile = alice.finds_a_tile_that_fits()
    freezer.waits = True
    alice.lays(tile)
    expect(alice.table.status).to_contain_text("is still thinking: many bots are playing at the moment.")
