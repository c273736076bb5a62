"""What a tournament's page shows: possible actions, the seating, the standings."""

from __future__ import annotations

from playwright.sync_api import Locator, Page

ROWS = "nodes => nodes.map((row) => [...row.cells].map((cell) => cell.innerText.split('\\n')[0].trim()))"
NAMES = "boards => boards.map((board) => [...board.querySelectorAll('.board-sitters a')].map((name) => name.innerText))"

Seating = list[list[str]]
"""The names at each table, in the order of the seats."""


class TournamentView:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.now = page.locator("#now")
        self.people = page.locator("#people")
        self.standings = page.get_by_role("region", name="standings").get_by_role("table")
        self.final_standings = page.get_by_role("region", name="Final standings").get_by_role("table")
        self.medals = page.locator("ol.medals").get_by_role("listitem")
        self.bracket = page.get_by_role("region", name="Bracket")
        self.matches = self.bracket.locator(".bracket-match")

    def heading(self, words: str) -> Locator:
        return self.now.get_by_role("heading", name=words)

    def seating(self) -> Seating:
        """Return the seating of the round that is shown."""
        seating: Seating = self.page.locator(".board").evaluate_all(NAMES)
        return seating

    def pair(self, number: int) -> set[str]:
        """Return the opponents in a match of the bracket; the match for third place is the last one."""
        names = self.matches.nth(number).get_by_role("link").all_inner_texts()
        return {name.removesuffix(" (bot)") for name in names}

    def scores(self) -> dict[str, str]:
        """Return everyone's score, best first."""
        rows: list[list[str]] = self.final_standings.locator("tbody tr").evaluate_all(ROWS)
        return {_without_more(row[1]): row[2] for row in rows}


def _without_more(name: str) -> str:
    """Strip the mark at the end of a name's cell, which links to the entry's rounds."""
    return name.removesuffix("?").strip()
