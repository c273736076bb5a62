"""What actions at a running match have in common: finding it, and handing a seat over."""

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
    """Return what fills the gaps `round` and `table` of a sentence."""
    return {"round": board.round.number, "table": board.number}


def running_board(tournament: Tournament, board_id: int) -> tuple[Board, Table]:
    """Raises UserError (no-board, table-over)."""
    board = board_of(tournament, board_id)
    if board.table is None or board.is_done or board.round.status != Round.Status.RUNNING:
        raise _table_over()
    return board, board.table


def lead_to(tournament: Tournament, player_id: int | None, table: Table) -> None:
    """Have the player's open page go to the table."""
    if player_id is not None:
        tell(tournament, {player_id: {"type": "table", "url": table.get_absolute_url()}})


@dataclass(frozen=True, kw_only=True)
class SeatAction(BoardAction):
    """Somebody else plays on at the seat of an entry.

    Whose result it is: a bot that is put in plays *for* the entry, whose result it stays. A player who is put in from
    the waiting list takes part from this round on: the result of this table is theirs, and whoever sat there before
    keeps what the rounds before brought.
    """

    entry: int

    def hold(self, tournament_id: str) -> AbstractContextManager[LiveTable | None]:
        """Raises UserError (table-over)."""
        board = Board.objects.filter(round__tournament=tournament_id, pk=self.board, table__isnull=False).first()
        if board is None or board.table_id is None:
            raise _table_over()
        return live_tables.hold(board.table_id)

    def check(self, context: Context) -> None:
        self.place(context.tournament)

    def place(self, tournament: Tournament) -> Place:
        """Raises UserError (no-board, table-over, not-there)."""
        board, _table = running_board(tournament, self.board)
        return place_at(board, self.entry)

    def hand_over(self, context: Context, to: SetSeat) -> Table:
        """Return the table. Raises UserError (table-over): it may have ended, or been replayed, in the meantime."""
        live, place = context.live_table, self.place(context.tournament)
        _board, table = running_board(context.tournament, self.board)
        assert live is not None
        assert place.seat is not None
        if live.id != table.pk or not tables.hand_over_held(live=live, seat=place.seat, to=to):
            raise _table_over()
        return table


def _table_over() -> UserError:
    return UserError("table-over", _("No match is running at this table."))
