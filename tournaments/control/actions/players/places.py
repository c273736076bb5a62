"""Finding a place for a player put in during the first round: against somebody with a bye, or instead of a no-show."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext as _

from common.errors import UserError
from games.models import Move, Seat, Table
from tournaments.base.snapshot import event_of, format_of
from tournaments.control.lookups import check_tiles_are_new
from tournaments.formats import Entrant, Event, SeatedTable
from tournaments.life.entering import late_seed
from tournaments.life.starting import can_enter_late
from tournaments.models import Entry, Place, Tournament


@dataclass(frozen=True, slots=True)
class NextRound:
    """A place from the next round on."""


@dataclass(frozen=True, slots=True)
class InsteadOfBye:
    """A match with `other`, who has a bye. If this `fills_gap`, the entry also takes the place of all later byes."""

    match: SeatedTable
    other: int
    fills_gap: bool


@dataclass(frozen=True, slots=True)
class InsteadOf:
    """The place of somebody who has not come to the table."""

    place: Place


Free = NextRound | InsteadOfBye | InsteadOf


def free_place(tournament: Tournament, entry: Entry) -> Free:
    """Return the place at which somebody can be put in during the first round. Raises UserError (no-place,
    same-tiles)."""
    if can_enter_late(tournament, tournament.entries.filter(seed__gt=0).count()):
        return NextRound()
    refusal = UserError("no-place", _why_not(tournament))
    for found in _in_first_round(tournament, entry):
        try:
            _check_tiles_are_new(tournament, entry, found)
        except UserError as same_tiles:
            refusal = same_tiles
        else:
            return found
    raise refusal


def _in_first_round(tournament: Tournament, entry: Entry) -> Iterator[InsteadOfBye | InsteadOf]:
    """Yield the places in the first round, the best one first."""
    if (found := _instead_of_bye(tournament, entry)) is not None:
        yield found
    yield from _instead_of_no_shows(tournament)


def _check_tiles_are_new(tournament: Tournament, entry: Entry, found: InsteadOfBye | InsteadOf) -> None:
    if isinstance(found, InsteadOf):
        check_tiles_are_new(entry, found.place.round, found.place)
    else:
        check_tiles_are_new(entry, tournament.played_rounds.get(number=tournament.round_number))


def _instead_of_bye(tournament: Tournament, entry: Entry) -> InsteadOfBye | None:
    """Return the match that this entry would get in the first round, if that changes nothing for all others."""
    event, played = event_of(tournament), format_of(tournament)
    byes = {bye for round_ in event.rounds for bye in round_.byes}
    entrants = (*event.entrants, Entrant(entry.pk, late_seed(tournament), fills_gap=played.all_meet))
    rounds = [played.rounds(event.plan, len(some)) for some in (event.entrants, entrants)]
    if not (played.has_bracket or played.all_meet) or rounds[0] != rounds[1]:
        return None
    seating = played.seat(Event(event.plan, entrants, ()), {*byes, entry.pk}, random.Random(0))
    for match in seating.tables:
        if entry.pk in match.entrants:
            return InsteadOfBye(match, next(one for one in match.entrants if one != entry.pk), played.all_meet)
    return None


def _instead_of_no_shows(tournament: Tournament) -> Iterator[InsteadOf]:
    """Yield the places of those who have withdrawn or are away without having made a move."""
    seated = Place.objects.filter(
        round__tournament=tournament, round__number=tournament.round_number, board__is_done=False
    )
    places = list(seated.select_related("entry__player", "board__table", "round").order_by("board__number", "seat"))
    tables = [place.board.table_id for place in places if place.board]
    played = Move.objects.filter(table__in=tables, by=Move.By.PLAYER).values_list("table", "seat").distinct()
    gone = Seat.objects.filter(Q(away=True) | Q(left=True), table__in=tables).values_list("table", "number")
    came, away = set(played), set(gone)
    for place in places:
        assert place.board is not None
        seat, table = (place.board.table_id, place.seat), place.board.table
        is_open = table is None or table.status in (Table.Status.OPEN, Table.Status.RUNNING)
        if place.entry.player and is_open and seat not in came and (seat in away or _is_gone(place.entry)):
            yield InsteadOf(place)


def _is_gone(entry: Entry) -> bool:
    return entry.status == Entry.Status.WITHDRAWN or entry.presence == Entry.Presence.ABSENT


def _why_not(tournament: Tournament) -> str:
    if format_of(tournament).all_meet:
        return _(
            "Everybody has an opponent in every round and has come to the table: there is no free line in this round "
            "robin. Put players in before the start, or once somebody is away in the first round."
        )
    return _(
        "Nobody has a bye in the first round, and everybody has come to the table: the bracket is full. Put players in "
        "before the start, or once somebody is away in the first round."
    )
