"""Nudging a table at which nothing happens."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import services as tables
from games.models import Seat
from tournaments.control.actions.base import BoardAction, Context, Done
from tournaments.control.actions.tables.running import lead_to, numbers_of, running_board


class Nudge(BoardAction):
    """Leads the player on turn to the table, and makes the house do whatever is due."""

    slug = "nudge"
    label = gettext_lazy("Nudge")
    log_sentence = gettext_lazy("Round {round}, table {table}: nudged.")
    why_final = gettext_lazy("There is nothing to undo.")
    topic = None
    needs_reason = False

    def check(self, context: Context) -> None:
        running_board(context.tournament, self.board)

    def preview(self, context: Context) -> list[str]:
        return [_("The player whose turn it is is led to the table, and the house does what is due there.")]

    def do(self, context: Context) -> Done:
        board, table = running_board(context.tournament, self.board)
        seat = Seat.objects.filter(table=table, number=table.turn).first() if table.turn is not None else None
        lead_to(context.tournament, seat.player_id if seat else None, table)
        transaction.on_commit(lambda: tables.nudge(table_id=table.pk))
        return Done(numbers_of(board))
