"""Teams as pages show them: their members, their standing, and the score of each line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.base.labels import tie_break_name
from tournaments.base.standings import standings_of
from tournaments.formats.leavers import LEFT
from tournaments.formats.no_shows import CAME
from tournaments.formats.teams.standings import BEST_LINE
from tournaments.life.teams.standings import TeamRow, team_standings_of
from tournaments.models import Entry, Line, Round, Team, Tournament
from tournaments.pages.ranks import brought_shown, has_scored, tie_break_columns
from tournaments.strengths.shown import Listed, listed

Status = Entry.Status


@dataclass(frozen=True, slots=True)
class Member:
    strength: Listed
    is_reserve: bool

    @property
    def entry(self) -> Entry:
        return self.strength.entry


@dataclass(frozen=True, slots=True)
class TeamShown:
    """A team and its members by line; `missing` is the number of players it lacks, `row` its row of the standings."""

    team: Team
    members: list[Member]
    missing: int
    is_waiting: bool
    row: TeamRow | None = None
    medal: int = 0
    """1 to 3 once the tournament is over; otherwise 0."""
    place: int | None = None
    """None until there is a result, as all teams would share first place."""

    @property
    def playing(self) -> list[Entry]:
        """Return the members who play, without the reserves."""
        return [member.entry for member in self.members if not member.is_reserve]

    @property
    def rounds(self) -> list[str]:
        return [brought_shown(brought) for brought in self.row["rounds"]] if self.row else []

    @property
    def captain(self) -> Entry | None:
        return next((member.entry for member in self.members if member.entry.is_captain), None)


def teams_shown(tournament: Tournament, entries: Mapping[int, Entry]) -> list[TeamShown]:
    """Return the teams that play, in the order of the standings; before the start, all teams, oldest first."""
    members: dict[int, list[Entry]] = {}
    for entry in entries.values():
        if entry.team_id is not None:
            members.setdefault(entry.team_id, []).append(entry)
    if not tournament.has_teams:
        return []
    teams = {team.pk: team for team in tournament.teams.order_by("made_at", "pk")}
    strengths = _strengths(tournament, [entry for entries in members.values() for entry in entries])
    if tournament.started_at is None:
        return [_shown(tournament, team, members.get(team.pk, []), strengths) for team in teams.values()]
    rows = team_standings_of(tournament)
    has_places = _has_places(tournament, rows)
    return [
        _shown(tournament, teams[row["team"]], members.get(row["team"], []), strengths, row, has_places=has_places)
        for row in rows
        if row["team"] in teams
    ]


def _has_places(tournament: Tournament, rows: list[TeamRow]) -> bool:
    return tournament.status == Tournament.Status.FINISHED or has_scored(rows)


def team_tie_breaks(teams: Iterable[TeamShown]) -> list[tuple[str, str]]:
    """Return the name and explanation of each tie-break of teams, in order; empty unless teams meet."""
    return tie_break_columns([team.row for team in teams if team.row and "tie_breaks" in team.row])


def _strengths(tournament: Tournament, entries: list[Entry]) -> dict[int, Listed]:
    return {one.entry.pk: one for one in listed(tournament, entries)}


def _shown(
    tournament: Tournament,
    team: Team,
    entries: list[Entry],
    strengths: Mapping[int, Listed],
    row: TeamRow | None = None,
    *,
    has_places: bool = False,
) -> TeamShown:
    there = [entry for entry in entries if row is not None or entry.status != Status.WITHDRAWN]
    there.sort(key=lambda entry: entry.line or 0)
    members = [Member(strengths[entry.pk], (entry.line or 0) > tournament.team_size) for entry in there]
    is_waiting = any(entry.status == Status.WAITING for entry in there)
    missing = max(0, tournament.team_size - len(there))
    place = row["rank"] if row is not None and has_places else None
    medal = place if place in (1, 2, 3) and tournament.status == Tournament.Status.FINISHED else 0
    return TeamShown(team, members, missing, is_waiting, row, medal or 0, place)


def one_team_shown(tournament: Tournament, team: Team) -> TeamShown:
    entries = list(team.members.select_related("player", "team"))
    rows = _rows(tournament)
    row = next((row for row in rows if row["team"] == team.pk), None)
    has_places = _has_places(tournament, rows)
    return _shown(tournament, team, entries, _strengths(tournament, entries), row, has_places=has_places)


def _rows(tournament: Tournament) -> list[TeamRow]:
    return team_standings_of(tournament) if tournament.started_at else []


@dataclass(frozen=True, slots=True)
class LineShown:
    """A line of a team: its score, whether that counts, and who played on it in each round with what result."""

    number: int
    score: str
    counts: bool
    rounds: list[tuple[Entry, str]]


def lines_shown(tournament: Tournament, team: Team) -> list[LineShown]:
    """Return the lines of a team in the public rounds."""
    row = next((row for row in _rows(tournament) if row["team"] == team.pk), None)
    if row is None:
        return []
    brought: dict[int, list[str]] = {one["entry"]: one["rounds"] for one in standings_of(tournament)}
    public = tournament.played_rounds.exclude(status=Round.Status.HELD)
    kept = Line.objects.filter(team=team, round__in=public).select_related("entry__player", "round")
    on_line: dict[int, list[tuple[Entry, str]]] = {}
    for line in kept.order_by("round__number", "number"):
        grid = brought.get(line.entry_id, [])
        at = line.round.number - 1
        on_line.setdefault(line.number, []).append((line.entry, brought_shown(grid[at]) if at < len(grid) else ""))
    return [
        LineShown(number, one["score"], one["counts"], on_line.get(number, []))
        for number, one in enumerate(row["lines"], 1)
    ]


def why_this_rank(tournament: Tournament, team: int) -> list[str]:
    """Explain the rank of a team, in the third person."""
    rows = _rows(tournament)
    if not has_scored(rows):
        return []
    for above, row in zip([None, *rows], rows, strict=False):
        if row["team"] == team:
            gaps = {"team": row["name"], "rank": row["rank"], "all": len(rows), "score": row["score"]}
            place = _("%(team)s is in place %(rank)d of %(all)d with a score of %(score)s.") % gaps
            return [place, *_behind(row, above if above and row["rank"] != above["rank"] else None)]
    return []


def _behind(row: TeamRow, above: TeamRow | None) -> Iterator[str]:
    """Compare with the team just ahead."""
    if above is None:
        return
    gaps = {"above": above["name"], "score": above["score"]}
    if row["by"] == CAME:
        yield _("None of its members has come to a table so far: it ranks behind all teams that have come.")
    elif row["by"] == LEFT:
        yield _("It left before half of its matches were played: it ranks behind all teams that play on.")
    elif above["score"] != row["score"]:
        yield _("%(above)s, just ahead, has %(score)s.") % gaps
    else:
        theirs, own = (_figures(one).get(row["by"], "") for one in (above, row))
        gaps |= {"name": tie_break_name(row["by"]), "theirs": theirs, "own": own}
        yield _("%(above)s, just ahead, has as many. Decided by %(name)s: %(theirs)s against %(own)s.") % gaps


def _figures(row: TeamRow) -> dict[str, str]:
    return {BEST_LINE: row["best_line"], **dict(row.get("tie_breaks", ()))}
