"""Founding leagues, drafting their seasons, correcting who plays where, and announcing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.standing import Right, check_may, check_public_name
from clubs.models import Club
from common.errors import UserError
from tournaments.base.permissions import check_may_plan_in
from tournaments.base.standings import standings_of
from tournaments.divisions.naming import season_name
from tournaments.life import entering, stages
from tournaments.life.divisions import following, of_season
from tournaments.models import Division, Entry, League, Placing, Tournament
from tournaments.notices import divisions as notices
from tournaments.planning import plans
from tournaments.terms import Terms

MOST_LEAGUES, FEWEST, MOST = 10, 2, 5
Status = Tournament.Status


@dataclass(frozen=True, slots=True)
class Wanted:
    """A division to be founded."""

    name: str
    places: int
    falls: int


@transaction.atomic
def found_league(*, club_id: int, by: Player, name: str, divisions: Sequence[Wanted]) -> League:
    """Found a league with these divisions, the highest first.

    Raises UserError (a sanction, frozen, no-right, codes of names, too-many, bad-divisions).
    """
    check_may(by, Right.NAME)
    club = _locked_club(club_id, by)
    for one in (name, *(division.name for division in divisions)):
        check_public_name(one)
    _check_divisions(divisions)
    if club.leagues.count() >= MOST_LEAGUES:
        raise UserError("too-many", _("There are too many leagues: delete an old one first."))
    league = League.objects.create(club=club, name=name)
    Division.objects.bulk_create(
        Division(league=league, rank=rank, name=one.name, places=one.places, falls=one.falls)
        for rank, one in enumerate(divisions, 1)
    )
    return league


def _check_divisions(divisions: Sequence[Wanted]) -> None:
    """Raise UserError (bad-divisions) unless players can be promoted and relegated between these divisions."""
    if not FEWEST <= len(divisions) <= MOST:
        sentence = _("A league has %(fewest)d to %(most)d divisions.")
        raise UserError("bad-divisions", sentence % {"fewest": FEWEST, "most": MOST})
    if divisions[-1].falls:
        raise UserError("bad-divisions", _("Nobody can be relegated from the last division."))
    rises = [0, *(one.falls for one in divisions)]
    if any(one.falls + rise > one.places for one, rise in zip(divisions, rises, strict=False)):
        raise UserError("bad-divisions", _("More would be promoted and relegated than there are places."))


@transaction.atomic
def drop_league(*, league_id: int, by: Player) -> None:
    """Delete a league. A drafted season is discarded, and all other tournaments stay. Raises UserError (no-right)."""
    league = _locked(league_id, by)
    for draft in drafted(league):
        plans.discard(tournament_id=draft.pk)
    league.delete()


def seasons_of(league: League) -> list[int]:
    """Return the numbers of the seasons, the newest first."""
    numbers = Tournament.objects.filter(division__league=league).values_list("division_season", flat=True)
    return sorted(set(numbers), reverse=True)


def drafted(league: League) -> list[Tournament]:
    """Return the tournaments of the season that is being drafted, the highest division first."""
    number = next(iter(seasons_of(league)), 0)
    return [one for one in of_season(league.pk, number) if one.status == Status.DRAFT]


@transaction.atomic
def draft_season(*, league_id: int, by: Player, starts_at: datetime, now: datetime, like: Terms) -> list[Tournament]:
    """Draft a season. Each division keeps its terms from the season before; the first season has the terms `like`.

    Players are placed by their final ranks. Raises UserError (no-right, drafted, not-over, bad-times, and as `plan`).
    """
    check_may(by, Right.FOUND)
    league = _locked(league_id, by)
    number = Tournament.objects.filter(division__league=league).aggregate(last=Max("division_season"))["last"] or 0
    before = of_season(league.pk, number)
    if any(one.status == Status.DRAFT for one in before):
        raise UserError("drafted", _("A season has been drafted already: announce or discard it."))
    if not all(one.is_over for one in before):
        raise UserError("not-over", _("The season is not over in all divisions."))
    if starts_at <= now:
        raise UserError("bad-times", _("The start is in the past. Choose another time first."))
    terms = {one.division_id: one.terms for one in before}
    made = []
    for division in league.divisions.order_by("rank"):
        own = terms.get(division.pk, like).starting(starts_at, registration_at=now)
        name = season_name(league.name, number + 1, division.name)
        own = replace(own, name=name, most=division.places, least=min(own.least, division.places), admits_bots=False)
        tournament = plans.plan(organiser=by, club=league.club, terms=own)
        Tournament.objects.filter(pk=tournament.pk).update(division=division, division_season=number + 1)
        made.append(tournament)
    _place_all(before, made)
    return made


def _place_all(before: Sequence[Tournament], drafts: Sequence[Tournament]) -> None:
    for draft, placed in zip(drafts, following(before), strict=False):
        Placing.objects.bulk_create(
            Placing(tournament=draft, player_id=one.player, number=number, mark=one.mark)
            for number, one in enumerate(placed, 1)
        )


@transaction.atomic
def place(*, league_id: int, by: Player, player: Player, rank: int | None) -> None:
    """Place a player in a division of the drafted season, or nowhere if `rank` is None.

    Raises UserError (no-right, not-drafted, guest, full).
    """
    league = _locked(league_id, by)
    drafts = drafted(league)
    if not drafts:
        raise UserError("not-drafted", _("No season is being drafted."))
    if player.is_guest:
        raise UserError("guest", _("Guests cannot be placed: they have to keep their account first."))
    Placing.objects.filter(tournament__in=drafts, player=player).delete()
    draft = next((one for one in drafts if one.division and one.division.rank == rank), None)
    if draft is None:
        return
    assert draft.division is not None
    if draft.placings.count() >= draft.division.places:
        raise UserError("full", _("All places of this division are taken: move somebody else first."))
    last = draft.placings.aggregate(last=Max("number"))["last"] or 0
    draft.placings.create(player=player, number=last + 1, mark=Placing.Mark.PLACED)


@transaction.atomic
def announce_season(*, league_id: int, by: Player, now: datetime) -> list[str]:
    """Announce the drafted season and enter everyone who is placed; return the names of those who may not enter.

    Raises UserError (no-right, not-drafted, bad-times).
    """
    league = _locked(league_id, by)
    drafts, refused = drafted(league), []
    if not drafts:
        raise UserError("not-drafted", _("No season is being drafted."))
    for draft in drafts:
        stages.announce(tournament_id=draft.pk, now=now)
        stages.open_registration(tournament_id=draft.pk)
        for placing in draft.placings.select_related("player").order_by("number"):
            try:
                with transaction.atomic():
                    entry = entering.enter(tournament_id=draft.pk, player=placing.player)
            except UserError:
                refused.append(placing.player.username)
            else:
                Entry.objects.filter(pk=entry.pk).update(seed=placing.number)
    _tell_placed(league, drafts)
    return refused


def _tell_placed(league: League, announced: Sequence[Tournament]) -> None:
    """Tell players of their division, unless it is the one they were told of when the season before was over."""
    for one in announced:
        assert one.division is not None
        marks = dict(one.placings.values_list("player", "mark"))
        notices.placed(league, one.division_season - 1, one.division.name, marks)


@transaction.atomic
def discard_season(*, league_id: int, by: Player) -> None:
    """Discard the drafted season. Raises UserError (no-right, not-drafted)."""
    drafts = drafted(_locked(league_id, by))
    if not drafts:
        raise UserError("not-drafted", _("No season is being drafted."))
    for draft in drafts:
        plans.discard(tournament_id=draft.pk)


def _locked(league_id: int, by: Player) -> League:
    league = League.objects.select_for_update(of=("self",)).select_related("club").get(pk=league_id)
    check_may_plan_in(league.club, by)
    return league


def _locked_club(club_id: int, by: Player) -> Club:
    club = Club.objects.alive().select_for_update(of=("self",)).get(pk=club_id)
    check_may_plan_in(club, by)
    return club


# --- The pyramid ---


@dataclass(frozen=True, slots=True)
class Line:
    """A player of a division. Before the season starts, `mark` says how the player got here; afterwards, where the
    current standings would lead."""

    number: int
    player: int | None
    name: str
    score: str
    mark: str
    words: str


@dataclass(frozen=True, slots=True)
class DivisionShown:
    tournament: Tournament
    lines: list[Line]
    free: int


def pyramid(league: League, number: int) -> list[DivisionShown]:
    """Return the divisions of a season, the highest first."""
    tournaments = of_season(league.pk, number)
    marks = {one.player: one.mark for players in following(tournaments) for one in players}
    shown = []
    for tournament in tournaments:
        assert tournament.division is not None
        lines = _ranked(tournament, marks) if tournament.started_at else _placed(tournament)
        shown.append(DivisionShown(tournament, lines, max(0, tournament.division.places - len(lines))))
    return shown


def _ranked(tournament: Tournament, marks: Mapping[int, str]) -> list[Line]:
    people = [row for row in standings_of(tournament) if row["player"] is not None]
    return [
        Line(row["rank"], row["player"], row["name"], row["score"], mark, _words(mark) if mark else str(_("leaves")))
        for row in people
        for mark in [marks.get(row["player"], "")]
    ]


def _placed(tournament: Tournament) -> list[Line]:
    if tournament.status == Status.DRAFT:
        placings = tournament.placings.select_related("player").order_by("number")
        rows = [(one.player_id, one.player.username, one.mark) for one in placings]
    else:
        marks = dict(tournament.placings.values_list("player", "mark"))
        entries = tournament.entries.filter(status=Entry.Status.ENTERED).select_related("player")
        entered = sorted(entries, key=lambda entry: (entry.seed == 0, entry.seed, entry.entered_at))
        rows = [(one.player_id, one.name, marks.get(one.player_id, "")) for one in entered]  # type: ignore[misc, arg-type]
    return [Line(number, player, name, "", mark, _words(mark)) for number, (player, name, mark) in enumerate(rows, 1)]


def _words(mark: str) -> str:
    return str(Placing.Mark(mark).label) if mark else str(_("new"))
