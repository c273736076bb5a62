"""How the house chooses a move for a seat, from the seat's view alone, and how long it may think about it.

A bot that thinks ahead does so during the pause at the beginning of its turn, not after it. The move that it chooses is
kept in the memory of its worker until the pause is over.
"""

from __future__ import annotations

import random
import secrets
from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.bots import THINKING, Thought, choose
from games.rules import Move
from games.state.clock import automatic_move, house_pause
from games.state.live_tables import LiveTable, Sitter

TIME_TO_THINK = (
    *((timedelta(seconds=0.4), 1.0), (timedelta(seconds=0.6), 0.5), (timedelta(seconds=0.8), 0.25)),
    *((timedelta(seconds=1), 0.1), (timedelta(seconds=1.3), 0.04)),
)
"""The share of its usual thinking that a bot has time for while its turn has lasted less than this; after the last
entry, none. So the longer the queue, the less bots think, and nobody sees one think for more than three seconds."""

MOST_KEPT = 1000
"""The most chosen moves to keep. If there are more, the oldest are dropped, and have to be chosen again."""

_kept: OrderedDict[tuple[str, int], Chosen] = OrderedDict()


def thinks_ahead(live: LiveTable) -> bool:
    """Return whether the seat on turn has a bot that thinks ahead, and for all that everyone knows a choice.

    A move that only the bot knows to be forced takes the same way as any other: the ways differ by some milliseconds,
    which would tell everyone that the bot holds nothing else that fits.
    """
    if live.turn is None or live.seats[live.turn].bot not in THINKING:
        return False
    assert live.match.deal is not None
    return live.match.deal.openly_forced() is None


def is_for_thinking_worker(live: LiveTable, now: datetime) -> bool:
    """Return whether a turn is left to a worker that has time to think. A late turn is taken at once by any worker."""
    if not thinks_ahead(live):
        return False
    live.read_clock()
    return how_long_to_think(live, now) > 0


def how_long_to_think(live: LiveTable, now: datetime) -> float:
    """Return the share of its usual thinking that a bot has time for; the longer its turn has waited, the smaller."""
    if live.due_at is None:
        return 0
    waited = now - live.due_at + timedelta(seconds=house_pause(live) or 0)
    return next((share for most, share in TIME_TO_THINK if waited < most), 0)


def keep(live: LiveTable, chosen: Chosen) -> None:
    """Keep a chosen move until it is played."""
    _kept[live.id, chosen.ply] = chosen
    while len(_kept) > MOST_KEPT:
        _kept.popitem(last=False)


def is_kept(live: LiveTable) -> bool:
    return (live.id, live.ply) in _kept


def take_kept(live: LiveTable) -> Chosen | None:
    """Remove and return the move that was kept for this turn, if any."""
    return _kept.pop((live.id, live.ply), None)


def level_of(live: LiveTable, seat: int) -> str:
    """Return the level at which the house plays on a seat: a bot's own, or for any person that of the table."""
    return live.seats[seat].bot or live.house_level


@dataclass(frozen=True, slots=True)
class Chosen:
    """A move that the house has chosen for a seat; void once the ply or the seat's occupant has changed."""

    ply: int
    seat: int
    sitter: Sitter
    move: Move
    is_forced: bool


def choose_for(live: LiveTable, seat: int, thinks: float = 0) -> Chosen:
    """Choose a move from the seat's view alone, outside any transaction.

    `thinks` is the share of its usual thinking that a bot that thinks ahead has time for.
    """
    deal, sitter = live.match.deal, live.seats[seat]
    assert deal is not None
    forced = automatic_move(live, seat)
    rng = random.Random(secrets.randbits(128))
    thought = Thought(deal.worlds(seat, rng), thinks) if thinks else None
    move = forced or choose(deal.view(seat), level_of(live, seat), rng, thought)
    return Chosen(live.ply, seat, sitter, move, is_forced=forced is not None)
