"""The reader's own team on a tournament's page, invitations to teams, and the choices of a reader without a team."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Player
from common.errors import UserError
from tournaments.base.snapshot import format_of
from tournaments.life.entering import check_may_enter
from tournaments.life.teams.line_ups import is_reserve
from tournaments.life.teams.standings import team_standings_of
from tournaments.models import Entry, Place, TeamInvitation, Tournament
from tournaments.pages.ranks import has_scored
from tournaments.pages.teams.shown import TeamShown, one_team_shown

Status = Entry.Status


@dataclass(frozen=True, slots=True)
class OwnTeam:
    """The reader's team, if any, and their open invitations."""

    shown: TeamShown | None
    entry: Entry | None
    invitations: list[TeamInvitation]
    may_make: bool

    def __bool__(self) -> bool:
        return bool(self.shown or self.invitations or self.may_make)


def own_team_of(tournament: Tournament, player: Player | None, entry: Entry | None) -> OwnTeam | None:
    """Return what the page shows to this reader; None if there is nothing, or it is not a team event."""
    if not tournament.has_teams or player is None:
        return None
    if entry is not None and entry.team is not None and entry.status != Status.WITHDRAWN:
        return OwnTeam(one_team_shown(tournament, entry.team), entry, [], may_make=False)
    if not tournament.is_enterable:
        return None
    asked = TeamInvitation.objects.filter(team__tournament=tournament, player=player).select_related("team")
    own = OwnTeam(None, entry, list(asked.order_by("made_at")), _may_enter(tournament, player))
    return own if own else None


def _may_enter(tournament: Tournament, player: Player) -> bool:
    try:
        check_may_enter(tournament, player)
    except UserError:
        return False
    return True


def before_the_start(tournament: Tournament, entry: Entry) -> Iterator[str]:
    """Say what a team still lacks before the tournament begins."""
    if entry.team is None:
        yield _("Only teams play: make one, accept an invitation, or let the organisers find you a team.")
        return
    there = entry.team.members.exclude(status=Status.WITHDRAWN).count()
    if there < tournament.team_size:
        yield ngettext(
            "Your team is not complete: %(count)d is missing. Only complete teams play.",
            "Your team is not complete: %(count)d are missing. Only complete teams play.",
            tournament.team_size - there,
        ) % {"count": tournament.team_size - there}
    if entry.status == Status.WAITING:
        yield _("All places are taken: your team is on the waiting list, and moves up as a whole.")


def waiting(tournament: Tournament, entry: Entry) -> tuple[str, list[str], datetime | None]:
    """Return title, lines and end of the countdown for a player without a team, or whose team has no place."""
    if tournament.status == Tournament.Status.RUNNING:
        return _("It has begun without you."), [_("If somebody leaves a team, the organisers can put you in it.")], None
    title = _("You have no team yet. It starts in") if entry.team is None else _("Your team waits. It starts in")
    return title, list(before_the_start(tournament, entry)), tournament.starts_at


def in_play(tournament: Tournament, entry: Entry) -> Iterator[str]:
    """Say how the team stands, and whether the reader is a reserve."""
    if entry.team is None:
        return
    if is_reserve(entry) and format_of(tournament).teams_meet:
        yield _("You are a reserve: you come in by yourself if one of you is missing, or your captain brings you in.")
    elif is_reserve(entry):
        yield _("You are a reserve: your captain can bring you in from the next round on.")
    rows = team_standings_of(tournament)
    for row in rows if has_scored(rows) else ():
        if row["team"] == entry.team_id:
            gaps = {"team": row["name"], "rank": row["rank"], "all": len(rows)}
            yield _("%(team)s is in place %(rank)d of %(all)d.") % gaps


def not_played(place: Place) -> tuple[str, str]:
    """Return the title and a line for a player whose match was decided without being played."""
    assert place.board is not None
    tournament, number = place.round.tournament, place.round.number
    if place.score and place.score["won"]:
        return _("Your line of round %(number)d is won") % {"number": number}, _(
            "Your opponent was not there when the round was seated."
        )
    title = _("Your match of round %(number)d counts as missed") % {"number": number}
    if tournament.agrees_on_hours:
        return title, _("No time was agreed by the deadline.")
    return title, _("You were not there when the round was seated.")


def at_the_end(tournament: Tournament, entry: Entry | None) -> tuple[str, str]:
    """Return how the reader's team finished, and which team has won."""
    rows = team_standings_of(tournament)
    names = tournament.winners
    won = ngettext("Winning team: %(names)s.", "Winning teams: %(names)s.", len(names))
    winner = won % {"names": get_text_list(names, _("and"))}
    own = next((row for row in rows if entry and row["team"] == entry.team_id), None)
    if own is None:
        return _("This tournament is over."), winner
    if own["rank"] == 1:
        return _("Your team has won!"), _("Congratulations.")
    return _("Your team came in place %(rank)d of %(all)d") % {"rank": own["rank"], "all": len(rows)}, winner
