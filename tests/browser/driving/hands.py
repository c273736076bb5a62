"""Three ways to use a page: mouse, touch, keyboard. They find things by role and name, as people do."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator

from playwright.sync_api import Locator, Page

from tests.browser.driving.at_table import TableView

FARTHEST = 150
"""An element that is not reached after this many presses of the Tab key counts as unreachable."""


class Hands(ABC):
    """A way to use a page. Tiles and places are chosen at random."""

    def __init__(self, page: Page, rng: random.Random) -> None:
        self.page = page
        self.rng = rng

    @abstractmethod
    def press(self, button: Locator) -> None: ...

    @abstractmethod
    def pick(self, table: TableView, tile: str) -> None:
        """Choose one of the player's tiles; if there is only one place for it, it is laid."""

    @abstractmethod
    def lay(self, table: TableView, tile: str) -> None:
        """Play one of the player's tiles, to the only place it can go or to one of several."""

    @abstractmethod
    def discard(self, table: TableView, button: str) -> None: ...

    def act(self, table: TableView, button: str) -> None:
        """Draw, pass or end the turn."""
        self.press(table.action(button))


class Mouse(Hands):
    def press(self, button: Locator) -> None:
        button.click()

    def pick(self, table: TableView, tile: str) -> None:
        table.tile(tile).click()

    def lay(self, table: TableView, tile: str) -> None:
        self.rng.choice([self._click_there, self._drag_there])(table, tile)

    def _click_there(self, table: TableView, tile: str) -> None:
        self.pick(table, tile)
        if places := table.places_of_chosen():
            self.rng.choice(places).click()

    def _drag_there(self, table: TableView, tile: str) -> None:
        table.tile(tile).hover()
        self.page.mouse.down()
        self.page.mouse.move(*middle(table.board))
        self.rng.choice(table.places_of_chosen()).hover(force=True)  # another place may lie over it
        self.page.mouse.up()

    def discard(self, table: TableView, button: str) -> None:
        self.press(table.action(button))
        self.press(self.rng.choice(table.playable_tiles.all()))


class Fingers(Hands):
    def press(self, button: Locator) -> None:
        button.tap()

    def pick(self, table: TableView, tile: str) -> None:
        table.tile(tile).tap()

    def lay(self, table: TableView, tile: str) -> None:
        self.pick(table, tile)
        if places := table.places_of_chosen():
            self.rng.choice(places).tap()

    def discard(self, table: TableView, button: str) -> None:
        """Select the tile first, then press the button, which now names it."""
        self.press(self.rng.choice(table.own_tiles.all()))
        self.press(table.action(button))


class Keyboard(Hands):
    """The keyboard alone: Tab and Enter, arrows, single-letter shortcuts, and moves typed as text."""

    LETTERS = {"Draw": "d", "Pass": "p", "End turn": "e"}

    def press(self, button: Locator) -> None:
        self._tab_to(button)
        self.page.keyboard.press("Enter")

    def act(self, table: TableView, button: str) -> None:
        self.page.keyboard.press(self.LETTERS[button])

    def lay(self, table: TableView, tile: str) -> None:
        self.rng.choice([self._walk_there, self._type])(table, tile)

    def discard(self, table: TableView, button: str) -> None:
        self.page.keyboard.press("x")
        self.pick(table, self.rng.choice(table.look().playable))

    def _walk_there(self, table: TableView, tile: str) -> None:
        self.pick(table, tile)
        if places := table.places_of_chosen():
            for _ in range(self.rng.randrange(len(places))):
                self.page.keyboard.press("ArrowRight")
            self.page.keyboard.press("Enter")

    def pick(self, table: TableView, tile: str) -> None:
        self.page.keyboard.press("h")
        self._walk("ArrowRight", lambda: self._focused_name() == tile)
        self.page.keyboard.press("Enter")

    def _type(self, table: TableView, tile: str) -> None:
        self.page.keyboard.press("/")
        self.page.keyboard.type(self.rng.choice(table.suggested_moves(tile)))
        self.page.keyboard.press("Tab")  # to the button: in the field letters are text
        self.page.keyboard.press("Enter")

    def _tab_to(self, target: Locator) -> None:
        self._walk("Tab", lambda: bool(target.evaluate("node => node === document.activeElement")))

    def _walk(self, key: str, arrived: Callable[[], bool]) -> None:
        for _ in self._steps(key):
            if arrived():
                return
        raise AssertionError(f"{key} never leads there")

    def _steps(self, key: str) -> Iterator[None]:
        yield
        for _ in range(FARTHEST):
            self.page.keyboard.press(key)
            yield

    def _focused_name(self) -> str | None:
        return self.page.evaluate("document.activeElement.getAttribute('aria-label')")


def middle(thing: Locator) -> tuple[float, float]:
    box = thing.bounding_box()
    assert box, "it cannot be seen"
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
