"""Creating an account, keeping what was played as a guest, and choosing how the site looks."""

from playwright.sync_api import expect

from tests.browser.conftest import Welcome
from tests.browser.driving.people import PASSWORD, Person


def test_somebody_signs_up_out_and_in_again(alice: Person) -> None:
    alice.signs_up("Ada")
    alice.opens_the_menu("Ada")
    alice.presses("Sign out")
    alice.follows("Sign in")
    alice.writes("Name or e-mail address", "ada")
    alice.writes("Password", PASSWORD)
    alice.presses("Sign in")
    expect(alice.page.get_by_text("Ada", exact=True).first).to_be_visible()


def test_a_password_can_be_looked_at_before_it_is_sent(alice: Person) -> None:
    alice.visits("/account/signup/")
    alice.writes("Password", PASSWORD)
    field = alice.page.get_by_label("Password", exact=True)
    expect(field).to_have_attribute("type", "password")
    alice.presses("Show the password")
    expect(field).to_have_attribute("type", "text")
    expect(field).to_have_value(PASSWORD)
    alice.presses("Hide the password")
    expect(field).to_have_attribute("type", "password")


def test_signing_up_to_start_a_club_offers_the_browsers_time_zone(welcome: Welcome) -> None:
    alice = welcome("Alice", timezone_id="Asia/Tokyo").visits("/account/signup/?next=/clubs/new/")
    alice.writes("Name", "Aiko")
    alice.writes("Password", PASSWORD)
    alice.presses("Create my account")
    expect(alice.page.get_by_label("Time zone")).to_have_value("Tokyo (UTC+9)")


def test_a_guest_keeps_the_account_during_a_match(alice: Person, bob: Person) -> None:
    alice.plays_now("Kardinaldomino")
    table = alice.address
    alice.plays(turns=1)
    bob.visits(table)
    alice.opens_the_menu(alice.name)
    alice.follows("Keep this account")
    alice.writes("Name", "Berta")
    alice.writes("Password", PASSWORD)
    alice.presses("Keep my account")
    expect(alice.page.get_by_text("Berta", exact=True).first).to_be_visible()
    alice.visits(table)
    alice.plays(turns=1)
    expect(alice.page.get_by_role("region", name="Your place")).to_contain_text("Berta")
    expect(bob.table.plate("Berta")).to_be_visible()


def test_a_player_prefers_numerals_in_german_on_dark_tables(alice: Person) -> None:
    alice.signs_up("Cora").visits("/preferences/")
    alice.chooses("Language", "Deutsch")
    alice.chooses("Theme", "dark")
    alice.page.get_by_label("numerals instead of pips").check()
    alice.presses("Save")
    expect(alice.page.get_by_role("heading", name="Einstellungen")).to_be_visible()
    assert alice.sees_a_dark_page
    alice.visits()
    alice.hands.press(alice.page.get_by_role("button", name="Jetzt spielen").first)
    tile = alice.page.get_by_role("group", name="Deine Hand").get_by_role("button").first
    expect(tile).to_be_visible()
    assert list(tile.text_content() or "") == (tile.get_attribute("aria-label") or "")[:3].split("-")


def test_a_visitor_without_an_account_chooses_language_and_theme(welcome: Welcome) -> None:
    alice = welcome("Alice", locale="it-IT", color_scheme="light").visits()
    expect(alice.page.get_by_role("heading", level=1)).to_have_text("A che cosa vuoi giocare?")
    alice.opens_the_menu("Lingua e tema")
    alice.presses("English")
    expect(alice.page.get_by_role("heading", level=1)).to_have_text("What would you like to play?")
    assert not alice.sees_a_dark_page
    alice.opens_the_menu("Language and theme")
    alice.presses("dark")
    assert alice.sees_a_dark_page


def test_a_guest_is_called_so_in_the_readers_language(welcome: Welcome) -> None:
    guest, reader = welcome("Gus"), welcome("Rita", locale="de-DE")
    guest.plays_now("Two-Step")
    letters = guest.name.removeprefix("Guest-")
    reader.visits(guest.address)
    expect(reader.page.get_by_role("region", name="Spieler")).to_contain_text(f"Gast-{letters}")
    expect(guest.page.get_by_role("region", name="Your place")).to_contain_text(f"Guest-{letters}")
    reader.visits(f"/@/Gast-{letters}/")
    expect(reader.page.get_by_role("heading", level=1)).to_have_text(f"Gast-{letters}")
    assert f"Guest-{letters}" not in reader.page.inner_text("body")
