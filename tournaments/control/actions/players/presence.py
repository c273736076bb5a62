"""Marking a player as absent or present."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.errors import UserError
from tournaments.base.locking import write
from tournaments.base.snapshot import players_present
from tournaments.control import restoring
from tournaments.control.actions.base import READ_AT_THE_TABLE, Context, Done, EntryAction
from tournaments.control.lookups import entry_of
from tournaments.control.restoring import Before
from tournaments.life.seating import has_too_few_players
from tournaments.life.teams.line_ups import is_reserve
from tournaments.models import Entry, Tournament


class _PresenceAction(EntryAction):
    def check(self, context: Context) -> None:
        if context.tournament.status != Tournament.Status.RUNNING:
            raise UserError("not-running", _("The tournament is not running."))
        check_is_entered(entry_of(context.tournament, self.entry))

    def set_presence(self, context: Context, presence: Entry.Presence) -> Done:
        before = Before.of(restoring.ENTRY, self.entry)
        Entry.objects.filter(pk=self.entry).update(presence=presence)
        write(context.tournament)
        entry = entry_of(context.tournament, self.entry)
        if before.was != restoring.ENTRY.read(self.entry):
            restoring.tell_presence(context.tournament, entry, context.reason)
        return Done({"name": entry.person}, before)


class MarkAbsent(_PresenceAction):
    slug = "absent"
    label = gettext_lazy("Mark as absent")
    log_sentence = gettext_lazy("{name} was marked as absent.")
    reason_help = READ_AT_THE_TABLE

    def preview(self, context: Context) -> list[str]:
        name = entry_of(context.tournament, self.entry).name
        lines = [_("{name} is not seated from the next round on, until they say that they are back.").format(name=name)]
        others = players_present(context.tournament).exclude(pk=self.entry).values_list("pk", flat=True)
        keeps = context.tournament.absence == Tournament.Absence.KEEP
        if not keeps and has_too_few_players(context.tournament, others):
            lines.append(_("Too few are then left for another round: if nobody comes back, the tournament ends."))
        return lines

    def do(self, context: Context) -> Done:
        return self.set_presence(context, Entry.Presence.ABSENT)


class MarkPresent(_PresenceAction):
    slug = "back"
    label = gettext_lazy("Here again")
    log_sentence = gettext_lazy("{name} was marked as here again.")
    needs_reason = False

    def preview(self, context: Context) -> list[str]:
        entry = entry_of(context.tournament, self.entry)
        if is_reserve(entry):
            return [_("{name} is here again, as a reserve.").format(name=entry.name)]
        return [_("{name} is seated again from the next round on.").format(name=entry.name)]

    def do(self, context: Context) -> Done:
        return self.set_presence(context, Entry.Presence.HERE)


def check_is_entered(entry: Entry) -> None:
    """Raise UserError (not-entered) unless the entry is active."""
    if entry.status != Entry.Status.ENTERED:
        raise UserError("not-entered", _("Only entered players can be marked present or away."))
