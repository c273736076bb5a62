"""Guests in a browser: what they see of a table, and how they play, by mouse or by keyboard alone."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, Error

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
DESKTOP: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}

KEYS = {"draw": "d", "pass": "p", "end": "e"}
LONGEST_MATCH = 240.0


class Guest:
    """One browser window with a session of its own."""

    def __init__(self, browser: Browser, url: str, **window: Any) -> None:
        self.context = browser.new_context(**{**DESKTOP, **window})
        self.page = self.context.new_page()
        self.url = url
        self.errors: list[str] = []
        self.heard: list[str] = []
        self.rng = random.Random(url)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("websocket", lambda socket: socket.on("framereceived", lambda text: self.heard.append(str(text))))

    # --- Coming and going ---

    def play_now(self, game: str) -> None:
        self.page.goto(self.url)
        self.page.locator(f"form[action='/play/{game}/'] button").click()
        self.wait_for_tiles()

    def open_table(self, game: str, **options: str) -> str:
        """Choices of the form by name; gives the table's address."""
        self.page.goto(f"{self.url}/open/{game}/")
        for name, value in options.items():
            self._choose(name, value)
        self.page.locator("main form button.primary").last.click()
        self.page.wait_for_url("**/table/**")
        return self.page.url

    def _choose(self, name: str, value: str) -> None:
        radio = self.page.locator(f"input[name={name}][value='{value}']")
        if radio.count():
            radio.check(force=True)
        else:
            self.page.locator(f"[name={name}]").select_option(value)

    def sit_down(self, address: str) -> None:
        self.page.goto(address)
        self.page.locator("form[action$='/join/'] button").first.click()

    def wait_for_tiles(self) -> None:
        self.page.wait_for_selector(".piece", timeout=30_000)

    def leave(self) -> None:
        self.context.close()

    # --- Looking ---

    @property
    def status(self) -> str:
        return self.page.inner_text(".status").replace("\n", " ")

    @property
    def is_on_turn(self) -> bool:
        return "Your turn" in self.status

    @property
    def hand(self) -> list[str]:
        return [str(node.get_attribute("data-tile")) for node in self.page.query_selector_all(".hand .piece")]

    @property
    def laid(self) -> list[str]:
        return [str(node.get_attribute("data-tile")) for node in self.page.query_selector_all(".tiles > .tile")]

    @property
    def match_is_over(self) -> bool:
        return self.page.is_visible("[data-over=links]")

    @property
    def possible(self) -> list[str]:
        """What can be done without a place: draw, pass, discard, end."""
        return [str(node.get_attribute("data-kind")) for node in self.page.query_selector_all(".action")]

    @property
    def focused(self) -> str:
        return str(self.page.evaluate("(n => n.getAttribute('aria-label') || n.innerText)(document.activeElement)"))

    # --- Playing ---

    def play_to_the_end(self, take_turn: Callable[[Guest], None]) -> None:
        play_together([self], take_turn)

    def record(self) -> Any:
        return self.page.request.get(f"{self.page.url}record.json").json()


def play_together(guests: list[Guest], take_turn: Callable[[Guest], None]) -> None:
    """Each plays when it is their turn, until all see the end of the match."""
    deadline = time.monotonic() + LONGEST_MATCH
    while not all(guest.match_is_over for guest in guests):
        assert time.monotonic() < deadline, [guest.status for guest in guests]
        for guest in guests:
            try:
                take_turn(guest)
            except Error as error:  # what was aimed at has just moved on, as it happens to people
                if "Timeout" not in str(error) and "not attached" not in str(error):
                    raise
        guests[0].page.wait_for_timeout(20)


def by_mouse(guest: Guest) -> None:
    """Take a tile that stands up, then one of the places that light up; else press a button."""
    page = guest.page
    if page.is_visible("[data-over=ready]:enabled"):
        page.click("[data-over=ready]", timeout=1500)
    elif places := page.query_selector_all(".place"):
        guest.rng.choice(places).click(timeout=1500, force=True)
    elif tiles := page.query_selector_all(".piece.playable"):
        guest.rng.choice(tiles).click(timeout=1500)
    elif possible := guest.possible:
        _press(guest, guest.rng.choice(possible))


def _press(guest: Guest, kind: str) -> None:
    guest.page.click(f".action[data-kind={kind}]", timeout=1500)
    if kind == "discard":
        guest.page.locator(".hand .piece").first.click(timeout=1500)


def by_keyboard(guest: Guest) -> None:
    """The same without a mouse."""
    keyboard = guest.page.keyboard
    if guest.page.is_visible("[data-over=ready]:enabled"):
        guest.page.focus("[data-over=ready]")
        keyboard.press("Enter")
    elif not guest.is_on_turn:
        return
    elif guest.page.query_selector(".piece.playable"):
        _place_by_keyboard(guest)
    elif "discard" in guest.possible:
        keyboard.press("x")
        keyboard.press("h")
        keyboard.press("Enter")
    elif guest.possible:
        keyboard.press(KEYS[guest.rng.choice(guest.possible)])


def _place_by_keyboard(guest: Guest) -> None:
    keyboard = guest.page.keyboard
    keyboard.press("h")
    for _ in guest.page.query_selector_all(".piece"):
        if "can be played" in guest.focused:
            break
        keyboard.press("ArrowRight")
    keyboard.press("Enter")
    if guest.page.query_selector(".place"):
        keyboard.press(guest.rng.choice(["ArrowRight", "ArrowLeft"]))
        keyboard.press("Enter")
