"""Moving somebody up from the waiting list."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.errors import UserError
from tournaments import notices
from tournaments.base.locking import write
from tournaments.control import restoring
from tournaments.control.actions.base import Context, Done, EntryAction
from tournaments.control.lookups import entry_of
from tournaments.control.restoring import Before
from tournaments.models import Entry, Tournament


class PutIn(EntryAction):
    """Allowed even if the tournament is full: the organiser knows why."""

    slug = "put-in"
    label = gettext_lazy("Put in")
    log_sentence = gettext_lazy("{name} moved up from the waiting list.")
    needs_reason = False

    def check(self, context: Context) -> None:
        if entry_of(context.tournament, self.entry).status != Entry.Status.WAITING:
            raise UserError("not-waiting", _("This player is not on the waiting list."))
        if context.tournament.status not in Tournament.ENTERABLE:
            sentence = _("Once it is running, waiting players can only take over somebody's seat.")
            raise UserError("not-open", sentence)

    def preview(self, context: Context) -> list[str]:
        name = entry_of(context.tournament, self.entry).name
        return [_("{name} moves up from the waiting list, and is told.").format(name=name)]

    def do(self, context: Context) -> Done:
        entry = entry_of(context.tournament, self.entry)
        before = Before.of(restoring.ENTRY, entry.pk)
        entry.status = Entry.Status.ENTERED
        Entry.objects.filter(pk=entry.pk).update(status=entry.status)
        write(context.tournament)
        notices.moved_up(context.tournament, entry)
        return Done({"name": entry.name}, before)
