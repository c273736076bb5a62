"""The matches of a round between teams, and their scores."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from tournaments.base.snapshot import format_of, played_round
from tournaments.formats import Event
from tournaments.formats.duels.history import shown
from tournaments.formats.teams.matches import OnLine, TeamMatch, halves_on, matches
from tournaments.models import Entry, Round, Team


@dataclass(frozen=True, slots=True)
class LineOfMatch:
    """A line of a match: its table's number, the entries there, and their scores, if any, in the order of the teams."""

    number: int
    table: int
    people: tuple[int, int]
    scores: tuple[str, str] | None


@dataclass(frozen=True, slots=True)
class MatchShown:
    """A match of two teams; the scores add up the lines that are over, and are None until one is."""

    teams: tuple[Team, Team]
    scores: tuple[str, str] | None
    is_over: bool
    winner: Team | None
    lines: tuple[LineOfMatch, ...]


def matches_shown(round_: Round) -> list[MatchShown]:
    """Return the matches of a round; none where teams do not meet."""
    tournament = round_.tournament
    if not format_of(tournament).teams_meet:
        return []
    teams = {team.pk: team for team in tournament.teams.all()}
    its = Event(tournament.terms.plan, ())
    return [_shown(its, match, teams) for match in matches(played_round(round_))]


def teams_with_byes(round_: Round, members: Iterable[Entry], found: Iterable[MatchShown]) -> list[Team]:
    """Return the teams of these members that play in none of these matches; none where teams do not meet."""
    if not format_of(round_.tournament).teams_meet:
        return []
    busy = {team.pk for match in found for team in match.teams}
    free = {entry.team_id for entry in members if entry.team_id is not None} - busy
    return list(round_.tournament.teams.filter(pk__in=free).order_by("name", "pk")) if free else []


def _shown(its: Event, match: TeamMatch, teams: Mapping[int, Team]) -> MatchShown:
    first, second = (teams[team] for team in match.teams)
    over = [halves_on(its, line) for line in match.lines if line.table.scores is not None]
    one, other = (sum(both[side] for both in over) for side in (0, 1))
    ahead = None if one == other else first if one > other else second
    return MatchShown(
        teams=(first, second),
        scores=_written(one, other) if over else None,
        is_over=match.is_over,
        winner=ahead if match.is_over else None,
        lines=tuple(_line(its, line) for line in match.lines),
    )


def _line(its: Event, line: OnLine) -> LineOfMatch:
    scores = _written(*halves_on(its, line)) if line.table.scores is not None else None
    return LineOfMatch(line.number, line.table.number, line.people, scores)


def _written(one: int, other: int) -> tuple[str, str]:
    return shown(Fraction(one, 2)), shown(Fraction(other, 2))


def match_labels(found: Iterable[MatchShown]) -> dict[int, str]:
    """Return a label for each table, by its number, that says which line of which match it is."""
    return {
        line.table: _("%(one)s – %(other)s, line %(line)d")
        % {"one": match.teams[0], "other": match.teams[1], "line": line.number}
        for match in found
        for line in match.lines
    }
