"""A deal of a finished match, as the messages that its live table sent, with the hands that were hidden then."""

from __future__ import annotations

from games.models import Move, Table
from games.rules import read_move
from games.rules.tiles import Tile
from games.state import message_types as wire
from games.state.kept import Kept, kept
from games.state.live_tables import LiveTable, Sitter
from games.state.messages_out import moved_message, over_message, view_message


def replay_of(table: Table, number: int) -> wire.Replay | None:
    """Return deal `number` of the match, or None if there was none. Takes the same queries for every deal and match.

    Raises ValueError while the match is running or sealed, since a replay reveals all hands.
    """
    if not table.is_laid_open:
        raise ValueError(f"the tiles of table {table.pk} are not open to all")
    match = kept(table.pk)
    if not 1 <= number <= len(match.deals):
        return None
    live = LiveTable(table)
    live.seats = [Sitter.of(seat) for seat in table.seats.all()]
    _play_deals_before(live, match, number)
    live.start_deal(match.decks[number])
    live.status = Table.Status.RUNNING.value
    view, hands = view_message(live, None), _hands(live)
    plies = [_ply(live, table, move) for move in match.moves if move.deal == number]
    return {"deals": len(match.deals), "view": view, "hands": hands, "plies": plies}


def _play_deals_before(live: LiveTable, match: Kept, number: int) -> None:
    """Play the earlier deals by the rules alone: where their tiles lay does not matter."""
    moves = iter([move for move in match.moves if move.deal < number])
    for deal in match.deals[: number - 1]:
        live.match.start_deal(deal.deck.split())
        while live.turn is not None:
            live.match.play(read_move(next(moves).text))
            live.ply += 1
    live.deal_number = number - 1


def _ply(live: LiveTable, table: Table, move: Move) -> wire.ReplayPly:
    assert live.match.deal is not None
    tiles = len(live.spots)
    played = read_move(move.text)
    events = live.play(played)
    over = None
    if live.match.deal.result is not None:
        over = over_message(live, bytes(table.chain.secret), table.chain.length)
    new = len(live.spots) - tiles
    moved = moved_message(live, seat=move.seat, move=played, by=move.by, events=events, new=new, over=over)
    return {"moved": moved, "hands": _hands(live)}


def _hands(live: LiveTable) -> list[list[Tile]]:
    assert live.match.deal is not None
    return [hand.copy() for hand in live.match.deal.hands]
