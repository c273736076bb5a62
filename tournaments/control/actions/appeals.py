"""Deciding on a player's appeal against another organiser's action."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from action_log.services import describe
from common.errors import UserError
from tournaments.calls import appealing
from tournaments.control.actions.base import Action, Context, Done
from tournaments.control.actions.forms import ActionForm, hidden
from tournaments.models import Appeal, Tournament


def appeal_of(tournament: Tournament, appeal_id: int) -> Appeal:
    """Return the appeal. Raises UserError (no-appeal)."""
    found = Appeal.objects.for_display().filter(tournament=tournament, pk=appeal_id).first()
    if found is None:
        raise UserError("no-appeal", _("There is no such appeal."))
    return found


class AppealForm(ActionForm):
    appeal = hidden()

    def subject(self) -> str:
        found = appeal_of(self.tournament, self.asked_number("appeal"))
        gaps = {"name": found.player.username, "text": found.text, "done": describe(found.line)}
        return _("{name} appeals against this: {done} “{text}”").format(**gaps)


@dataclass(frozen=True, kw_only=True)
class _Decide(Action):
    form = AppealForm
    topic = None
    reason_help = gettext_lazy("The player reads it, and it is kept in the log.")
    why_final = gettext_lazy("The player has been told. What the appeal is about can still be undone, or done again.")
    is_upheld: ClassVar[bool]

    appeal: int

    def check(self, context: Context) -> None:
        appealing.check_may_decide(appeal_of(context.tournament, self.appeal), context.by)

    def do(self, context: Context) -> Done:
        found = appeal_of(context.tournament, self.appeal)
        appealing.decide(found, by=context.by, is_upheld=self.is_upheld, reason=context.reason, now=context.now)
        return Done({"name": found.player, **appealing.about_line(found)})


class UpholdAppeal(_Decide):
    slug = "uphold"
    label = gettext_lazy("Uphold the appeal")
    log_sentence = gettext_lazy("The appeal of {name} was upheld against this: {done}")
    is_upheld = True

    def preview(self, context: Context) -> list[str]:
        return [
            _("The player is told that you agree, and why."),
            _("What was done stays until somebody undoes it in the log, or corrects it."),
        ]


class TurnAppealDown(_Decide):
    slug = "turn-down"
    label = gettext_lazy("Turn the appeal down")
    log_sentence = gettext_lazy("The appeal of {name} was turned down against this: {done}")
    is_upheld = False

    def preview(self, context: Context) -> list[str]:
        return [_("The player is told that the decision stays, and why.")]
