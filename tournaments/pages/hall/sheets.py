"""Sheets to print: the seating, a score sheet for each table, the standings, and a poster with codes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.models import Entry
from tournaments.pages.rounds import BoardShown, RoundShown

DEALS_ON_A_SHEET = range(1, 11)
"""The numbers of the deals for which a score sheet has lines."""


@dataclass(frozen=True, slots=True)
class Seating:
    """An entry's table; without a table number it has a bye."""

    entry: Entry
    table: int | None
    seat: int | None


def seatings_by_name(shown: RoundShown) -> list[Seating]:
    """Return all entries' places in a round, sorted by name so that players find theirs quickly."""
    seated = (
        Seating(sitter.entry, board.board.number, number)
        for board in shown.boards
        for number, sitter in enumerate(board.sitters, 1)
    )
    byes = (Seating(bye.entry, None, None) for bye in shown.byes)
    return sorted([*seated, *byes], key=lambda one: one.entry.name.casefold())


def in_pairs(boards: Iterable[BoardShown]) -> list[list[BoardShown]]:
    """Return the tables in pairs, as two score sheets fit on a page."""
    every = list(boards)
    return [every[start : start + 2] for start in range(0, len(every), 2)]
