"""Ending the current round early."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from common.errors import UserError
from tournaments.base.locking import write
from tournaments.control.actions.base import Action, Context, Done
from tournaments.control.lookups import check_rolls, current_round
from tournaments.life import clockwork
from tournaments.models import Round


class EndRound(Action):
    """The house finishes the unfinished matches."""

    slug = "end-round"
    label = gettext_lazy("End the round now")
    log_sentence = gettext_lazy("Round {round} was ended early.")
    why_final = gettext_lazy("The matches have been played to their end; results can be corrected.")
    is_grave = True

    def check(self, context: Context) -> None:
        if context.tournament.is_rolling:
            raise UserError("no-round", _("Rolling tables have no rounds: end the time instead."))
        self.check_is_running(context)

    def check_is_running(self, context: Context) -> None:
        """Raise UserError (paused, no-round) unless a round is running that can be ended."""
        if context.tournament.paused_at is not None:
            raise UserError("paused", _("The tournament is paused: resume it first."))
        current_round(context.tournament, Round.Status.RUNNING)

    def preview(self, context: Context) -> list[str]:
        round_ = current_round(context.tournament, Round.Status.RUNNING)
        open_ = round_.boards.filter(is_done=False).count()
        ends = _("Round {round} ends now. Tables that still play: {open}; the house plays them to their end at once.")
        has_dates = context.tournament.schedule.has_dates
        return [
            ends.format(round=round_.number, open=open_),
            *([_("The next round begins on its date all the same.")] if has_dates else []),
            _("This cannot be undone."),
        ]

    def do(self, context: Context) -> Done:
        round_ = current_round(context.tournament, Round.Status.RUNNING)
        round_.ends_at = context.now
        round_.save(update_fields=["ends_at"])
        write(context.tournament, next_at=context.now)
        return Done({"round": round_.number})

    def follow_up(self, tournament_id: str, now: datetime) -> None:
        clockwork.advance(tournament_id=tournament_id, now=now)


class EndTime(EndRound):
    """Nobody is seated any more; tables under way are played out or broken off, as planned."""

    slug = "end-time"
    label = gettext_lazy("End the time now")
    log_sentence = gettext_lazy("The time was ended early.")
    why_final = gettext_lazy("Nobody is seated any more; results can be corrected.")

    def check(self, context: Context) -> None:
        check_rolls(context.tournament)
        self.check_is_running(context)

    def preview(self, context: Context) -> list[str]:
        round_ = current_round(context.tournament, Round.Status.RUNNING)
        open_ = round_.boards.filter(is_done=False, table__isnull=False).count()
        if context.tournament.plays_out:
            under_way = ngettext(
                "{open} table is played to its end, and counts.",
                "{open} tables are played to their end, and count.",
                open_,
            )
        else:
            under_way = ngettext(
                "{open} table is broken off, and counts for nobody.",
                "{open} tables are broken off, and count for nobody.",
                open_,
            )
        return [_("Nobody is seated any more."), under_way.format(open=open_), _("This cannot be undone.")]
