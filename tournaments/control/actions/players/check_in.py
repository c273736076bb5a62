"""Checking a player in by hand, and undoing a check-in."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.notices import expect
from common.errors import UserError
from tournaments.base.locking import write
from tournaments.control import restoring
from tournaments.control.actions.base import Context, Done, EntryAction
from tournaments.control.lookups import entry_of
from tournaments.control.restoring import Before
from tournaments.models import Entry, Tournament


class _CheckInAction(EntryAction):
    needs_reason = False

    def check(self, context: Context) -> None:
        if context.tournament.status not in Tournament.ENTERABLE:
            raise UserError("not-open", _("Players are checked in between registration and start."))
        if entry_of(context.tournament, self.entry).status == Entry.Status.WITHDRAWN:
            raise UserError("not-entered", _("Only players who have entered, or wait, can be checked in."))

    def set_checked_in(self, context: Context, at: datetime | None) -> Done:
        before = Before.of(restoring.ENTRY, self.entry)
        Entry.objects.filter(pk=self.entry).update(checked_in_at=at)
        write(context.tournament)
        entry = entry_of(context.tournament, self.entry)
        expect([entry.player_id] if entry.player_id else [])
        return Done({"name": entry.person}, before)


class CheckIn(_CheckInAction):
    """For somebody who is present but cannot check in."""

    slug = "check-in"
    label = gettext_lazy("Check in")
    log_sentence = gettext_lazy("{name} was checked in by hand.")

    def preview(self, context: Context) -> list[str]:
        name = entry_of(context.tournament, self.entry).name
        return [_("{name} counts as present, and is seated at the start.").format(name=name)]

    def do(self, context: Context) -> Done:
        return self.set_checked_in(context, context.now)


class UndoCheckIn(_CheckInAction):
    slug = "not-here"
    label = gettext_lazy("Undo the check-in")
    log_sentence = gettext_lazy("The check-in of {name} was undone.")

    def preview(self, context: Context) -> list[str]:
        name = entry_of(context.tournament, self.entry).name
        return [_("{name} has to check in again to be seated at the start.").format(name=name)]

    def do(self, context: Context) -> Done:
        return self.set_checked_in(context, None)
