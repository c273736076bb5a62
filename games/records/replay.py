"""Replays of deals, as the messages that the live table sent: what was public, and if the match is over, all hands."""

from __future__ import annotations

from games.models import Move, Table
from games.rules import Move as RulesMove
from games.rules import read_move
from games.state import replay_types as wire
from games.state.live_tables import LiveTable, Sitter
from games.state.message_types import Moved
from games.state.messages_out import moved_message, over_message, view_message
from games.state.stored import StoredMatch, read_match


def replay_of(table: Table, number: int) -> wire.Replay | None:
    """Return deal `number` of the match, or None if there was none. Makes the same number of queries for every deal.

    Raises ValueError while the match is running or sealed, since a replay reveals all hands.
    """
    if not table.is_laid_open:
        raise ValueError(f"the tiles of table {table.pk} are not public")
    match = read_match(table.pk)
    live = table_at_start(table, match, number)
    if live is None:
        return None
    view, hands = view_message(live, None), live.hands
    plies: list[wire.ReplayPly] = [
        {"moved": _moved(live, move), "hands": live.hands} for move in match.moves if move.deal == number
    ]
    return {"deals": len(match.deals), "view": view, "hands": hands, "plies": plies}


def so_far(table: Table, number: int) -> wire.SoFar | None:
    """Return what onlookers have seen of deal `number` so far, without any hidden tiles, or None if it has not begun.

    Makes the same number of queries for every deal.
    """
    match = read_match(table.pk)
    live = table_at_start(table, match, number)
    if live is None:
        return None
    view = view_message(live, None)
    plies: list[wire.SoFarPly] = [{"moved": _moved(live, move)} for move in match.moves if move.deal == number]
    return {"view": view, "plies": plies}


def table_after(table: Table, number: int, step: int) -> LiveTable | None:
    """Return the table after `step` moves of deal `number`, or None if there were fewer."""
    match = read_match(table.pk)
    live = table_at_start(table, match, number)
    moves = [move for move in match.moves if move.deal == number]
    if live is None or step > len(moves):
        return None
    for move in moves[:step]:
        live.play(read_move(move.text))
    return live


def table_at_the_end(table: Table) -> LiveTable:
    """Return the table of a finished match as it was at its end."""
    match = read_match(table.pk)
    live = table_at_start(table, match, len(match.deals))
    assert live is not None
    for move in match.moves[live.ply :]:
        live.play(read_move(move.text))
    return live


def table_at_start(table: Table, match: StoredMatch, number: int) -> LiveTable | None:
    """Return the table as it was when deal `number` had just begun, or None if there was none."""
    if not 1 <= number <= len(match.deals):
        return None
    live = LiveTable(table)
    live.seats = [Sitter.of(seat) for seat in table.seats.all()]
    _play_deals_before(live, match, number)
    live.start_deal(match.decks[number])
    live.status = Table.Status.RUNNING.value
    return live


def _play_deals_before(live: LiveTable, match: StoredMatch, number: int) -> None:
    """Play the earlier deals by the rules alone, without laying out their tiles."""
    moves = iter([move for move in match.moves if move.deal < number])
    for deal in match.deals[: number - 1]:
        live.match.start_deal(deal.deck.split())
        while live.turn is not None:
            live.match.play(read_move(next(moves).text))
            live.ply += 1
    live.deal_number = number - 1


def _moved(live: LiveTable, move: Move) -> Moved:
    """Play the next move of the match; return what was sent at the time."""
    return play_on(live, read_move(move.text), move.by)


def play_on(live: LiveTable, move: RulesMove, by: str) -> Moved:
    """Play a move for the seat on turn; return what a table would send. Raises IllegalMove."""
    seat, tiles = live.turn, len(live.spots)
    events = live.play(move)
    assert seat is not None
    assert live.match.deal is not None
    over = None
    if live.match.deal.result is not None:
        over = over_message(live)
    new = len(live.spots) - tiles
    return moved_message(live, seat=seat, move=move, by=by, events=events, new=new, over=over)
