"""From a report beside a chat line to the moderator's queue, and to the notice about its outcome."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from accounts.roles import Role
from run.trial.whole_site import WholeSite
from tests.browser.conftest import Welcome
from tests.browser.driving.desk import signs_up_as
from tests.browser.driving.people import Person


@pytest.fixture
def moderator(welcome: Welcome, site: WholeSite) -> Person:
    return signs_up_as(Role.MODERATOR, welcome("Maud"), "Mauditha", site)


def reports_the_line(person: Person, author: str) -> Page:
    """Report a line of this author in two clicks; return the page with the form, which opens beside the table."""
    person.page.get_by_role("tab", name="Chat").click()
    person.page.get_by_label(f"About {author}").first.click()
    with person.context.expect_page() as opened:
        person.page.get_by_role("link", name="Report", exact=True).first.click()
    return opened.value


def test_a_report_reaches_a_moderator_and_its_outcome_the_reporter(welcome: Welcome, moderator: Person) -> None:
    alice, bob = welcome("Alice").signs_up("Adelgunde"), welcome("Bob").signs_up("Bosco")
    bob.plays_now("Two-Step")
    alice.visits(bob.address)
    bob.says("You are a donkey")
    alice.hears("You are a donkey")
    form = reports_the_line(alice, "Bosco")
    expect(form.get_by_role("link", name="Bosco wrote: “You are a donkey”")).to_be_visible()
    form.get_by_label("Abuse or insult").check()
    form.get_by_label("What happened?").fill("He says that to everybody.")
    form.get_by_role("button", name="Send the report").click()
    expect(form.get_by_role("heading", level=1)).to_have_text("Thank you for your report")
    form.get_by_role("button", name="Mute").click()
    expect(form.get_by_text("Bosco is muted")).to_be_visible()

    moderator.visits("/admin/desk/queue/")
    row = moderator.page.locator(".desk-queue li").filter(has_text="Bosco")
    row.get_by_role("button", name="Take it").click()
    expect(moderator.page.get_by_role("region", name="The chat around it")).to_contain_text("You are a donkey")
    moderator.page.get_by_role("button", name="We have acted").click()

    expect(alice.page.locator("#toasts")).to_contain_text("a moderator has looked into it, and we have acted")
    alice.visits("/reports/")
    expect(alice.page.get_by_text("we have acted")).to_be_visible()


def test_lines_of_a_player_muted_beside_a_line_disappear(welcome: Welcome) -> None:
    alice, bob = welcome("Alice").signs_up("Alheidis"), welcome("Bob").signs_up("Bertold")
    alice.opens_a_table("Two-Step")
    bob.visits().joins_from_the_lobby(alice)
    for person in (alice, bob):
        person.sees_the_tiles()
    bob.says("First words")
    alice.hears("First words")
    alice.page.get_by_label("About Bertold").first.click()
    alice.page.get_by_role("button", name="Mute", exact=True).first.click()
    chat = alice.page.get_by_role("log", name="Chat")
    expect(chat.get_by_text("First words")).to_have_count(0)
    bob.says("Second words")
    bob.hears("Second words")
    alice.says("Who is there?")
    alice.hears("Who is there?")
    expect(chat.get_by_text("Second words")).to_have_count(0)
    alice.page.reload()
    alice.hears("Who is there?")
    expect(chat.get_by_text("words")).to_have_count(0)


def test_without_javascript_and_without_an_account(welcome: Welcome) -> None:
    bob = welcome("Bob").signs_up("Burkhart")
    visitor = welcome("Visitor", java_script_enabled=False, viewport={"width": 360, "height": 740})
    visitor.visits("/@/Burkhart/")
    visitor.follows("Report")
    assert not visitor.must_scroll_sideways
    visitor.presses("Send the report")
    expect(visitor.page.get_by_text("Choose what it is about.")).to_be_visible()
    visitor.page.get_by_label("Danger to somebody").check()
    visitor.presses("Send the report")
    expect(visitor.page.get_by_role("alert")).to_contain_text(re.compile("Call the emergency services"))
    assert not visitor.must_scroll_sideways
    visitor.follows("Back")
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text(bob.name)
