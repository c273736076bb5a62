"""The chat of a table: quick phrases in everyone's own language, and links."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from playwright.sync_api import expect

from run.trial.whole_site import WholeSite
from tests.browser.conftest import Welcome
from tests.browser.driving.people import Person


def test_a_phrase_takes_one_tap_and_appears_in_the_readers_language(alice: Person, welcome: Welcome) -> None:
    alice.plays_now("Two-Step")
    alice.sees_the_tiles()
    reader = welcome("Reader", locale="de-DE").visits(alice.address)
    alice.hands.press(alice.page.get_by_role("tab", name="Chat"))
    alice.presses("Good luck!")
    alice.hears("Good luck!")
    expect(reader.page.locator("[role=log]")).to_contain_text("Viel Glück!")


def test_only_safe_urls_become_links(site: WholeSite, welcome: Welcome) -> None:
    linda = welcome("Linda").signs_up("Linda")
    with closing(sqlite3.connect(site.folder / "var" / "boneyard.sqlite3", timeout=20)) as database:
        database.execute("UPDATE accounts_player SET date_joined = '2020-01-01' WHERE username = 'Linda'")
        database.commit()
    linda.plays_now("Two-Step")
    linda.sees_the_tiles()
    linda.says("Rules: https://rules.example/a?b=<b>. javascript:alert(1)")
    linda.hears("javascript:alert(1)")
    links = linda.page.get_by_role("log", name="Chat").locator("a[rel]")
    expect(links).to_have_count(1)
    expect(links).to_have_attribute("href", "https://rules.example/a?b=")
    expect(links).to_have_attribute("rel", "nofollow ugc noopener")


def test_a_refused_line_stays_in_the_field(alice: Person) -> None:
    alice.plays_now("Two-Step")
    alice.sees_the_tiles()
    alice.says("Is anybody here?")
    alice.hears("Is anybody here?")
    line = alice.page.get_by_label("Say something")
    expect(line).to_have_value("")
    alice.says("My page: https://rules.example/")
    expect(line).to_have_value("My page: https://rules.example/")
