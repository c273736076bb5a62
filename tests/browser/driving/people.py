"""People at their browsers, and what they do on the site."""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

from playwright.sync_api import BrowserContext, ConsoleMessage, Error, TimeoutError, expect

from tests.browser.driving.at_table import PATIENCE, Sight, TableView, text_of
from tests.browser.driving.hands import Hands
from tests.browser.driving.one_deal import ONE_DEAL

PASSWORD = "they-all-like-bones"

A_MOMENT = 500
"""Milliseconds to wait for a button that may be gone."""

MATCH_SECONDS = 240.0
"""The most seconds that a match of people who never think may take, however busy the machine is."""


def starting(words: str) -> re.Pattern[str]:
    return re.compile(rf"^{re.escape(words)}($| )")


class Person:
    def __init__(self, context: BrowserContext, site: str, hands: type[Hands], rng: random.Random) -> None:
        self.context = context
        self.site = site
        self.rng = rng
        self.complaints: list[str] = []
        self._forgiven: list[str] = []
        self.page = context.new_page()
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.complaints.append(f"pageerror: {error}"))
        self.hands = hands(self.page, rng)
        self.table = TableView(self.page)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.type}: {message.text} ({message.location})")

    def forgives(self, words: str) -> None:
        """Ignore browser messages that contain these words in this test."""
        self._forgiven.append(words)

    def forgives_a_dead_line(self) -> None:
        """Ignore the browser's messages about sockets and requests on a cut connection. Their wording depends on how
        far a request had got."""
        self.forgives("WebSocket connection to")
        self.forgives("Failed to load resource: net::ERR_")

    @property
    def grievances(self) -> list[str]:
        return [text for text in self.complaints if not any(words in text for words in self._forgiven)]

    # --- Going about the site ---

    def visits(self, address: str = "/") -> Self:
        self.page.goto(f"{self.site}{address}")
        return self

    def answer(self, address: str) -> int:
        """Return the status code of an address for this browser."""
        return self.context.request.get(f"{self.site}{address}").status

    @property
    def address(self) -> str:
        return self.page.url.removeprefix(self.site)

    @property
    def name(self) -> str:
        return self.page.locator("summary[aria-label]").get_attribute("aria-label") or ""

    def comes_as_a_guest(self) -> Self:
        self.visits("/account/login/")
        self.presses("Play as a guest")
        return self

    def signs_up(self, name: str, *, email: str = "") -> Self:
        self.visits("/account/signup/")
        self.writes("Name", name)
        if email:
            self.writes("E-mail address (optional)", email)
        self.writes("Password", PASSWORD)
        self.presses("Create my account")
        expect(self.page.locator("summary[aria-label]")).to_have_text(name)
        return self

    def opens_the_menu(self, name: str) -> None:
        self.hands.press(self.page.locator("summary").filter(has_text=name))

    @property
    def sees_a_dark_page(self) -> bool:
        """Return whether the page's background is dark."""
        colour: str = self.page.evaluate("getComputedStyle(document.body).backgroundColor")
        return sum(map(int, re.findall(r"\d+", colour)[:3])) < 3 * 128

    @property
    def must_scroll_sideways(self) -> bool:
        return self.page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")

    def presses(self, name: str) -> None:
        self.hands.press(self.page.get_by_role("button", name=re.compile(f"^{re.escape(name)}$")))

    def follows(self, name: str) -> None:
        self.hands.press(self.page.get_by_role("link", name=name, exact=True))

    def chooses(self, field: str, choice: str) -> None:
        """Choose an option from a radio group or a list."""
        radio = self.page.get_by_role("group", name=field, exact=True).get_by_role("radio", name=starting(choice))
        choices = self.page.get_by_role("combobox", name=field, exact=True)
        radio.or_(choices).wait_for()
        if radio.count():
            radio.check()
        else:
            choices.select_option(label=choice)

    def writes(self, field: str, text: str) -> None:
        self.page.get_by_label(field, exact=True).fill(text)

    # --- At a table ---

    def opens_a_table(self, game: str, **wishes: str) -> Self:
        """Open a table; `wishes` are values of form fields."""
        self.visits()
        self.hands.press(self.page.get_by_role("link", name=re.compile(f"^With friends.*{game}$")))
        for field, choice in wishes.items():
            self.chooses(field, choice)
        self.presses("Open the table")
        self.page.wait_for_url("**/table/*/")
        return self

    def joins_from_the_lobby(self, owner: Person) -> None:
        self.hands.press(self.page.get_by_role("button", name=re.compile(f"^Join.*, {owner.name}$")))
        self.page.wait_for_url("**/table/*/")

    @property
    def invitation(self) -> str:
        return self.page.get_by_label("Invite friends with this link").input_value()

    def follows_the_invitation(self, link: str) -> None:
        self.visits(link.removeprefix(self.site))

    def plays_now(self, game: str) -> Self:
        self.visits()
        self.hands.press(self.page.get_by_role("button", name=re.compile(f"^Play now.*{game}$")))
        self.page.wait_for_url("**/table/*/")
        return self

    def sees_the_tiles(self) -> None:
        expect(self.table.own_tiles.first).to_be_visible()

    def sees_laid(self, tile: str) -> None:
        expect(self.table.words.filter(has_text=starting(text_of(tile)))).to_have_count(1)

    def lays(self, tile: str) -> None:
        self.hands.lay(self.table, tile)

    def acts(self, sight: Sight) -> None:
        """Make one possible move, preferably by laying a tile."""
        if sight.playable:
            self.lays(self.rng.choice(sight.playable))
        elif "Discard" in sight.actions:
            self.hands.discard(self.table, "Discard")
        elif sight.actions:
            self.acts_unless_the_house_does(self.rng.choice(sight.actions))
        elif sight.can_be_ready:
            self.hands.press(self.table.ready)

    def acts_unless_the_house_does(self, action: str) -> None:
        """Do an action, or give up after a moment: if it was forced, the site may have been quicker."""
        self.page.set_default_timeout(A_MOMENT)
        with suppress(TimeoutError):
            self.hands.act(self.table, action)
        self.page.set_default_timeout(PATIENCE)

    def plays(self, *, turns: int) -> None:
        for _ in range(turns):
            sight = self.table.wait_for_something_to_do()
            assert not sight.is_over, "the match was shorter than that"
            self.acts(sight)

    def finds_a_tile_that_fits(self) -> str:
        while not (sight := self.table.wait_for_something_to_do()).playable:
            if sight.is_over:  # a short match may end before a tile fits
                self.wants_a_rematch()
            else:
                self.acts(sight)
        return self.rng.choice(sight.playable)

    def plays_until_the_end(self) -> None:
        deadline = time.monotonic() + MATCH_SECONDS
        while not (sight := self.table.wait_for_something_to_do()).is_over:
            assert time.monotonic() < deadline, "the match did not end in time"
            self.acts(sight)

    def says(self, text: str) -> None:
        self.hands.press(self.page.get_by_role("tab", name="Chat"))
        self.writes("Say something", text)
        self.page.keyboard.press("Enter")

    def hears(self, text: str) -> None:
        self.hands.press(self.page.get_by_role("tab", name="Chat"))
        expect(self.page.get_by_role("log", name="Chat")).to_contain_text(text)

    # --- After the match ---

    def wants_a_rematch(self) -> None:
        with self.page.expect_navigation():
            self.presses("Rematch")

    def reads_the_result(self) -> None:
        self.hands.press(self.table.whole_match)
        self.page.wait_for_url("**/result/")

    def downloads_the_record(self) -> Any:
        with self.page.expect_download() as download:
            self.follows("Download the record")
        return json.loads(download.value.path().read_text())

    # --- When something goes wrong ---

    def is_told_that_the_line_is_cut(self) -> None:
        expect(self.table.reconnecting).to_be_visible()

    def is_connected_again(self) -> None:
        expect(self.table.reconnecting).to_be_hidden(timeout=60_000)

    def shows(self, folder: Path, name: str) -> str:
        """Save what this person sees and what the browser reported; return the path."""
        picture, log = folder / f"{name}.png", folder / f"{name}.log"
        log.write_text("\n".join([self.page.url, *self.complaints]))
        try:
            self.page.screenshot(path=picture)
        except Error as error:
            return f"{name}: no picture ({error}), {log}"
        return f"{name}: {picture}, {log}"


def sit_down_together(alice: Person, bob: Person, game: str, **wishes: str) -> None:
    """Let Alice open a table while Bob is in the lobby; it appears on his open page, and he joins."""
    bob.comes_as_a_guest()
    alice.opens_a_table(game, **(ONE_DEAL[game] | wishes))
    bob.joins_from_the_lobby(alice)
    alice.sees_the_tiles()
    bob.sees_the_tiles()


def play_together(*people: Person, before_each_turn: Callable[[], None] = lambda: None) -> None:
    """Let everybody act when they can, until all see the end of the match."""
    deadline = time.monotonic() + MATCH_SECONDS
    while True:
        sights = [person.table.look() for person in people]
        if all(sight.is_over for sight in sights):
            return
        assert time.monotonic() < deadline, "the match did not end in time"
        busy = [person for person, sight in zip(people, sights, strict=True) if sight.has_something_to_do]
        for person in busy:
            before_each_turn()
            person.acts(person.table.look())
        if not busy:
            people[0].page.wait_for_timeout(20)
