"""Notices on open pages: as toasts, at the bell, and according to the preferences."""

from __future__ import annotations

import re
import subprocess
import sys

from django.conf import settings
from playwright.sync_api import Locator, expect

from run.trial.whole_site import WholeSite, until
from tests.browser.conftest import Welcome
from tests.browser.driving.people import Person
from tests.browser.test_pages import NARROW, see


def tell(site: WholeSite, name: str, *about: str, email: str = "") -> None:
    """Send notices from a single process, so that one toast is still visible when the next one comes."""
    script = f"from tests.browser.driving.telling import tell; tell({name!r}, {about!r}, {email!r})"
    command = [sys.executable, "manage.py", "shell", "-v", "0", "-c", script]
    subprocess.run(command, check=True, env=site.environment, cwd=settings.BASE_DIR)


def toast(person: Person, about: str) -> Locator:
    return person.page.locator(".toast").filter(has_text=about)


def bell(person: Person) -> Locator:
    return person.page.get_by_role("link", name="Notices")


def test_a_notice_comes_while_alice_looks_at_the_lobby(site: WholeSite, alice: Person, bob: Person) -> None:
    alice.signs_up("Nora").visits()
    bob.signs_up("Nils").visits()
    tell(site, "Nora", "Friday Bones")
    expect(toast(alice, "Friday Bones starts on 29 November 2030")).to_be_visible()
    expect(bell(alice)).to_have_accessible_name("Notices 1")
    expect(toast(bob, "Friday Bones")).to_have_count(0)
    alice.follows(toast(alice, "Friday Bones").get_by_role("link").inner_text())
    alice.page.wait_for_url("**/rules/")
    expect(alice.page.locator(".bell-count")).to_be_hidden()


def test_toasts_are_closed_and_notices_stay_in_the_list(site: WholeSite, alice: Person) -> None:
    alice.signs_up("Olga").visits()
    tell(site, "Olga", "Sunday Bones", "Monday Bones")
    toast(alice, "Sunday Bones").get_by_role("button", name="Close").click()
    expect(toast(alice, "Sunday Bones")).to_have_count(0)
    expect(toast(alice, "Monday Bones")).to_be_visible()
    bell(alice).click()
    expect(alice.page.locator(".notice-list .unread")).to_have_count(2)
    alice.presses("Mark all as read")
    expect(alice.page.locator(".notice-list .unread")).to_have_count(0)
    expect(alice.page.locator(".notice-list li")).to_have_count(2)


def test_a_notice_does_not_lie_over_the_hand(site: WholeSite, welcome: Welcome) -> None:
    alice = welcome("Alice", viewport={"width": 390, "height": 844}, has_touch=True)
    alice.comes_as_a_guest().plays_now("Chicken Foot")
    alice.sees_the_tiles()
    tell(site, alice.name, "Friday Bones")
    expect(toast(alice, "Friday Bones")).to_be_visible()
    told, hand = toast(alice, "Friday Bones").bounding_box(), alice.table.own_tiles.first.bounding_box()
    assert told
    assert hand
    assert told["y"] + told["height"] < hand["y"]
    assert not alice.must_scroll_sideways


def test_notices_that_alice_has_turned_off_do_not_come(site: WholeSite, alice: Person) -> None:
    alice.signs_up("Paula").visits("/preferences/")
    alice.follows("Which notices I get")
    alice.page.get_by_role("heading", name="Tournaments", exact=True).click()
    alice.page.get_by_label("On the site: A tournament of mine is about to start").uncheck()
    alice.presses("Save")
    expect(alice.page.get_by_text("Your choice is saved.")).to_be_visible()
    alice.visits()
    tell(site, "Paula", "Friday Bones", email="paula@example.org")
    until(lambda: "Hello Paula," in site.log)
    expect(toast(alice, "Friday Bones")).to_have_count(0)
    letter = site.log[site.log.index("Hello Paula,") :]
    way_out = re.findall(r"(?<!<)http://localhost:\d+(/notices/stop/\S+)", letter)[0]
    alice.visits(way_out).presses("Stop these e-mails")
    expect(alice.page.get_by_text("You will get no more e-mails about:")).to_be_visible()
    alice.follows("Which notices I get")
    expect(alice.page.get_by_label("By e-mail: A tournament of mine is about to start")).not_to_be_checked()


def test_a_box_ticks_all_below_a_heading(welcome: Welcome) -> None:
    alice = welcome("Alice", **NARROW)
    alice.signs_up("Hildegard")
    assert see(alice, ["/notices/choices/"]) == {}
    alice.page.get_by_role("heading", name="Clubs").click()
    every, one = (alice.page.get_by_label(f"By e-mail: {name}") for name in ("all under Clubs", "A club accepts me"))
    expect(every).to_be_checked()
    one.uncheck()
    assert every.evaluate("box => box.indeterminate")
    every.check()
    expect(one).to_be_checked()
    every.uncheck()
    alice.presses("Save")
    expect(alice.page.get_by_text("Your choice is saved.")).to_be_visible()
    expect(alice.page.locator("details.notice-group[open] h2")).to_have_text(["Clubs"])
    expect(one).not_to_be_checked()
    expect(every).not_to_be_checked()
