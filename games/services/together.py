"""Moves of players and of the house at several tables in one transaction, since a commit for each would take longer
than the moves themselves."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import InterfaceError, OperationalError, connection
from django.utils import timezone

from common.errors import UserError
from games.rules import read_move
from games.rules.moves import MoveError
from games.services import playing
from games.state import choosing, dispatch, messages_out
from games.state.clock import rests
from games.state.live_tables import UNKNOWN, LiveTable, LiveTables, live_tables
from games.state.move_sql import Changed, Writes, lock_free_rows, read_due_rows, writing
from games.state.turns import Due
from live.hub import News, announce, announcing_together, encode
from telemetry.context import about

logger = logging.getLogger(__name__)

Outcome = Exception | None
"""Says why a move was not played; None if it was."""


@dataclass(frozen=True, slots=True)
class Play:
    """A move that a player has sent."""

    table_id: str
    player_id: int
    text: str
    ply: int


@dataclass(frozen=True, slots=True)
class Ready:
    """A player's message that they have seen how the deal ended."""

    table_id: str
    player_id: int


Command = Play | Ready
"""What a player asks of a running match."""

PATIENCE = 10.0
"""Seconds for which no table is trusted after one was not as remembered: another process may be serving it as well."""


class Trust:
    """Decides whether this process may assume that tables are as it remembers them, until their moves are stored."""

    def __init__(self) -> None:
        self._again_at = 0.0

    @property
    def may_be_used(self) -> bool:
        """Return whether it may now: only with PostgreSQL, where reading rows first costs a round trip."""
        return connection.vendor == "postgresql" and time.monotonic() >= self._again_at

    def suspend(self) -> None:
        self._again_at = time.monotonic() + PATIENCE


trust = Trust()


def play_together(plays: Sequence[Command], tables: LiveTables = live_tables) -> list[Outcome]:
    """Play moves and begin deals, in order, in one transaction; return their outcomes once it is committed. The caller
    calls `show_spots` afterwards for each move.

    With PostgreSQL, moves at tables that this process remembers as their players see them are stored in one round trip,
    with a statement that also compares the rows.

    It never waits for a table: moves at tables that another thread or process is using are played one by one
    afterwards, as `play` does. So are all moves if any error but a refusal occurs, so that one that fails does not
    affect the others. Raises OperationalError and InterfaceError of the database; then nothing has been played.
    """
    if len(plays) == 1 and not trust.may_be_used:
        return [_play_alone(plays[0])]
    try:
        played = _play_free(plays, tables)
    except (OperationalError, InterfaceError):
        raise
    except Changed:
        trust.suspend()
        played = {}
    except Exception:
        logger.exception("%d moves could not be played together", len(plays))
        played = {}
    return [played[number] if number in played else _play_alone(one) for number, one in enumerate(plays)]


def _play_free(plays: Sequence[Command], tables: LiveTables) -> dict[int, Outcome]:
    """Play what can be played without waiting; return the outcomes by their index in `plays`.

    The tables are held until the transaction is committed, because until then other threads would read rows that are
    behind the live tables.
    """
    played: dict[int, Outcome] = {}
    with tables.hold_free() as take, writing() as writes:
        free = {table_id: live for table_id in {one.table_id for one in plays} if (live := take(table_id))}
        if trust.may_be_used and _are_known(free, plays):
            for table_id, live in free.items():
                writes.trust(table_id, live.row)
        else:
            rows = lock_free_rows(list(free))
            free = {table_id: free[table_id] for table_id in rows}
            for table_id, row in rows.items():
                free[table_id].catch_up(row)
        for number, one in enumerate(plays):
            if one.table_id in free:
                played[number] = _play_held(free[one.table_id], one, writes)
    return played


def _are_known(tables: Mapping[str, LiveTable], plays: Sequence[Command]) -> bool:
    """Return whether all commands are moves, and the first at each table was made at the ply that is remembered."""
    seen: dict[str, Command] = {}
    for one in plays:
        seen.setdefault(one.table_id, one)
    for table_id, live in tables.items():
        one = seen[table_id]
        if not isinstance(one, Play) or one.ply != live.ply or live.seats_version == UNKNOWN:
            return False
    return all(isinstance(one, Play) for one in plays)


