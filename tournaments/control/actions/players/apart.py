"""Keeping two entries apart, such as couples and families, and letting them meet again."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.errors import UserError
from tournaments.base.locking import write
from tournaments.base.snapshot import format_of, kept_apart
from tournaments.control import stale
from tournaments.control.actions.base import Action, Context, Done
from tournaments.control.actions.forms import ActionForm, choice
from tournaments.control.lookups import entry_of
from tournaments.models import Entry, Tournament

MOST_PAIRS = 100


class PairForm(ActionForm):
    one = choice(gettext_lazy("Who?"))
    other = choice(gettext_lazy("And who?"))

    def fill(self) -> None:
        entries = self.tournament.entries.exclude(status=Entry.Status.WITHDRAWN).select_related("player")
        people = sorted(((entry.pk, entry.name) for entry in entries), key=lambda one: one[1].casefold())
        self.offer("one", people)
        self.offer("other", people)


class _OfTwo(Action):
    topic = stale.ENTRIES
    form = PairForm
    needs_reason = False

    one: int
    other: int

    def check(self, context: Context) -> None:
        if context.tournament.is_over:
            raise UserError("over", _("This tournament is over."))
        if self.one == self.other:
            raise UserError("same", _("Choose two different players."))
        self._names(context)

    def _names(self, context: Context) -> dict[str, str]:
        one, other = (entry_of(context.tournament, entry) for entry in (self.one, self.other))
        return {"one": one.name, "other": other.name}

    def _are_kept_apart(self, context: Context) -> bool:
        return frozenset((self.one, self.other)) in kept_apart(context.tournament)


@dataclass(frozen=True, kw_only=True)
class KeepApart(_OfTwo):
    """Applies from the next seating on. If the format cannot keep them apart, the log says so."""

    slug = "apart"
    label = gettext_lazy("Keep two apart")
    log_sentence = gettext_lazy("{one} and {other} are kept apart.")
    why_final = gettext_lazy("Let the two meet again instead.")

    one: int
    other: int

    def check(self, context: Context) -> None:
        super().check(context)
        if self._are_kept_apart(context):
            raise UserError("apart", _("These two are kept apart already."))
        if len(kept_apart(context.tournament)) >= MOST_PAIRS:
            raise UserError("too-many", _("At most %(most)d pairs can be kept apart.") % {"most": MOST_PAIRS})

    def preview(self, context: Context) -> list[str]:
        sentence = _("{one} and {other} do not meet from the next seating on, as far as that is possible.")
        return [sentence.format(**self._names(context)), _how_far(context.tournament)]

    def do(self, context: Context) -> Done:
        names = self._names(context)
        entry_of(context.tournament, self.one).kept_apart.add(self.other)
        write(context.tournament)
        return Done(names)


@dataclass(frozen=True, kw_only=True)
class LetMeet(_OfTwo):
    slug = "let-meet"
    label = gettext_lazy("Let two meet again")
    log_sentence = gettext_lazy("{one} and {other} may meet again.")
    why_final = gettext_lazy("Keep the two apart instead.")

    one: int
    other: int

    def check(self, context: Context) -> None:
        super().check(context)
        if not self._are_kept_apart(context):
            raise UserError("not-apart", _("These two are not kept apart."))

    def preview(self, context: Context) -> list[str]:
        sentence = _("{one} and {other} may meet from the next seating on.")
        return [sentence.format(**self._names(context))]

    def do(self, context: Context) -> Done:
        names = self._names(context)
        entry_of(context.tournament, self.one).kept_apart.remove(self.other)
        write(context.tournament)
        return Done(names)


def _how_far(tournament: Tournament) -> str:
    """Say how far the format can keep two apart."""
    played = format_of(tournament)
    if played.all_meet:
        return _("In a round robin everybody meets everybody once all the same; the log says so.")
    if played.has_bracket:
        return _("In a bracket that holds for the first round; who wins may meet later, and the log says so.")
    return _("If the numbers leave no other way, they meet all the same, and the log says so.")
