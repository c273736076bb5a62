"""A club: founded in one browser, joined by invitation in another, and played in."""

from django.conf import settings
from playwright.sync_api import expect

from tests.browser.conftest import Welcome
from tests.browser.driving.people import PASSWORD, Person
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


def kept(person: Person) -> str | None:
    """Return what the browser keeps of a form that was not sent."""
    person.page.wait_for_load_state()
    form: str | None = person.page.evaluate("sessionStorage.getItem('unsent')")
    return form


def test_what_was_filled_in_when_the_session_ended_is_there_after_signing_in(welcome: Welcome) -> None:
    alice, bob = welcome("Alice"), welcome("Bob")
    alice.signs_up("Rosamunde")
    bob.signs_up("Siegbert")
    club = founds_a_club(alice, "Bones at Dusk")
    for who, is_given_back in (("Siegbert", False), ("Rosamunde", True)):
        alice.visits(f"{club}edit/")
        alice.writes("About the club", "We play on the pier.")
        alice.page.get_by_label("on request").check()
        alice.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
        alice.presses("Save")
        alice.writes("Name or e-mail address", who)
        alice.writes("Password", PASSWORD)
        alice.presses("Sign in")
        expect(alice.page.get_by_text("This was not sent")).to_be_visible()
        back = alice.page.get_by_role("link", name="Back to what you had filled in")
        expect(back).to_have_count(1 if is_given_back else 0)
        if not is_given_back:  # somebody else at the same computer
            assert kept(alice) is None
            alice.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
            alice.visits("/account/login/")
            alice.writes("Name or e-mail address", "Rosamunde")
            alice.writes("Password", PASSWORD)
            alice.presses("Sign in")
    alice.follows("Back to what you had filled in")
    expect(alice.page.get_by_label("About the club")).to_have_value("We play on the pier.")
    expect(alice.page.get_by_label("on request")).to_be_checked()
    assert kept(alice) is None
    alice.presses("Save")
    expect(alice.page.get_by_text("We play on the pier.").first).to_be_visible()
