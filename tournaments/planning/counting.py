"""Teams and handicaps, and how they count, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.base.snapshot import format_of
from tournaments.formats.handicap import LEVEL
from tournaments.models import Tournament


def teams_of(tournament: Tournament) -> str:
    """Say how large teams are."""
    size, reserves = tournament.team_size, tournament.team_reserves
    if size == 2 and not reserves:
        return _("Couples play: two players make a team.")
    said = _("A team has %(size)d players.") % {"size": size}
    if not reserves:
        return said
    more = ngettext("It may have %(count)d reserve.", "It may have up to %(count)d reserves.", reserves)
    return f"{said} {more % {'count': reserves}}"


def how_teams_count(tournament: Tournament) -> str:
    """Say how the standings of teams are computed."""
    best = tournament.team_best
    if format_of(tournament).teams_meet:
        return _how_matches_count(tournament)
    if best and best < tournament.team_size:
        counted = ngettext(
            "The best score of a team counts.", "The best %(count)d scores of a team are added up.", best
        ) % {"count": best}
    else:
        counted = _("The scores of all who play for a team are added up.")
    return f"{counted} " + _("If teams are level, the better best score decides. Partners sit at different tables.")


def _how_matches_count(tournament: Tournament) -> str:
    said = _(
        "A line brings its team 1 for a match won, ½ for one shared. The team with more wins 2 match points; if both "
        "have as many, each gets 1."
    )
    if tournament.team_reserves:
        said += " " + _("A reserve comes in by themselves where somebody is missing when the round is seated.")
    return f"{said} " + _("A missing player without a reserve loses their line.")


def handicap_of(tournament: Tournament) -> str:
    gaps = {"step": tournament.handicap_step, "most": tournament.handicap_most, "level": LEVEL}
    return _("one point in every round for %(step)d rating points from %(level)d, at most %(most)d points") % gaps


def how_handicaps_count(tournament: Tournament) -> str:
    """Say what handicap points do, and how they are computed."""
    if format_of(tournament).lowest_wins(tournament.terms.plan):
        said = _("If you are rated higher, the points are added to your results; if lower, they are taken off.")
    else:
        said = _("If you are rated higher, the points are taken off your results; if lower, they are added.")
    fixed = _("Your rating at the start counts. Players without one count as rated %(level)d.") % {"level": LEVEL}
    return f"{said} {fixed}"
