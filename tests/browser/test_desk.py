"""The moderator's desk in a real browser: from the queue to an act in two clicks, even on a small screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from accounts.roles import Role
from run.trial.whole_site import WholeSite
from tests.browser.conftest import Welcome
from tests.browser.driving.desk import signs_up_as
from tests.browser.driving.people import Person


@pytest.fixture
def moderator(welcome: Welcome, site: WholeSite) -> Person:
    return signs_up_as(Role.MODERATOR, welcome("Milo"), "Milodrag", site)


@pytest.fixture
def reported(welcome: Welcome) -> Person:
    """Return Bartholomew, whom a visitor has reported for spam."""
    person = welcome("Bob").signs_up("Bartholomew")
    visitor = welcome("Visitor")
    visitor.visits("/@/Bartholomew/")
    visitor.follows("Report")
    visitor.page.get_by_label("Advertising or spam").check()
    visitor.presses("Send the report")
    visitor.page.get_by_role("heading", level=1, name="Thank you for your report").wait_for()
    return person


def test_from_the_queue_to_an_act_in_two_clicks(moderator: Person, reported: Person) -> None:
    """`welcome` also checks that no page of the desk violates the content security policy."""
    page = moderator.visits("/admin/").page
    page.set_viewport_size({"width": 390, "height": 844})
    assert not moderator.must_scroll_sideways
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Queue").click()
    page.locator(".desk-queue li").filter(has_text="Bartholomew").get_by_role("button", name="Take it").click()
    assert not moderator.must_scroll_sideways

    page.get_by_text("Warn", exact=True).click()
    page.get_by_role("button", name="Do it").click()

    expect(page.get_by_role("region", name="Done so far")).to_contain_text("Warn")
    reported.visits("/standing/")
    expect(reported.page.get_by_role("main")).to_contain_text("You have advertised")
