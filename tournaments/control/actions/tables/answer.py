"""Answering a player's call from a table."""

from __future__ import annotations

from dataclasses import dataclass

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.errors import UserError
from games import services as tables
from games.models import Table
from tournaments.calls import calling
from tournaments.control.actions.base import Action, Context, Done
from tournaments.control.actions.forms import ActionForm, hidden
from tournaments.control.actions.tables.running import numbers_of
from tournaments.models import Call, Tournament
from tournaments.models.calls import LONGEST_TEXT


def call_of(tournament: Tournament, call_id: int) -> Call:
    """Return an unanswered call. Raises UserError (answered)."""
    found = Call.objects.of(tournament).unanswered().for_display().filter(pk=call_id).first()
    if found is None:
        raise UserError("answered", _("This call has been answered already."))
    return found


class AnswerForm(ActionForm):
    call = hidden()
    text = forms.CharField(
        label=gettext_lazy("Your answer"), max_length=LONGEST_TEXT, widget=forms.Textarea(attrs={"rows": 3})
    )

    def subject(self) -> str:
        call = call_of(self.tournament, self.asked_number("call"))
        gaps = {"table": call.board.number, "name": call.player.username, "text": call.text}
        return _("Table {table}: {name} calls: “{text}”").format(**gaps)


@dataclass(frozen=True, kw_only=True)
class AnswerCall(Action):
    """The caller gets the answer as a notice, and the table reads it in its chat."""

    slug = "answer"
    label = gettext_lazy("Answer the call")
    log_sentence = gettext_lazy("Round {round}, table {table}: {name} called: “{text}” Answer: “{answer}”")
    why_final = gettext_lazy("The answer has been sent. If something in it was wrong, go to the table and say so.")
    form = AnswerForm
    topic = None
    needs_reason = False

    call: int
    text: str

    @property
    def line(self) -> str:
        """Return the answer on one line."""
        return " ".join(self.text.split())

    def check(self, context: Context) -> None:
        call = call_of(context.tournament, self.call)
        if not self.line:
            raise UserError("bad-text", _("Say something."))
        if call.player_id == context.by.pk:
            raise UserError("own-call", _("It is your own call: a co-organiser has to answer it."))

    def preview(self, context: Context) -> list[str]:
        call = call_of(context.tournament, self.call)
        return [
            _("{name} is told: “{text}”").format(name=call.player.username, text=self.line),
            _("Everyone at the table reads it in the chat."),
        ]

    def do(self, context: Context) -> Done:
        call = call_of(context.tournament, self.call)
        calling.answer(call, by=context.by, text=self.line, now=context.now)
        table = call.board.table
        if table is not None and table.status != Table.Status.CLOSED:
            said = _("To {name}: {text}").format(name=call.player.username, text=self.line)
            tables.tell_table(table_id=table.pk, author=context.by, text=said, now=context.now)
        about = {"name": call.player, "text": call.text, "answer": self.line}
        return Done({**numbers_of(call.board), **about})
