"""Replays, deals so far and what-if lines, as messages of a live table; the browser's types are generated from them."""

from __future__ import annotations

from typing import TypedDict

from games.rules.tiles import Tile
from games.state.message_types import Mine, Moved, View


class ReplayPly(TypedDict):
    """A move as it was sent at the time, and all hands after it."""

    moved: Moved
    hands: list[list[Tile]]


class Replay(TypedDict):
    """A deal of a finished match: what onlookers saw at its start, all hands at that moment, and every move.

    `deals` is how many deals the match has.
    """

    deals: int
    view: View
    hands: list[list[Tile]]
    plies: list[ReplayPly]


class SoFarPly(TypedDict):
    """A move as it was sent at the time."""

    moved: Moved


class SoFar(TypedDict):
    """A deal of a running match, up to now: what onlookers saw at its start, and every move."""

    view: View
    plies: list[SoFarPly]


class SeatPly(TypedDict):
    """A move, and what only the player of a seat may know after it: in a lesson, or a what-if line."""

    moved: Moved
    mine: Mine


class WhatIf(TypedDict):
    """A deal played on from a ply of a finished match: what the seat saw there, and every move since."""

    view: View
    plies: list[SeatPly]
