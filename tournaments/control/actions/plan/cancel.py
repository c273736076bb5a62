"""Cancelling a tournament."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.errors import UserError
from tournaments.control.actions.base import Action, Context, Done
from tournaments.life import stages
from tournaments.models import Tournament


class Cancel(Action):
    """Everyone is notified and can read the reason."""

    slug = "cancel"
    label = gettext_lazy("Cancel the tournament")
    log_sentence = gettext_lazy("The tournament was cancelled.")
    is_grave = True
    reason_help = gettext_lazy("Everyone who has entered will read it.")

    def check(self, context: Context) -> None:
        if context.tournament.status == Tournament.Status.DRAFT:
            raise UserError("draft", _("A draft is discarded, not cancelled: nobody knows about it yet."))
        stages.check_can_cancel(context.tournament)

    def preview(self, context: Context) -> list[str]:
        over = _("The tournament is over for good. Matches that run are broken off; everyone is told why.")
        kept = _("Nobody wins it. Its page keeps what was played, with the standings as they are then.")
        has_begun = context.tournament.started_at is not None
        return [over, *([kept] if has_begun else []), _("This cannot be undone.")]

    def do(self, context: Context) -> Done:
        stages.cancel(tournament_id=context.tournament.pk, because=context.reason)
        return Done()
