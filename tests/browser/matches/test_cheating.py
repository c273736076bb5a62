"""The browser notices if the site cheats, and says so."""

from __future__ import annotations

import hashlib
import sqlite3
from contextlib import closing

from playwright.sync_api import Locator, expect

from run.trial.whole_site import WholeSite
from tests.browser.conftest import Welcome
from tests.browser.driving.one_deal import AGAINST_A_BOT, ONE_DEAL
from tests.browser.driving.people import Person

GAME = "Chicken Foot"


def verdict(person: Person) -> Locator:
    return person.page.locator("#verdict")


def doubt(person: Person) -> Locator:
    return person.page.locator("[data-over=doubt]")


def at_a_table(welcome: Welcome) -> Person:
    alice = welcome("Alice")
    alice.opens_a_table(GAME, **ONE_DEAL[GAME], **AGAINST_A_BOT)
    alice.sees_the_tiles()
    return alice


def change(site: WholeSite, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(site.folder / "var" / "boneyard.sqlite3", timeout=20)) as database:
        assert database.execute(statement, values).rowcount > 0
        database.commit()


def exchange_chain(site: WholeSite, table: str) -> None:
    """Replace the chain by another one whose links match its own anchor."""
    secret = anchor = b"\0" * 32
    for _link in range(4096):
        anchor = hashlib.sha256(anchor).digest()
    statement = (
        "UPDATE games_chain SET secret = ?, anchor = ? WHERE id = (SELECT chain_id FROM games_table WHERE id = ?)"
    )
    change(site, statement, secret, anchor.hex(), table)


def exchange_bytes(site: WholeSite, table: str) -> None:
    change(site, "UPDATE games_seat SET contribution = ? WHERE table_id = ? AND number = 0", "f" * 32, table)


def test_a_forged_record_is_noticed_by_those_who_saw_the_match(welcome: Welcome, site: WholeSite) -> None:
    alice = at_a_table(welcome)
    table = alice.address.split("/")[2]
    alice.plays_until_the_end()
    alice.page.get_by_role("tab", name="Fairness").click()
    expect(verdict(alice)).to_contain_text("Your browser has checked it")
    expect(doubt(alice)).to_be_hidden()
    alice.reads_the_result()
    expect(verdict(alice)).to_contain_text("Your browser has checked it: all tiles come from the anchor")
    bob = welcome("Bob").visits(alice.address)
    expect(bob.page.get_by_role("heading", name="Scores")).to_be_visible()
    for cheat, noticed in [(exchange_bytes, "The bytes of the seats are not"), (exchange_chain, "The anchor is not")]:
        expect(verdict(alice)).not_to_contain_text(noticed)
        cheat(site, table)
        alice.page.reload()
        expect(verdict(alice)).to_contain_text(noticed)
    expect(verdict(bob)).to_be_hidden()


def test_the_table_reports_a_forgery_when_the_deal_is_over(welcome: Welcome) -> None:
    """The site now shows another anchor than before the tiles were dealt."""
    alice = at_a_table(welcome)
    key = f"fair:{alice.address.split('/')[2]}"
    alice.page.evaluate(
        "([key, anchor]) => localStorage.setItem(key, JSON.stringify({...JSON.parse(localStorage[key]), anchor}))",
        [key, "0" * 64],
    )
    alice.plays_until_the_end()
    expect(doubt(alice)).to_contain_text("The anchor is not the one that your browser was shown at first")
