"""What moderators do at their desk: take a case from the queue, act in two clicks, and lift their acts again."""

from __future__ import annotations

import subprocess
import sys

from django.conf import settings
from playwright.sync_api import Locator, Page, expect

from accounts.roles import Role
from run.trial.whole_site import WholeSite
from tests.browser.driving.people import Person
from tests.browser.test_acts import reads_and_closes

NAMES = {"concerned": "Walburga", "reporter": "Rosamund", "judge": "Hadewig", "entrant": "Wendelin"}

WALKS = {
    "talk": {"hide-line", "hide-all", "warn", "message", "mute", "shadow-hide"},
    "play": {"pause-play", "remove-from-table", "stop-table", "void-result"},
    "account": {"rename", "pause-tournaments", "close-account"},
    "club": {
        "rename-club",
        "rename-seasons",
        "rename-leagues",
        "remove-club-text",
        "remove-emblem",
        "remove-announcement",
        "freeze-club",
        "close-club",
    },
    "entry": {"withdraw-entry"},
    "tournament": {
        "rename-tournament",
        "rename-teams",
        "clean-tournament",
        "clean-series",
        "freeze-tournament",
        "close-tournament",
    },
}
"""The acts that each test walks through."""


def signs_up_as(role: Role, person: Person, name: str, site: WholeSite) -> Person:
    """Sign up, and get a role from the site's operator."""
    person.signs_up(name)
    command = [sys.executable, "manage.py", "role", name, role]
    subprocess.run(command, env=site.environment, cwd=settings.BASE_DIR, check=True, capture_output=True)
    return person


class Desk:
    def __init__(self, judge: Person) -> None:
        self.page: Page = judge.page
        self.judge = judge
        self.done: set[str] = set()
        """The kinds of acts that have been carried out."""

    def takes(self, matter: str) -> None:
        """Take the case from the queue whose line begins with this kind of matter."""
        self.judge.visits("/admin/desk/queue/")
        line = self.page.locator(".desk-queue li").filter(has_text=matter)
        line.get_by_role("button", name="Take it").first.click()
        expect(self.page.get_by_role("heading", name="Act", exact=True)).to_be_visible()

    def does(self, kind: str) -> None:
        """Choose an act and carry it out."""
        self.page.locator(f".desk-chips label:has(input[value={kind}])").click()
        self.page.get_by_role("button", name="Do it").click()
        self._has_done(kind)

    def does_where_it_stands(self, kind: str, words: str) -> None:
        """Act on one of several things with the button beside these words."""
        beside = self.page.locator(f"form:has(input[name=kind][value={kind}])")
        place = self.page.locator("li, article").filter(has_text=words).filter(has=beside)
        place.get_by_role("button").click()
        self._has_done(kind)

    def _has_done(self, kind: str) -> None:
        expect(self.page.get_by_text(": done", exact=False).first).to_be_visible()
        self.done.add(kind)

    @property
    def acts(self) -> Locator:
        return self.page.get_by_role("region", name="Done so far").locator(".desk-act")

    def lifts(self) -> None:
        """Lift the only act that is in force and can be lifted."""
        self.acts.get_by_role("button", name="Lift it").click()
        expect(self.acts.get_by_role("button", name="Lift it")).to_have_count(0)

    def closes_the_case(self) -> None:
        self.page.get_by_role("button", name="We have acted").click()
        self.page.wait_for_url("**/admin/desk/queue/")


def reports(person: Person, address: str, matter: str, about: str = "") -> None:
    person.visits(f"/report/{address}/")
    person.page.get_by_label(matter).check()
    if about:
        person.chooses("Whom does it concern?", about)
    person.presses("Send the report")
    expect(person.page.get_by_role("heading", level=1)).to_have_text("Thank you for your report")


def expect_line(words: str, *people: Person, shown: bool) -> None:
    for person in people:
        lines = person.page.get_by_role("log", name="Chat").locator(".line", has_text=words)
        expect(lines).to_have_count(1 if shown else 0)


def is_told(person: Person, *words: str) -> None:
    for one in words:
        reads_and_closes(person, one)


TAKEN_BACK = "This has been taken back"
LIFTED = "A restriction on your account has been lifted"
RESTRICTED = "There is a warning or a restriction on your account"
