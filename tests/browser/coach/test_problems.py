"""The problem of the day is solved and missed on the felt of the live game."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from coach.shown import MINUS
from run.trial.whole_site import WholeSite
from tests.browser.coach.posing import REASON, posed
from tests.browser.conftest import Welcome
from tests.browser.driving.looks import faults
from tests.browser.driving.one_deal import AGAINST_A_BOT, ONE_DEAL
from tests.browser.driving.people import Person
from tests.browser.looks.axe import unreadable, violations, worn

SHORT = ONE_DEAL["Kardinaldomino"] | {"Number of deals (when played for a number of deals)": "3"}
"""Long enough for a choice between tiles that fit a single place each."""
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


class Solver:
    """A person at the problem of the day."""

    def __init__(self, person: Person) -> None:
        self.page = person.visits("/problem/kardinal/").page
        self.panel = self.page.get_by_role("region", name="Kardinaldomino: the problem of the day")
        self.words = self.panel.get_by_role("status")
        self.streak = self.panel.locator(".problem-streak")
        self.worths = self.panel.get_by_role("list", name="What the moves are worth").get_by_role("listitem")
        self.again = self.panel.get_by_role("button", name="Try another move")

    def plays(self, move: str) -> None:
        tile = move.split("@")[0]
        self.page.locator(f".pieces .piece[data-tile='{tile}']").click()

    def worth_of(self, move: str) -> Locator:
        return self.worths.filter(has_text=re.compile(rf"^{move.split('@')[0]} "))

    def is_accessible(self) -> None:
        assert list(faults(self.page)) == []
        assert worn(self.page, violations, theme="light") + worn(self.page, unreadable, theme="dark") == []


def played_by(person: Person) -> str:
    """Let a person play a short match to its end; return its table."""
    person.opens_a_table("Kardinaldomino", **SHORT, **AGAINST_A_BOT)
    person.plays_until_the_end()
    return person.address.split("/")[2]


def test_problems_are_solved_and_missed_and_streaks_shown(site: WholeSite, welcome: Welcome) -> None:
    alice, bob, visitor = welcome("Alice"), welcome("Bob"), welcome("Visitor", **PHONE)
    table = played_by(alice.signs_up("Solvejg"))
    bob.signs_up("Missingham")

    first = posed(site, table, days_ago=1)
    expect(alice.visits().page.get_by_role("region", name="Problems of the day")).to_contain_text("Kardinaldomino")
    solver = Solver(alice)
    expect(solver.words).to_contain_text("What would you play?")
    expect(solver.streak).to_be_empty()
    expect(solver.again).to_be_hidden()
    solver.plays(first.best)
    expect(solver.words).to_contain_text("Right:")
    expect(solver.words).to_contain_text(REASON)
    expect(solver.streak).to_have_text("1 problem solved at the first try")
    expect(solver.worth_of(first.best)).to_contain_text("best")
    expect(solver.worth_of(first.worse)).to_contain_text(f"{MINUS}7.5")
    solver.is_accessible()

    second = posed(site, table)
    solver = Solver(alice)
    solver.plays(second.best)
    expect(solver.streak).to_have_text("2 problems in a row solved at the first try")
    solver = Solver(alice)  # her answer is still there
    expect(solver.words).to_contain_text("Right:")
    solver.panel.get_by_role("link", name="See the match").click()
    alice.page.wait_for_url(f"**/result/#{second.place}")

    missed = Solver(bob)
    missed.plays(second.worse)
    expect(missed.words).to_contain_text("Your move loses 7.5 points. Better:")
    expect(missed.words).to_contain_text(REASON)
    expect(missed.worths.filter(has_text=f"{MINUS}7.5")).to_have_class("played")
    missed.again.click()
    missed.plays(second.best)
    expect(missed.words).to_contain_text("Right:")
    expect(missed.streak).to_be_empty()  # the first answer counts
    missed = Solver(bob)
    expect(missed.words).to_contain_text("Your move loses 7.5 points. Better:")

    stranger = Solver(visitor)
    stranger.is_accessible()
    stranger.plays(second.best)
    expect(stranger.words).to_contain_text("Right:")
    expect(stranger.streak).to_be_empty()
    stranger.is_accessible()
