"""Publishing a held seating."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.base.labels import when
from tournaments.control import stale
from tournaments.control.actions.base import Action, Context, Done
from tournaments.control.lookups import current_round
from tournaments.life import clockwork
from tournaments.life.seating import publish
from tournaments.models import Round


class Publish(Action):
    """The tables open when the break is over."""

    slug = "publish"
    label = gettext_lazy("Publish the seating")
    log_sentence = gettext_lazy("The seating of round {round} was published.")
    why_final = gettext_lazy("Everyone already knows the seating.")
    topic = stale.SEATING
    needs_reason = False

    def check(self, context: Context) -> None:
        current_round(context.tournament, Round.Status.HELD)

    def preview(self, context: Context) -> list[str]:
        opens_at = current_round(context.tournament, Round.Status.HELD).opens_at
        known = _("Everyone can see who sits where, and it can no longer be changed.")
        if opens_at <= context.now:
            return [known, _("The tables open at once.")]
        return [known, _("The tables open on {date}.").format(date=when(opens_at))]

    def do(self, context: Context) -> Done:
        round_ = current_round(context.tournament, Round.Status.HELD)
        publish(context.tournament, round_)
        return Done({"round": round_.number})

    def follow_up(self, tournament_id: str, now: datetime) -> None:
        clockwork.advance(tournament_id=tournament_id, now=now)
