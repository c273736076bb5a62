"""What the house plays on a seat: chosen from the seat's view alone, and who takes the time for it.

A bot that thinks ahead does so while it seems to: from the beginning of its turn on, and not after its pause. What it
has chosen is kept in the memory of its worker until the pause is over.
"""

from __future__ import annotations

import random
import secrets
from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.bots import THINKING, Thought, choose
from games.rules import Move
from games.state.clock import house_pause, hurried_move
from games.state.live_tables import LiveTable, Sitter

TIME_TO_THINK = (
    *((timedelta(seconds=0.4), 1.0), (timedelta(seconds=0.6), 0.5), (timedelta(seconds=0.8), 0.25)),
    *((timedelta(seconds=1), 0.1), (timedelta(seconds=1.3), 0.04)),
)
"""How much of its usual thinking a bot has time for whose turn came no longer ago than this; later it has none. So the
more others wait before it, the less it thinks, and nobody sees it think for more than three seconds."""

MOST_KEPT = 1000
"""So many chosen moves are kept at most; of more, those chosen first are forgotten, and chosen again."""

_kept: OrderedDict[tuple[str, int], Chosen] = OrderedDict()


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
    """Return how much of its usual thinking a bot has time for: the less, the longer its turn has waited for it."""
    if live.due_at is None:
        return 0
    waited = now - live.due_at + timedelta(seconds=house_pause(live) or 0)
    return next((share for most, share in TIME_TO_THINK if waited < most), 0)


def keep(live: LiveTable, chosen: Chosen) -> None:
    """Keep a move in mind until it is played."""
    _kept[live.id, chosen.ply] = chosen
    while len(_kept) > MOST_KEPT:
        _kept.popitem(last=False)


def is_kept(live: LiveTable) -> bool:
    return (live.id, live.ply) in _kept


def take_kept(live: LiveTable) -> Chosen | None:
    """Return the move that was kept in mind for this turn, once."""
    return _kept.pop((live.id, live.ply), None)


def level_of(live: LiveTable, seat: int) -> str:
    """Return how well the house plays on a seat: for people everywhere alike, so that nobody gains by letting it."""
    return live.seats[seat].bot or live.house_level


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
    move = forced or choose(deal.view(seat), level_of(live, seat), rng, thought)
    return Chosen(live.ply, seat, sitter, move, is_forced=forced is not None)
