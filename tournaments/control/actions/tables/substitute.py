"""Substituting a waiting player for somebody at a table."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.errors import UserError
from games.services import SetSeat
from tournaments import notices
from tournaments.base.labels import said_of_late_entrant
from tournaments.base.locking import write
from tournaments.base.snapshot import event_of, format_of
from tournaments.control import standings_diff
from tournaments.control.actions.base import READ_AT_THE_TABLE, Context, Done
from tournaments.control.actions.forms import SeatForm, choice
from tournaments.control.actions.tables.running import SeatAction, lead_to, numbers_of
from tournaments.control.lookups import board_of, check_tiles_are_new, entry_of
from tournaments.control.standings_diff import StandingsDiff
from tournaments.formats import Entrant
from tournaments.life.entering import late_seed
from tournaments.life.teams.line_ups import change_places
from tournaments.models import Entry, Line, Place, Round, Tournament
from tournaments.notices import changes
from tournaments.strengths import handicaps


class SubstituteForm(SeatForm):
    instead = choice(gettext_lazy("Who comes in?"))

    def fill(self) -> None:
        super().fill()
        board = board_of(self.tournament, self.asked_number("board"))
        free = _free_entries(self.tournament, board.round)
        if self.tournament.has_teams:
            free = free.filter(team__in=board.places.values("entry__team"))
        if not free and self.tournament.has_teams:
            raise UserError("nobody", _("No team of this table has a reserve who is free to come in."))
        if not free:
            sentence = _("Nobody is free to come in: all have a table, and nobody is on the waiting list.")
            raise UserError("nobody", sentence)
        self.offer(
            "instead", [(entry.pk, f"{entry.name} ({entry.team})" if entry.team else entry.name) for entry in free]
        )


@dataclass(frozen=True, kw_only=True)
class Substitute(SeatAction):
    """`instead` takes over the seat of `entry`, with the tiles and points of this match, from this round on.

    In formats whose pairings are fixed from the start (knockout, round robin) only a bot can be put in.
    """

    slug = "substitute"
    label = gettext_lazy("Put a waiting player in")
    log_sentence = gettext_lazy("Round {round}, table {table}: {other} took the place of {one}.")
    reason_help = READ_AT_THE_TABLE
    why_final = gettext_lazy("The other has played on that seat; the result can be corrected.")
    form = SubstituteForm

    instead: int

    def check(self, context: Context) -> None:
        tournament = context.tournament
        place, instead = self.place(tournament), entry_of(tournament, self.instead)
        _check_may_substitute(tournament)
        if not _free_entries(tournament, place.round).filter(pk=instead.pk).exists():
            sentence = _("Only players who wait, or have no place in this round, can be put in.")
            raise UserError("not-free", sentence)
        if tournament.has_teams and instead.team_id != place.entry.team_id:
            raise UserError("other-team", _("Only a reserve of the same team can come in."))
        check_tiles_are_new(instead, place.round, place)

    def preview(self, context: Context) -> list[str]:
        one, other = (entry_of(context.tournament, entry).name for entry in (self.entry, self.instead))
        takes = _("{other} takes over the seat of {one}, with the tiles and points of this match.")
        result = _("The result of this table is that of {other}, who takes part from this round on.")
        late = said_of_late_entrant(context.tournament) if self._comes_late(context.tournament) else []
        keeps = _("{one} keeps what the rounds before brought, misses this one, and is absent from now on.")
        lines = self._change_of_lines(context.tournament)
        return [takes.format(one=one, other=other), result.format(other=other), *late, keeps.format(one=one), *lines]

    def _change_of_lines(self, tournament: Tournament) -> list[str]:
        one, other = (entry_of(tournament, entry) for entry in (self.entry, self.instead))
        if one.team is None:
            return []
        sentence = _("From now on {other} is on line {line} of {team}, and {one} is a reserve.")
        return [sentence.format(one=one.name, other=other.name, line=one.line, team=one.team)]

    def _comes_late(self, tournament: Tournament) -> bool:
        instead, round_ = entry_of(tournament, self.instead), board_of(tournament, self.board).round
        return _first_round(instead, round_) == round_.number > 1

    def standings_diff(self, context: Context) -> StandingsDiff | None:
        tournament = context.tournament
        board, instead = board_of(tournament, self.board), entry_of(tournament, self.instead)
        points = handicaps.points_of(tournament, instead)
        seed, number = instead.seed or late_seed(tournament), board.round.number
        other = Entrant(instead.pk, seed, first_round=number, handicap=points)
        after = standings_diff.with_substitute(event_of(tournament), number, board.number, self.entry, other)
        return standings_diff.diff(tournament, after)

    def do(self, context: Context) -> Done:
        tournament, place = context.tournament, self.place(context.tournament)
        assert place.board is not None
        instead, comes_late = entry_of(tournament, self.instead), self._comes_late(tournament)
        table = self.hand_over(context, SetSeat(instead.player_id, instead.bot, instead.bot_name))
        if place.entry.player_id is not None:
            Entry.objects.filter(pk=self.entry).update(presence=Entry.Presence.ABSENT)
        Entry.objects.filter(pk=instead.pk).update(
            status=Entry.Status.ENTERED,
            presence=Entry.Presence.HERE,
            seed=instead.seed or late_seed(tournament),
            first_round=_first_round(instead, place.round),
            checked_in_at=instead.checked_in_at or timezone.now(),
        )
        handicaps.fix(tournament)
        Place.objects.filter(pk=place.pk).update(entry=instead, turn=instead.places.filter(round=place.round).count())
        if tournament.has_teams:
            Line.objects.filter(round=place.round, entry=place.entry).update(entry=instead)
            instead.refresh_from_db()
            change_places(place.entry, instead)
        if comes_late:
            instead.refresh_from_db()
            notices.comes_late(tournament, instead)
        write(tournament)
        lead_to(tournament, instead.player_id, table)
        changes.replaced(tournament, place.board, place.entry, instead.name, context.reason)
        changes.takes_over(tournament, place.board, instead, place.entry.name)
        about = {"one": place.entry.person, "other": instead.person, "entry": self.entry, "seat": place.seat}
        return Done({**numbers_of(place.board), **about})


def _first_round(instead: Entry, round_: Round) -> int:
    """Return the first round of the substitute, which is this one if they have not taken part so far."""
    has_taken_part = instead.seed and instead.status != Entry.Status.WAITING
    return instead.first_round if has_taken_part else round_.number


def _check_may_substitute(tournament: Tournament) -> None:
    """Raise UserError (fixed-field) if nobody can join any more; reserves of a team have joined already."""
    if tournament.has_teams:
        return
    entrants = tournament.entries.filter(seed__gt=0).count()
    played = format_of(tournament)
    if tournament.round_number > played.last_round_to_enter(tournament.terms.plan, entrants):
        sentence = _("In this format nobody can come in any more: have a bot play on for the player instead.")
        raise UserError("fixed-field", sentence)
    if played.has_bracket or played.has_stages or played.all_meet:
        sentence = _("All matches are fixed from the start: have a bot play on for the player instead.")
        raise UserError("fixed-field", sentence)


def _free_entries(tournament: Tournament, round_: Round) -> QuerySet[Entry]:
    """Return entries on the waiting list, and active ones without a place in this round."""
    seated = round_.places.filter(board__is_done=False) if tournament.is_rolling else round_.places
    entries = tournament.entries.exclude(status=Entry.Status.WITHDRAWN).exclude(pk__in=seated.values("entry"))
    if round_.tournament.has_teams:
        entries = entries.filter(team__isnull=False, seed__gt=0)
    return entries.select_related("player", "team").order_by("entered_at", "pk")
