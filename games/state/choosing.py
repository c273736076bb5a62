"""What the house plays on a seat: chosen from the seat's view alone, and who takes the time for it."""

from __future__ import annotations

import random
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.bots import THINKING, Thought, choose
from games.models import Seat
from games.rules import Move
from games.state.clock import hurried_move
from games.state.live_tables import LiveTable, Sitter

HOUSE_LEVEL = Seat.Bot.MEDIUM
"""How well the house plays for a person."""

TIME_TO_THINK = ((timedelta(seconds=1), 1.0), (timedelta(seconds=2), 0.3), (timedelta(seconds=4), 0.1))
"""How much of its usual thinking a bot has time for that is late by no more than this; one that is later has none."""


def thinks_ahead(live: LiveTable) -> bool:
    """Return whether a bot is on turn that thinks ahead, and has a choice."""
    if live.turn is None or live.seats[live.turn].bot not in THINKING:
        return False
    assert live.match.deal is not None
    return len(live.match.deal.legal_moves()) > 1


def leaves_to_thinkers(live: LiveTable, now: datetime) -> bool:
    """Return whether a turn is for those who have the time to think. What is late is played at once, by anyone."""
    if not thinks_ahead(live):
        return False
    live.read_clock()
    return how_long_to_think(live, now) > 0


def how_long_to_think(live: LiveTable, now: datetime) -> float:
    """Return how much of its usual thinking a bot has time for: the less, the more others are waiting, too."""
    late = now - (live.due_at or now)
    return next((share for most, share in TIME_TO_THINK if late < most), 0)


@dataclass(frozen=True, slots=True)
class Chosen:
    """A move that the house has chosen for a seat, as long as nothing else happens."""

    ply: int
    seat: int
    sitter: Sitter
    move: Move
    is_forced: bool


def choose_for(live: LiveTable, seat: int, thinks: float = 0) -> Chosen:
    """Choose a move from the seat's view alone, outside any transaction.

    `thinks` says how much of its usual thinking a bot that thinks ahead has time for.
    """
    deal, sitter = live.match.deal, live.seats[seat]
    assert deal is not None
    forced = hurried_move(live, seat)
    rng = random.Random(secrets.randbits(128))
    thought = Thought(deal.worlds(seat, rng), thinks) if thinks else None
    move = forced or choose(deal.view(seat), sitter.bot or HOUSE_LEVEL, rng, thought)
    return Chosen(live.ply, seat, sitter, move, is_forced=forced is not None)
