"""What a table's page shows: the player's tiles, possible actions, the status, the moves, the end."""

from __future__ import annotations

import re
from dataclasses import dataclass

from playwright.sync_api import Locator, Page

from games.rules import GAMES

PATIENCE = 30_000
"""Milliseconds that something may take, however busy the machine is."""
OFTEN = 50
"""Milliseconds between two polls; by default the browser would poll before each frame."""

TILE = re.compile(r"(?<![\d-])\d+-\d+(?![\d-])")
EXAMPLES = re.compile("|".join(re.escape(game.sample_move) for game in GAMES.values()))
"""The moves that pages mention as examples."""

PLAYABLE = re.compile("can be played$")
WON = re.compile("won the match|share the win")

LOOK = """() => {
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((node) => node.checkVisibility());
  const named = (text) => seen("button, a").some((node) => !node.disabled && node.textContent.trim() === text);
  const playable = seen("button[aria-label$='can be played']").map((node) => node.ariaLabel);
  const actions = seen("[aria-label='What you can do'] button").map((node) => node.firstElementChild.textContent);
  return {
    playable,
    actions,
    can_be_ready: named("Ready for the next deal"),
    is_over: named("Result and replay"),
  };
}"""
GLIMPSE = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  return {
    moves: all("[aria-label='Moves of this deal'] li").length,
    hand: all("[aria-label='Your hand'] button").map((node) => node.ariaLabel.split(",")[0]),
    others: all("[aria-label='Players'] li").map((node) => node.innerText),
    hands_lie_open: all("#over-title").some((node) => node.checkVisibility()),
    html: document.documentElement.outerHTML,
  };
}"""
SOMETHING_TO_DO = f"""() => {{
  const sight = ({LOOK})();
  return sight.playable.length > 0 || sight.actions.length > 0 || sight.can_be_ready || sight.is_over ? sight : null;
}}"""


KNOWS_PLACES = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const groups = ["Your hand", "dance card", "discard pile"].map((name) => `[aria-label='${name}'] button`);
  const chosen = all(groups.join()).some((node) => node.ariaPressed === "true");
  return !chosen || all("[aria-label='Tiles on the table'] [role=button]").length > 0;
}"""


@dataclass(frozen=True, slots=True)
class Sight:
    """What a player may do: names of `playable` tiles and `actions`. The site may make a forced move first."""

    playable: list[str]
    actions: list[str]
    can_be_ready: bool
    is_over: bool

    @property
    def has_something_to_do(self) -> bool:
        return bool(self.playable or self.actions or self.can_be_ready)


@dataclass(frozen=True, slots=True)
class Glimpse:
    """What the page reveals about tiles: the player's hand, the plates of the others, and its whole text."""

    moves: int
    hand: list[str]
    others: list[str]
    hands_lie_open: bool
    html: str

    @property
    def named(self) -> set[str]:
        """Return every tile named anywhere, even in invisible attributes."""
        return set(TILE.findall(EXAMPLES.sub("", self.html)))

    def tiles_of(self, player: str) -> int | None:
        """Return how many tiles another player holds, or nothing if the page does not show it yet."""
        counts = [
            int(count)
            for plate in self.others
            if player in plate.splitlines()
            for count in re.findall(r"^(\d+) tiles?$", plate, re.MULTILINE)
        ]
        return counts[0] if counts else None


def text_of(tile: str) -> str:
    """Strip the rest of a label: "9-5, can be played" is 9-5."""
    return tile.split(",")[0]


class TableView:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.board = page.get_by_role("group", name="Tiles on the table")
        self.places = self.board.get_by_role("button")
        self.own_tiles = page.get_by_role("group", name="Your hand").get_by_role("button")
        self.playable_tiles = page.get_by_role("button", name=PLAYABLE)
        self.status = page.get_by_role("region", name="Your place").get_by_role("status").first
        self.reconnecting = page.get_by_text("Reconnecting… nothing is lost.")
        self.words = page.locator("#words").get_by_role("listitem", include_hidden=True)
        self.ready = page.get_by_role("button", name="Ready for the next deal")
        self.whole_match = page.get_by_role("link", name="Result and replay")

    def places_of_chosen(self) -> list[Locator]:
        """Return the places of the chosen tile, which arrive a moment after the turn; none if it is already laid."""
        self.page.wait_for_function(KNOWS_PLACES, polling=OFTEN)
        return self.places.all()

    def look(self) -> Sight:
        return Sight(**self.page.evaluate(LOOK))

    def wait_for_something_to_do(self) -> Sight:
        return Sight(**self.page.wait_for_function(SOMETHING_TO_DO, polling=OFTEN).json_value())

    def tile(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def plate(self, player: str) -> Locator:
        """Return the plate of another player."""
        return self.page.get_by_role("region", name="Players").get_by_role("listitem").filter(has_text=player)

    def action(self, name: str) -> Locator:
        return self.page.get_by_role("group", name="What you can do").get_by_role("button", name=re.compile(f"^{name}"))

    def suggested_moves(self, tile: str) -> list[str]:
        """Return the suggestions of the input field for a tile."""
        moves: list[str] = self.page.locator("datalist option").evaluate_all("nodes => nodes.map((node) => node.value)")
        return [move for move in moves if move.startswith(f"{text_of(tile)}@")]

    def glimpse(self) -> Glimpse:
        return Glimpse(**self.page.evaluate(GLIMPSE))

    @property
    def hand(self) -> list[str]:
        names: list[str] = self.own_tiles.evaluate_all("nodes => nodes.map((node) => node.ariaLabel)")
        return [text_of(name) for name in names]

    @property
    def laid(self) -> list[str]:
        """Return the tiles on the table as screen readers hear them."""
        return [sentence.split(" ")[0] for sentence in self.words.all_text_contents()]

    @property
    def moves(self) -> list[str]:
        return self.page.get_by_label("Moves of this deal").locator("li").all_text_contents()
