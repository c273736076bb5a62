"""What players see when a moderator acts, on pages that are open."""

from __future__ import annotations

import re
import subprocess
import sys

from django.conf import settings
from playwright.sync_api import expect

from run.trial.whole_site import WholeSite
from tests.browser.driving.people import Person


def act(site: WholeSite, kind: str, name: str) -> None:
    """Let a moderator act on a player, in a separate process."""
    script = f"from tests.browser.driving.judging import act; act({kind!r}, {name!r})"
    command = [sys.executable, "manage.py", "shell", "-v", "0", "-c", script]
    subprocess.run(command, check=True, env=site.environment, cwd=settings.BASE_DIR)


def reads_and_closes(person: Person, words: str) -> None:
    """Read a notice, which covers the page until it is closed."""
    notice = person.page.locator(".toast", has_text=words)
    notice.get_by_role("button", name="Close").click()
    expect(notice).to_have_count(0)


def test_a_line_vanishes_its_author_is_muted_and_then_paused(site: WholeSite, alice: Person, bob: Person) -> None:
    alice.signs_up("Runa").opens_a_table("Two-Step")
    bob.signs_up("Rolf").visits()
    bob.joins_from_the_lobby(alice)
    for person in (alice, bob):
        person.sees_the_tiles()
    alice.says("You play like a brick")
    bob.hears("You play like a brick")
    act(site, "hide-line", "Runa")
    for person in (alice, bob):
        expect(person.page.get_by_role("log", name="Chat").locator(".line", has_text="brick")).to_have_count(0)

    reads_and_closes(alice, "hidden something that you have written")

    act(site, "mute", "Runa")
    reads_and_closes(alice, "You were rude to Bob.")
    alice.says("I said what I said")
    expect(alice.page.get_by_text(re.compile("You are muted")).first).to_be_visible()
    expect(bob.page.get_by_role("log", name="Chat").locator(".line", has_text="I said")).to_have_count(0)

    act(site, "pause-play", "Runa")
    expect(alice.page.get_by_role("paragraph").filter(has_text="You are paused from play")).to_be_visible()
    bob.says("Where are you?")
    bob.hears("Where are you?")


def test_a_message_must_be_read_before_anything_new_is_begun(site: WholeSite, alice: Person) -> None:
    alice.signs_up("Rita").visits()
    act(site, "message", "Rita")
    alice.visits("/standing/")
    alice.presses("I have read this")
    expect(alice.page.get_by_text("You have no restrictions")).to_be_visible()
