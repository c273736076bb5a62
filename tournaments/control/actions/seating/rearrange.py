"""Changing a held seating by hand: swapping two players, moving one, or giving one a bye."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.errors import UserError
from tournaments.base import log
from tournaments.base.locking import write
from tournaments.base.snapshot import event_of, format_of
from tournaments.base.texts import Json
from tournaments.control import meetings, restoring, stale
from tournaments.control.actions.base import Action, Context, Done
from tournaments.control.actions.forms import ActionForm, choice
from tournaments.control.arrangement import (
    Arrangement,
    arrangement_of,
    check_arrangement,
    moved,
    state_of,
    swapped,
    with_bye,
    with_lines,
)
from tournaments.control.lookups import current_round, entry_of
from tournaments.control.restoring import Before
from tournaments.models import Entry, Round, Tournament

Names = Mapping[int, str]


# --- Forms ---


class OneForm(ActionForm):
    one = choice(gettext_lazy("Who?"))

    def fill(self) -> None:
        self.offer("one", self.seated())

    def seated(self) -> list[tuple[int, str]]:
        round_ = current_round(self.tournament, Round.Status.HELD)
        places = round_.places.select_related("entry__player", "board").order_by("board__number", "seat")
        return [
            (place.entry_id, f"{place.entry.name} ({place.board.number if place.board else _('bye')})")
            for place in places
        ]


class SwapForm(OneForm):
    other = choice(gettext_lazy("With whom?"))

    def fill(self) -> None:
        everybody = [*self.seated(), *self._reserves()]
        self.offer("one", everybody)
        self.offer("other", everybody)

    def _reserves(self) -> list[tuple[int, str]]:
        """Return the reserves who could come in for a member of their team, where teams meet."""
        if not format_of(self.tournament).teams_meet:
            return []
        round_ = current_round(self.tournament, Round.Status.HELD)
        free = reserves_here(self.tournament, round_).select_related("player")
        return [(entry.pk, _("{name} (not seated)").format(name=entry.name)) for entry in free]


class MoveForm(OneForm):
    table = choice(gettext_lazy("To which table?"))

    def fill(self) -> None:
        round_ = current_round(self.tournament, Round.Status.HELD)
        unseated = self.tournament.entries.filter(status=Entry.Status.ENTERED, seed__gt=0).exclude(places__round=round_)
        late = [
            (entry.pk, _("{name} (not seated)").format(name=entry.name)) for entry in unseated.select_related("player")
        ]
        self.offer("one", [*self.seated(), *late])
        numbers = round_.boards.order_by("number").values_list("number", flat=True)
        self.offer("table", [(number, _("Table {number}").format(number=number)) for number in numbers])


def reserves_here(tournament: Tournament, round_: Round) -> QuerySet[Entry]:
    """Return the members of playing teams who are here and have no place in a round."""
    here = tournament.entries.filter(status=Entry.Status.ENTERED, presence=Entry.Presence.HERE, seed__gt=0)
    return here.filter(team__isnull=False).exclude(places__round=round_).order_by("team", "line")


# --- Actions ---


@dataclass(frozen=True, kw_only=True)
class _Rearrange(Action):
    """A change that gives `one` another place in the round."""

    topic = stale.SEATING

    one: int

    @abstractmethod
    def change(self, before: Arrangement) -> Arrangement:
        """Return the changed arrangement. Raises UserError (no-change)."""

    def state(self, context: Context, before: Arrangement, was: Json) -> Json:
        """Return the changed state of the round, for `restoring.write_places`."""
        return state_of(before, self.change(before), was)

    @property
    def people(self) -> list[int]:
        """Return the ids of the entries that are moved."""
        return [self.one]

    def check(self, context: Context) -> None:
        round_ = current_round(context.tournament, Round.Status.HELD)
        people = [entry_of(context.tournament, entry) for entry in self.people]
        if any(entry.status != Entry.Status.ENTERED for entry in people):
            sentence = _("Only entered players can be seated: draw the round again without the others.")
            raise UserError("not-entered", sentence)
        before = arrangement_of(round_)
        check_arrangement(context.tournament, before, self.change(before))

    def preview(self, context: Context) -> list[str]:
        """Say how the tables change, and which pairs meet again."""
        tournament = context.tournament
        before = arrangement_of(current_round(tournament, Round.Status.HELD))
        after = self.change(before)
        names = {entry.pk: entry.name for entry in tournament.entries.select_related("player")}
        return [*_tables_in_words(before, after, names), *_meetings_in_words(tournament, before, after, names)]

    def do(self, context: Context) -> Done:
        tournament, round_ = context.tournament, current_round(context.tournament, Round.Status.HELD)
        kept, before = Before.of(restoring.SEATING, round_.pk), arrangement_of(round_)
        restoring.write_places(round_, self.state(context, before, kept.was))
        write(tournament)
        names = [entry_of(tournament, entry).name for entry in self.people]
        return Done({"round": round_.number, **dict(zip(["one", "other"], names, strict=False))}, kept)


@dataclass(frozen=True, kw_only=True)
class Swap(_Rearrange):
    slug = log.SWAPPED
    label = gettext_lazy("Let two change places")
    log_sentence = gettext_lazy("Round {round}: {one} and {other} changed places.")
    form = SwapForm

    other: int

    @property
    def people(self) -> list[int]:
        return [self.one, self.other]

    def check(self, context: Context) -> None:
        super().check(context)
        round_ = current_round(context.tournament, Round.Status.HELD)
        seated = set(arrangement_of(round_).everyone)
        coming_in = {self.one, self.other} - seated
        if coming_in and not reserves_here(context.tournament, round_).filter(pk__in=coming_in).exists():
            raise UserError("not-here", _("Only a reserve who is here can come in."))

    def state(self, context: Context, before: Arrangement, was: Json) -> Json:
        """Return the changed state; where teams meet, two members of a team also swap lines for this round."""
        after, (one, other) = self.change(before), (entry_of(context.tournament, entry) for entry in self.people)
        state = state_of(before, after, was)
        changes_lines = format_of(context.tournament).teams_meet and one.team_id == other.team_id
        return with_lines(state, after, self.one, self.other) if changes_lines else state

    def change(self, before: Arrangement) -> Arrangement:
        return swapped(before, self.one, self.other)


@dataclass(frozen=True, kw_only=True)
class Move(_Rearrange):
    """Moves `one` to the last seat of table number `table`."""

    slug = "move"
    label = gettext_lazy("Move somebody to another table")
    log_sentence = gettext_lazy("Round {round}: {one} moved to table {table}.")
    form = MoveForm

    table: int

    def change(self, before: Arrangement) -> Arrangement:
        return moved(before, self.one, self.table)

    def do(self, context: Context) -> Done:
        done = super().do(context)
        return Done({**done.about, "table": self.table}, done.before)


class GiveBye(_Rearrange):
    slug = "bye"
    label = gettext_lazy("Give somebody a bye")
    log_sentence = gettext_lazy("Round {round}: {one} got a bye.")
    form = OneForm

    def change(self, before: Arrangement) -> Arrangement:
        return with_bye(before, self.one)


# --- Previews ---


def _tables_in_words(before: Arrangement, after: Arrangement, names: Names) -> Iterable[str]:
    for number, table in after.tables.items():
        if table != before.tables[number]:
            people = ", ".join(names[entry] for entry in table)
            yield _("Table {number}: {people}.").format(number=number, people=people)
    for entry in after.byes:
        if entry not in before.byes:
            yield _("{name} has a bye.").format(name=names[entry])


def _meetings_in_words(tournament: Tournament, before: Arrangement, after: Arrangement, names: Names) -> Iterable[str]:
    met = meetings.meetings_before(event_of(tournament))
    old = meetings.meeting_again(met, before.tables.values())
    new = meetings.meeting_again(met, after.tables.values())
    known = {frozenset(pair[:2]) for pair in old}
    for pair in new:
        if frozenset(pair[:2]) not in known:
            yield _("Again at one table: {pair}.").format(pair=meetings.in_words(pair, names))
    counted = _("Pairs that meet again in this round: {before} before, {after} after.")
    yield counted.format(before=len(old), after=len(new))
