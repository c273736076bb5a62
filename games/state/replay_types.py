"""Deals seen again, looked back at or played on, as messages of a live table; the browser's types are generated."""

from __future__ import annotations

from typing import TypedDict

from games.rules.tiles import Tile
from games.state.message_types import Mine, Moved, View


class ReplayPly(TypedDict):
    """A move as it was sent then, and all hands afterwards."""

    moved: Moved
    hands: list[list[Tile]]


class Replay(TypedDict):
    """A deal of a finished match: what onlookers saw at its start, all hands then, and every move.

    `deals` is how many deals the match has.
    """

    deals: int
    view: View
    hands: list[list[Tile]]
    plies: list[ReplayPly]


class SoFarPly(TypedDict):
    """A move as it was sent then."""

    moved: Moved


class SoFar(TypedDict):
    """A deal of a running match, up to now: what onlookers saw at its start, and every move."""

    view: View
    plies: list[SoFarPly]


class SeatPly(TypedDict):
    """A move, and a seat's own part after it: played beforehand, or beside a match."""

    moved: Moved
    mine: Mine


class WhatIf(TypedDict):
    """A deal played on from a ply of a finished match: what the seat saw there, and every move since."""

    view: View
    plies: list[SeatPly]
