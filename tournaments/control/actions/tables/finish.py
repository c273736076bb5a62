"""Letting the house play a match to its end."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.state import dispatch
from tournaments.base.locking import write
from tournaments.control.actions.base import BoardAction, Context, Done
from tournaments.control.actions.tables.running import numbers_of, running_board


class FinishTable(BoardAction):
    slug = "finish"
    label = gettext_lazy("Let the house finish it")
    log_sentence = gettext_lazy("Round {round}, table {table}: the house finished the match.")
    why_final = gettext_lazy("The match has been played to its end; it can be annulled and replayed, or corrected.")

    def check(self, context: Context) -> None:
        running_board(context.tournament, self.board)

    def preview(self, context: Context) -> list[str]:
        return [
            _("The house plays this match to its end at once, for everyone at the table; the result counts."),
            _("This cannot be undone; but the match can be annulled and replayed, or its result corrected."),
        ]

    def do(self, context: Context) -> Done:
        board, table = running_board(context.tournament, self.board)
        write(context.tournament)
        transaction.on_commit(lambda: dispatch.ask_to_finish(table.pk))
        return Done(numbers_of(board))