def _play_held(live: LiveTable, one: Command, writes: Writes) -> Outcome:
    try:
        if isinstance(one, Ready):
            playing.be_ready_held(live, one.player_id, writes)
        else:
            playing.play_held(live, read_move(one.text), one.player_id, one.ply, writes)
    except (UserError, MoveError) as refusal:
        return refusal
    return None


def _play_alone(one: Command) -> Outcome:
    try:
        if isinstance(one, Ready):
            playing.be_ready(table_id=one.table_id, player_id=one.player_id)
        else:
            playing.play(table_id=one.table_id, player_id=one.player_id, text=one.text, ply=one.ply)
    except Exception as error:
        if isinstance(error, (OperationalError, InterfaceError)):
            connection.close()
        return error
    return None


def show_spots(table_id: str, tables: LiveTables = live_tables) -> bool:
    """Tell the player on turn where their tiles would lie, which the message about a player's move leaves out; return
    False if another thread is using the table.

    This is sent separately so that no acknowledgement has to wait for it. Players who have already moved do not need it
    any more.
    """
    with tables.hold_free() as take:
        live = take(table_id)
        if live is None:
            return False
        if live.seats_version == UNKNOWN:
            live.refresh()
        if live.turn is not None and (sitter := live.seats[live.turn]).is_watched_by_player:
            message = messages_out.spots_message(live, sitter.number)
            if message:
                announce(News(live.id, players={str(sitter.player_id): [encode(message)]}))
    return True


# --- The house ---


def act_together(dues: Sequence[Due], tables: LiveTables = live_tables) -> None:
    """Do what is due at several tables, as `act` does at each, but with the house's moves in one transaction.

    It never waits for a table: tables that somebody else is using are served one by one afterwards, and so are those
    where something other than a move for a bot or an absent player is due. So are all tables if anything goes wrong.
    Raises OperationalError and InterfaceError of the database; the sweep then finds what has not been done.
    """
    try:
        with announcing_together():
            left = _act_at_free(dues, tables, timezone.now())
    except (OperationalError, InterfaceError):
        raise
    except Exception:
        logger.exception("%d turns of the house could not be taken together", len(dues))
        left = list(dues)
    for due in left:
        act_or_log(due)


def _act_at_free(dues: Sequence[Due], tables: LiveTables, now: datetime) -> list[Due]:
    """Play what can be played without waiting; return the turns that are left to do."""
    left: list[Due] = []
    chosen: list[tuple[Due, LiveTable, choosing.Chosen]] = []
    with tables.hold_free() as take:
        held = {due: take(due.table_id) for due in dues}
        rows = read_due_rows([due.table_id for due, live in held.items() if live], now)
        for due, live in held.items():
            if live is None:
                left.append(due)
            elif due.table_id in rows and rows[due.table_id].ply == due.ply:
                live.catch_up(rows[due.table_id])
                if live.turn is None or not live.seats[live.turn].is_played_by_the_house or rests(live):
                    left.append(due)
                elif kept := choosing.take_kept(live):
                    chosen.append((due, live, kept))
                elif choosing.is_for_thinking_worker(live, now):
                    dispatch.ask_to_think(*due)
                else:
                    chosen.append((due, live, choosing.choose_for(live, live.turn)))
        with writing() as writes:
            rows = lock_free_rows([due.table_id for due, _, _ in chosen])
            for due, live, move in chosen:
                if due.table_id in rows:
                    live.catch_up(rows[due.table_id])
                    playing.play_chosen(live, move, now, writes)
                else:
                    left.append(due)
    return left


def act_or_log(due: Due) -> None:
    """Do what is due at a table, as `act` does, but log errors, so that they do not affect other tables.

    Raises OperationalError and InterfaceError of the database, which would occur at all other tables as well.
    """
    with about("house", due.table_id):
        try:
            playing.act(table_id=due.table_id, ply=due.ply)
        except (OperationalError, InterfaceError):
            raise
        except Exception:
            logger.exception("the house could not act at table %s", due.table_id)
