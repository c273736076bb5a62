"""The base of actions on a running match: finding it, and handing over a seat."""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from common.errors import UserError
from games import services as tables
from games.models import Table
from games.services import SetSeat
from games.state.live_tables import LiveTable, live_tables
from tournaments.base.locking import tell
from tournaments.control.actions.base import BoardAction, Context
from tournaments.control.lookups import board_of, place_at
from tournaments.models import Board, Place, Round, Tournament


def numbers_of(board: Board) -> dict[str, Any]:
    """Return the values of the placeholders `round` and `table`."""
    return {"round": board.round.number, "table": board.number}


def running_board(tournament: Tournament, board_id: int) -> tuple[Board, Table]:
    """Return the board and its table. Raises UserError (no-board, table-over)."""
    board = board_of(tournament, board_id)
    if board.table is None or board.is_done or board.round.status != Round.Status.RUNNING:
        raise _table_over()
    return board, board.table


def lead_to(tournament: Tournament, player_id: int | None, table: Table) -> None:
    """Send the player's open page to the table."""
    if player_id is not None:
        tell(tournament, {player_id: {"type": "table", "url": table.get_absolute_url()}})


@dataclass(frozen=True, kw_only=True)
class SeatAction(BoardAction):
    """Hands an entry's seat over to somebody else.

    If a bot takes over, it plays *for* the entry, which keeps the result. A player from the waiting list takes part
    from this round on: they get the result of this table, and the previous player keeps the results of earlier rounds.
    """

    entry: int

    def hold(self, tournament_id: str) -> AbstractContextManager[LiveTable | None]:
        """Hold the match. Raises UserError (table-over)."""
        board = Board.objects.filter(round__tournament=tournament_id, pk=self.board, table__isnull=False).first()
        if board is None or board.table_id is None:
            raise _table_over()
        return live_tables.hold(board.table_id)

    def check(self, context: Context) -> None:
        self.place(context.tournament)

    def place(self, tournament: Tournament) -> Place:
        """Return the entry's place. Raises UserError (no-board, table-over, not-there)."""
        board, _table = running_board(tournament, self.board)
        return place_at(board, self.entry)

    def hand_over(self, context: Context, to: SetSeat) -> Table:
        """Hand the seat over and return the table. Raises UserError (table-over) if it has ended or been replayed
        meanwhile."""
        live, place = context.live_table, self.place(context.tournament)
        _board, table = running_board(context.tournament, self.board)
        assert live is not None
        assert place.seat is not None
        if live.id != table.pk or not tables.hand_over_held(live=live, seat=place.seat, to=to):
            raise _table_over()
        return table


def _table_over() -> UserError:
    return UserError("table-over", _("No match is running at this table."))
