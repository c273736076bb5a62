"""Checks whether an entry can be restored to its state before an action."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Self

from django.utils.translation import gettext as _

from common.errors import UserError
from tournaments.life.entering import has_room
from tournaments.models import Entry, Tournament

ENTERED = Entry.Status.ENTERED


@dataclass(frozen=True, slots=True)
class EntriesNow:
    """The facts that decide whether entries can be restored, read once for many of them: the status and seed of each,
    and whether there is a free place."""

    tournament: Tournament
    entries: Mapping[int, tuple[str, int]]
    has_room: bool

    @classmethod
    def of(cls, tournament: Tournament, keys: Collection[int]) -> Self:
        rows = tournament.entries.filter(pk__in=keys).values_list("pk", "status", "seed")
        entries = {key: (status, seed) for key, status, seed in rows}
        return cls(tournament, entries, tournament.has_teams or has_room(tournament))

    def refusal(self, key: int, state: Any) -> UserError | None:
        """Return why the entry cannot be restored to this state (over, too-late, full), or None if it can."""
        tournament, (status, seed) = self.tournament, self.entries[key]
        if tournament.status == Tournament.Status.FINISHED:
            return UserError("over", _("This tournament is over."))
        if tournament.status == Tournament.Status.RUNNING and seed <= 0:
            sentence = _("The tournament has begun in the meantime: anyone who was not in it then joins late.")
            return UserError("too-late", sentence)
        if state[0] == ENTERED != status and not self.has_room:
            sentence = _("All {most} places are taken again: take somebody else out first, or allow more in the plan.")
            return UserError("full", sentence.format(most=tournament.most))
        return None


def check_is_restorable(tournament: Tournament, key: int, state: Any) -> None:
    """Raise UserError (over, too-late, full) if the entry cannot be restored to this state."""
    if refusal := EntriesNow.of(tournament, [key]).refusal(key, state):
        raise refusal
