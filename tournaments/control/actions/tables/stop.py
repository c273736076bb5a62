"""Stopping a single table, for instance while a call from it is looked into, and resuming it."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.errors import UserError
from tournaments.base.locking import write
from tournaments.control.actions.base import READ_AT_THE_TABLE, BoardAction, Context, Done
from tournaments.control.actions.tables.running import numbers_of, running_board
from tournaments.life.pausing import apply_pause
from tournaments.models import Board
from tournaments.notices import changes


class StopTable(BoardAction):
    """No move is accepted and no clock runs at this table; the round's time runs on."""

    slug = "stop"
    label = gettext_lazy("Stop the table")
    log_sentence = gettext_lazy("Round {round}, table {table}: stopped.")
    reason_help = READ_AT_THE_TABLE
    why_final = gettext_lazy("Let the table go on instead.")

    def check(self, context: Context) -> None:
        board, _table = running_board(context.tournament, self.board)
        if board.is_stopped:
            raise UserError("stopped", _("This table is stopped already."))

    def preview(self, context: Context) -> list[str]:
        board, _table = running_board(context.tournament, self.board)
        sentences = [_("No move is accepted at this table, and its clock stands still, until you let it go on.")]
        if board.round.ends_at:
            sentences.append(_("The time of the round runs on: extend the round if the table needs it."))
        return sentences

    def do(self, context: Context) -> Done:
        board, _table = running_board(context.tournament, self.board)
        done = _set_stopped(context, board, True)
        changes.table_stopped(context.tournament, board, context.reason)
        return done

    def follow_up(self, tournament_id: str, now: datetime) -> None:
        apply_pause(tournament_id=tournament_id)


class LetGoOn(BoardAction):
    """The player on turn has the full time for the move again."""

    slug = "let-go-on"
    label = gettext_lazy("Let the table go on")
    log_sentence = gettext_lazy("Round {round}, table {table}: went on.")
    why_final = gettext_lazy("Stop the table again instead.")
    needs_reason = False

    def check(self, context: Context) -> None:
        board, _table = running_board(context.tournament, self.board)
        if not board.is_stopped:
            raise UserError("not-stopped", _("This table is not stopped."))

    def preview(self, context: Context) -> list[str]:
        if context.tournament.paused_at is not None:
            return [_("The table goes on when the tournament does.")]
        return [_("The player on turn has the full time for the move again.")]

    def do(self, context: Context) -> Done:
        board, _table = running_board(context.tournament, self.board)
        done = _set_stopped(context, board, False)
        changes.table_goes_on(context.tournament, board)
        return done

    def follow_up(self, tournament_id: str, now: datetime) -> None:
        apply_pause(tournament_id=tournament_id)


def _set_stopped(context: Context, board: Board, is_stopped: bool) -> Done:
    Board.objects.filter(pk=board.pk).update(is_stopped=is_stopped)
    due = {} if context.tournament.paused_at else {"next_at": context.now}  # if this process dies, the sweep follows up
    write(context.tournament, **due)
    return Done(numbers_of(board))
