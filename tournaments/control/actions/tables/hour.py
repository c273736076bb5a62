"""Setting the hour of a match whose players have not agreed on one, or cannot keep theirs."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.errors import UserError
from tournaments.base.labels import when
from tournaments.base.locking import write
from tournaments.control.actions.base import BoardAction, Context, Done
from tournaments.control.actions.forms import BoardForm
from tournaments.control.actions.tables.running import numbers_of
from tournaments.control.lookups import board_of
from tournaments.hours.agreeing import people_at, set_hour
from tournaments.hours.deadlines import fixed_hour, latest_hour
from tournaments.models import Board, Round, Tournament
from tournaments.notices import match_hours


class HourForm(BoardForm):
    """Asks for an hour in the organiser's time zone."""

    def fill(self) -> None:
        board = board_without_table(self.tournament, self.asked_number("board"))
        initial = timezone.localtime(board.opens_at or fixed_hour(self.tournament, board.round))
        self.fields["at"] = forms.DateTimeField(
            label=_("When?"),
            help_text=_("In your time zone, %(zone)s.") % {"zone": timezone.get_current_timezone_name()},
            initial=initial,
            widget=forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"}),
        )


@dataclass(frozen=True, kw_only=True)
class SetHour(BoardAction):
    slug = "hour"
    label = gettext_lazy("Set the time")
    log_sentence = gettext_lazy("Round {round}, table {table}: the time was set to {time}.")
    why_final = gettext_lazy("Set another time instead.")
    form = HourForm

    at: datetime

    def check(self, context: Context) -> None:
        board = board_without_table(context.tournament, self.board)
        if not context.now < self.at <= latest_hour(board.round):
            raise UserError("bad-hour", _("Choose a time in the future, at least two hours before the round is over."))

    def preview(self, context: Context) -> list[str]:
        opens = _("The table opens on {time}, and its players are told.").format(time=when(self.at))
        return [opens, _("Times that the players have proposed no longer stand; they can still all agree on another.")]

    def do(self, context: Context) -> Done:
        board = board_without_table(context.tournament, self.board)
        set_hour(board, self.at, Board.HourFrom.ORGANISERS)
        match_hours.was_set(context.tournament, board, [player.pk for player in people_at(board)])
        due = {} if context.tournament.paused_at else {"next_at": context.now}
        write(context.tournament, **due)
        return Done({**numbers_of(board), "time": f"{self.at:%Y-%m-%d %H:%M %Z}"})


def board_without_table(tournament: Tournament, board_id: int) -> Board:
    """Return a board whose table is yet to open at an hour of its own. Raises UserError (no-board, open)."""
    board = board_of(tournament, board_id)
    is_waiting = board.table_id is None and not board.is_done and board.round.status == Round.Status.RUNNING
    if not tournament.agrees_on_hours or not is_waiting:
        raise UserError("open", _("This table does not wait for a time of its own."))
    return board
