"""What can be seen at a table: one's own tiles, what can be done, what is going on, the moves, the end."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page, TimeoutError

PATIENCE = 30_000
"""Milliseconds until somebody's turn must have come."""

TILE = re.compile(r"(?<![\d-])\d+-\d+(?![\d-])")
EXAMPLE = "5-3@9-5"
"""A move that the page names to show what moves look like."""

PLAYABLE = re.compile("can be played$")

LOOK = """() => {
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((node) => node.checkVisibility());
  const named = (text) => seen("button, a").some((node) => !node.disabled && node.textContent.trim() === text);
  const playable = seen("button[aria-label$='can be played']").map((node) => node.ariaLabel);
  const actions = seen("[aria-label='What you can do'] button").map((node) => node.firstElementChild.textContent);
  const forced = playable.length === 0 && actions.length === 1 && ["Pass", "End turn"].includes(actions[0]);
  return {
    playable,
    actions: forced ? [] : actions,
    can_be_ready: named("Ready for the next deal"),
    is_over: named("Whole match"),
  };
}"""
SOMETHING_TO_DO = f"""() => {{
  const sight = ({LOOK})();
  return sight.playable.length > 0 || sight.actions.length > 0 || sight.can_be_ready || sight.is_over ? sight : null;
}}"""


@dataclass(frozen=True, slots=True)
class Sight:
    """What one may do at a moment: `playable` and `actions` by their names. What is forced the house does."""

    playable: list[str]
    actions: list[str]
    can_be_ready: bool
    is_over: bool

    @property
    def is_own_turn(self) -> bool:
        return bool(self.playable or self.actions)


class TableView:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.board = page.get_by_role("group", name="Tiles on the table")
        self.places = self.board.get_by_role("button")
        self.own_tiles = page.get_by_role("group", name="Your hand").get_by_role("button")
        self.playable_tiles = page.get_by_role("button", name=PLAYABLE)
        self.status = page.get_by_role("region", name="Your place").get_by_role("status").first
        self.ready = page.get_by_role("button", name="Ready for the next deal")
        self.over = page.get_by_role("region", name=re.compile("^Deal|match"))
        self.whole_match = page.get_by_role("link", name="Whole match")

    @property
    def hands_lie_open(self) -> bool:
        return self.over.is_visible()

    def look(self) -> Sight:
        return Sight(**self.page.evaluate(LOOK))

    def wait_for_something_to_do(self) -> Sight:
        return Sight(**self.page.wait_for_function(SOMETHING_TO_DO, timeout=PATIENCE).json_value())

    def wait_a_moment(self) -> Sight | None:
        """What there is to do, unless it takes long."""
        try:
            return Sight(**self.page.wait_for_function(SOMETHING_TO_DO, timeout=150).json_value())
        except TimeoutError:
            return None

    def tile(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def action(self, name: str) -> Locator:
        return self.page.get_by_role("group", name="What you can do").get_by_role("button", name=re.compile(f"^{name}"))

    def suggested_moves(self, tile: str) -> list[str]:
        """What the field for typed moves offers for a tile."""
        moves: list[str] = self.page.locator("datalist option").evaluate_all("nodes => nodes.map((node) => node.value)")
        return [move for move in moves if move.startswith(f"{tile.split(',')[0]}@")]

    def tiles_of(self, player: str) -> int:
        """How many somebody else holds."""
        words = self.page.get_by_role("region", name="Players").get_by_role("listitem").filter(has_text=player).inner_text()
        found = re.search(r"(\d+) tiles?", words)
        assert found, words
        return int(found[1])

    @property
    def everything_named(self) -> set[str]:
        """Every tile that the page names anywhere, be it in an attribute that nobody sees."""
        return set(TILE.findall(self.page.content().replace(EXAMPLE, "")))

    @property
    def hand(self) -> list[str]:
        return [name.split(",")[0] for name in self._names(self.own_tiles)]

    def _names(self, things: Locator) -> list[Any]:
        return things.evaluate_all("nodes => nodes.map((node) => node.ariaLabel)")

    @property
    def laid(self) -> list[str]:
        """The tiles on the table, as they are told to those who cannot see them."""
        sentences = self.page.locator("#words li").all_inner_texts()
        return [sentence.split(" ")[0] for sentence in sentences]

    @property
    def moves(self) -> list[str]:
        return self.page.get_by_label("Moves of this deal").locator("li").all_text_contents()
