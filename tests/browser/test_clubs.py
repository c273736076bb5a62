"""A club: founded in one browser, joined by invitation in another, and played in."""

from playwright.sync_api import expect

from tests.browser.conftest import Welcome
from tests.browser.driving.people import Person
from tests.browser.test_pages import NARROW, see


def founds_a_club(person: Person, name: str) -> str:
    """Found a club and return its address."""
    person.visits("/clubs/new/")
    person.writes("Name", name)
    person.presses("Start the club")
    expect(person.page.get_by_role("heading", level=1)).to_have_text(name)
    return person.address


def test_a_club_is_founded_and_filled(welcome: Welcome) -> None:
    alice, bob = welcome("Alice"), welcome("Bob")
    alice.signs_up("Adelheid")
    bob.signs_up("Balthasar")
    club = founds_a_club(alice, "Bones at Midnight")
    alice.visits(f"{club}desk/")
    alice.presses("Create the link")
    link = alice.page.locator("input[readonly]").input_value()
    bob.follows_the_invitation(link)
    bob.presses("Join the club")
    expect(bob.page.get_by_text("You are now a member.")).to_be_visible()
    alice.visits(club)
    expect(alice.page.get_by_role("link", name="Balthasar")).to_be_visible()
    alice.follows("Post an announcement")
    alice.writes("Title", "Tonight")
    alice.writes("Text", "We play **late**.")
    alice.presses("Announce it")
    bob.visits(club)
    expect(bob.page.locator(".announcement strong")).to_have_text("late")
    alice.visits(club)
    bob.follows("Open a table for members")
    bob.presses("Open the table")
    bob.page.wait_for_url("**/table/*/")
    alice.page.get_by_role("button", name="Join").click()
    alice.page.wait_for_url("**/table/*/")
    expect(alice.page.get_by_text("Adelheid", exact=True).last).to_be_visible()


def test_a_request_is_accepted_while_the_page_is_open(welcome: Welcome) -> None:
    alice, bob = welcome("Alice"), welcome("Bob")
    alice.signs_up("Kunigunde")
    bob.signs_up("Leopold")
    club = founds_a_club(alice, "Bones at Noon")
    alice.visits(f"{club}edit/")
    alice.page.get_by_label("on request").check()
    alice.presses("Save")
    expect(alice.page.get_by_text("on request").first).to_be_visible()
    bob.visits(club)
    bob.presses("Ask to join")
    expect(bob.page.get_by_role("button", name="Withdraw the request")).to_be_visible()
    alice.visits(f"{club}desk/")
    alice.page.get_by_role("button", name="Accept").click()
    bob.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    bob.follows("Go into the club")
    expect(bob.page.get_by_text("You are a member", exact=True)).to_be_visible()


def test_the_pages_of_a_club_on_a_narrow_phone(welcome: Welcome) -> None:
    alice = welcome("Alice", **NARROW)
    alice.signs_up("Notburga")
    club = founds_a_club(alice, "Narrow Bones")
    pages = ["", "announcements/", "announcements/new/", "members/", "desk/", "log/", "edit/"]
    assert see(alice, ["/clubs/", "/clubs/new/", *(f"{club}{page}" for page in pages)]) == {}
    stranger = welcome("Bob", **NARROW)
    assert see(stranger, ["/clubs/", club, f"{club}members/"]) == {}
