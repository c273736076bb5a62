"""What-if lines: a finished match played on from any ply, against bots. Nothing is stored; the URL holds the line."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from games.bots import choose
from games.models import Move, Seat, Table
from games.records.replay import play_on, table_after
from games.rules import read_move
from games.state import replay_types as wire
from games.state.live_tables import LiveTable
from games.state.messages_out import mine_message, view_message


@dataclass(frozen=True, slots=True)
class Branch:
    """The point where a line leaves a match: after `step` moves of deal `deal`, played on by `seat`.

    With a `seed`, the tiles that the seat could not see are rearranged at random; without one, they stay where they
    were.
    """

    deal: int
    step: int
    seat: int
    seed: str = ""


class NothingToPlay(Exception):
    """There is no such ply or seat, or the deal was already over."""


def play_line(table: Table, branch: Branch, line: Sequence[str]) -> wire.WhatIf:
    """Play the moves of a line, then those of the bots until it is the seat's turn or the deal is over.

    The same arguments give the same result until the bots are changed. Raises NothingToPlay, MoveError, and ValueError
    while the match is running or sealed, since lines would reveal hidden tiles.
    """
    if not table.is_laid_open:
        raise ValueError(f"the tiles of table {table.pk} are not public")
    live = _table_at(table, branch)
    view = view_message(live, branch.seat)
    plies = [_play(live, branch.seat, text) for text in line]
    while live.turn is not None and live.turn != branch.seat:
        plies.append(_play(live, branch.seat, _chosen(live, branch, len(plies))))
    return {"view": view, "plies": plies}


def _table_at(table: Table, branch: Branch) -> LiveTable:
    live = table_after(table, branch.deal, branch.step)
    if live is None or live.turn is None or branch.seat >= len(live.seats):
        raise NothingToPlay
    if branch.seed:
        assert live.match.deal is not None
        live.match.deal = live.match.deal.imagine(branch.seat, random.Random(branch.seed))
    return live


def _play(live: LiveTable, seat: int, text: str) -> wire.SeatPly:
    by = Move.By.PLAYER if live.turn == seat else Move.By.BOT
    moved = play_on(live, read_move(text), by.value)
    return {"moved": moved, "mine": mine_message(live, seat)}


def _chosen(live: LiveTable, branch: Branch, number: int) -> str:
    """Return what a bot plays as move `number` of a line: at the easy level for an easy bot, else at the medium one."""
    assert live.turn is not None
    assert live.match.deal is not None
    is_easy = live.seats[live.turn].bot == Seat.Bot.EASY
    level = Seat.Bot.EASY if is_easy else Seat.Bot.MEDIUM  # stronger ones take too long for a public page
    return choose(live.match.deal.view(live.turn), level, random.Random(f"{branch.seed}/{number}"))
