"""Removing a player from the tournament."""

from __future__ import annotations

from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.errors import UserError
from tournaments import notices
from tournaments.base.locking import write
from tournaments.base.snapshot import event_of
from tournaments.control import restoring, standings_diff
from tournaments.control.actions.base import READ_AT_THE_TABLE, Context, Done, EntryAction
from tournaments.control.lookups import entry_of
from tournaments.control.restoring import Before
from tournaments.control.standings_diff import StandingsDiff
from tournaments.life.entering import recheck_access, take_out
from tournaments.life.teams.line_ups import leave_team
from tournaments.models import Entry, Tournament
from tournaments.notices import changes


class Remove(EntryAction):
    """Before the start, nobody moves up automatically, so that the removal can be undone; later, the house plays the
    seat to the end of the round."""

    slug = "remove"
    label = gettext_lazy("Take out")
    log_sentence = gettext_lazy("{name} was taken out of the tournament.")
    reason_help = READ_AT_THE_TABLE
    tells_player: ClassVar[bool] = True
    is_grave = True

    def check(self, context: Context) -> None:
        if entry_of(context.tournament, self.entry).status == Entry.Status.WITHDRAWN:
            raise UserError("gone", _("This player has already withdrawn."))

    def preview(self, context: Context) -> list[str]:
        name = entry_of(context.tournament, self.entry).name
        if context.tournament.status in Tournament.COMING:
            out = _("{name} is no longer in the tournament, and may enter again while registration is open.")
            return [
                out.format(name=name),
                _("Nobody moves up from the waiting list automatically: put in whoever you like."),
            ]
        plays = _("The house plays the seat of {name} to the end of this round; then {name} is not seated again.")
        return [plays.format(name=name), _("What was played so far counts.")]

    def standings_diff(self, context: Context) -> StandingsDiff | None:
        if context.tournament.status != Tournament.Status.RUNNING:
            return None
        event = event_of(context.tournament)
        return standings_diff.diff(context.tournament, standings_diff.without(event, self.entry))

    def do(self, context: Context) -> Done:
        tournament, entry = context.tournament, entry_of(context.tournament, self.entry)
        before: Before | None = Before.of(restoring.ENTRY, entry.pk)
        if tournament.status in Tournament.COMING:
            Entry.objects.filter(pk=entry.pk).update(status=Entry.Status.WITHDRAWN)
            if (team := entry.team) is not None:
                before = None  # the team has closed the gap
                if leave_team(entry) is not None:
                    notices.teams.partner_left(tournament, team, entry)
            write(tournament)
            recheck_access(tournament, entry)
        else:
            take_out(tournament, entry)
        if self.tells_player:
            changes.taken_out(tournament, entry, context.reason)
        return Done({"name": entry.person}, before)
