"""Pausing an event, and resuming it with its time given back."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.errors import UserError
from tournaments.base import log
from tournaments.base.locking import write
from tournaments.control.actions.base import Action, Context, Done
from tournaments.life.pausing import apply_pause, shift
from tournaments.models import Tournament
from tournaments.notices import changes


class Pause(Action):
    """Everything stops until the event is resumed: moves, rounds and clocks."""

    slug = log.PAUSED
    label = gettext_lazy("Pause the tournament")
    log_sentence = gettext_lazy("The tournament was paused.")
    reason_help = gettext_lazy("Everyone who has entered will read it.")
    why_final = gettext_lazy("Resume the tournament instead.")

    def check(self, context: Context) -> None:
        if context.tournament.status != Tournament.Status.RUNNING:
            raise UserError("not-running", _("The tournament is not running."))
        if context.tournament.paused_at is not None:
            raise UserError("paused", _("The tournament is already paused."))

    def preview(self, context: Context) -> list[str]:
        stop = _("All clocks stop; no move is accepted and no round begins until you resume.")
        if context.tournament.schedule.has_dates:
            return [
                stop,
                _(
                    "The player on turn then has the full time again. The dates of rounds stay; only if one has "
                    "passed by then, the round ends later by the length of the pause, and the next one begins right "
                    "after it."
                ),
            ]
        return [
            stop,
            _(
                "Then the round ends later by the length of the pause, and whoever's turn it is has the full time "
                "again."
            ),
        ]

    def do(self, context: Context) -> Done:
        write(context.tournament, paused_at=context.now, next_at=None)
        changes.paused(context.tournament, context.reason)
        return Done()

    def follow_up(self, tournament_id: str, now: datetime) -> None:
        apply_pause(tournament_id=tournament_id)


class Resume(Action):
    """Rounds and breaks are extended by the length of the pause, but dates that have not passed stay the same; players
    have the full time for their move."""

    slug = "go-on"
    label = gettext_lazy("Resume")
    log_sentence = gettext_lazy("The tournament was resumed after {minutes} min.")
    why_final = gettext_lazy("Pause it again instead: the time that was given back stays.")
    needs_reason = False

    def check(self, context: Context) -> None:
        if context.tournament.paused_at is None:
            raise UserError("not-paused", _("The tournament is not paused."))

    def preview(self, context: Context) -> list[str]:
        full_time = _("The player on turn has the full time for the move again.")
        if context.tournament.schedule.has_dates:
            return [_("The dates of rounds stay as long as they have not passed."), full_time]
        back = _("The pause has lasted {minutes} min by now: that time is given back.")
        return [back.format(minutes=_minutes(context)), full_time]

    def do(self, context: Context) -> Done:
        about = {"minutes": _minutes(context)}
        shift(context.tournament, _length(context), context.now)
        write(context.tournament, paused_at=None, next_at=context.now)
        changes.goes_on(context.tournament)
        return Done(about)

    def follow_up(self, tournament_id: str, now: datetime) -> None:
        apply_pause(tournament_id=tournament_id)


def _length(context: Context) -> timedelta:
    assert context.tournament.paused_at is not None
    return max(context.now - context.tournament.paused_at, timedelta())


def _minutes(context: Context) -> int:
    """Return the length of the pause in whole minutes, at least one."""
    return max(1, round(_length(context) / timedelta(minutes=1)))
