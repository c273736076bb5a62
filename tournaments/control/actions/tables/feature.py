"""Choosing the table that the wall and the spectators' page show large."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.errors import UserError
from tournaments.base.locking import write
from tournaments.control.actions.base import BoardAction, Context, Done
from tournaments.control.actions.tables.running import numbers_of, running_board
from tournaments.models import Board


class Feature(BoardAction):
    """The table is shown as long as it is played; otherwise, the table of the leaders is."""

    slug = "feature"
    label = gettext_lazy("Feature this table")
    log_sentence = gettext_lazy("Round {round}, table {table}: featured.")
    why_final = gettext_lazy("Feature another table instead.")
    topic = None
    needs_reason = False

    def check(self, context: Context) -> None:
        running_board(context.tournament, self.board)
        if context.tournament.duplicate:
            raise UserError("same-tiles", _("Nobody may watch a table while others play the same tiles."))

    def preview(self, context: Context) -> list[str]:
        return [_("The wall and the page of all tables show it large as long as it is played.")]

    def do(self, context: Context) -> Done:
        board, _table = running_board(context.tournament, self.board)
        Board.objects.filter(round=board.round, is_featured=True).update(is_featured=False)
        Board.objects.filter(pk=board.pk).update(is_featured=True)
        write(context.tournament)
        return Done(numbers_of(board))
