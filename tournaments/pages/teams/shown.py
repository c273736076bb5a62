"""Teams as pages show them: who belongs to them, how they stand, and what each line has brought."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.base.standings import standings_of
from tournaments.formats.no_shows import CAME
from tournaments.life.teams.standings import TeamRow, team_standings_of
from tournaments.models import Entry, Line, Round, Team, Tournament
from tournaments.pages.ranks import brought_shown

Status = Entry.Status


@dataclass(frozen=True, slots=True)
class Member:
    entry: Entry
    is_reserve: bool


@dataclass(frozen=True, slots=True)
class TeamShown:
    """A team and its members in the order of lines; `missing` is how many it lacks, `row` how it stands."""

    team: Team
    members: list[Member]
    missing: int
    is_waiting: bool
    row: TeamRow | None = None
    medal: int = 0
    """1 to 3 once the tournament is over; otherwise 0."""

    @property
    def captain(self) -> Entry | None:
        return next((member.entry for member in self.members if member.entry.is_captain), None)


def teams_shown(tournament: Tournament, entries: Mapping[int, Entry]) -> list[TeamShown]:
    """Return the teams: those that play in the order of the standings, before the start as they were made."""
    members: dict[int, list[Entry]] = {}
    for entry in entries.values():
        if entry.team_id is not None:
            members.setdefault(entry.team_id, []).append(entry)
    teams = {team.pk: team for team in tournament.teams.order_by("made_at", "pk")}
    if tournament.started_at is None:
        return [_shown(tournament, team, members.get(team.pk, [])) for team in teams.values()]
    is_over = tournament.status == Tournament.Status.FINISHED
    return [
        _shown(
            tournament,
            teams[row["team"]],
            members.get(row["team"], []),
            row,
            row["rank"] if is_over and row["rank"] <= 3 else 0,
        )
        for row in team_standings_of(tournament)
        if row["team"] in teams
    ]


def _shown(
    tournament: Tournament, team: Team, entries: list[Entry], row: TeamRow | None = None, medal: int = 0
) -> TeamShown:
    there = [entry for entry in entries if row is not None or entry.status != Status.WITHDRAWN]
    there.sort(key=lambda entry: entry.line or 0)
    members = [Member(entry, (entry.line or 0) > tournament.team_size) for entry in there]
    is_waiting = any(entry.status == Status.WAITING for entry in there)
    return TeamShown(team, members, max(0, tournament.team_size - len(there)), is_waiting, row, medal)


def one_team_shown(tournament: Tournament, team: Team) -> TeamShown:
    entries = list(team.members.select_related("player", "team"))
    row = next((row for row in _rows(tournament) if row["team"] == team.pk), None)
    return _shown(tournament, team, entries, row)


def _rows(tournament: Tournament) -> list[TeamRow]:
    return team_standings_of(tournament) if tournament.started_at else []


@dataclass(frozen=True, slots=True)
class LineShown:
    """A line of a team: its score, whether it counts, and for each round who was on it and what that brought."""

    number: int
    score: str
    counts: bool
    rounds: list[tuple[Entry, str]]


def lines_shown(tournament: Tournament, team: Team) -> list[LineShown]:
    """Return the lines of a team in the rounds that everyone may know."""
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


def why_this_rank(rows: list[TeamRow], team: int) -> dict[str, Any] | None:
    """Return what put a team behind the one above: that team's name, and the slug of what differs."""
    for above, row in zip([None, *rows], rows, strict=False):
        if row["team"] == team and above is not None and row["by"]:
            return {"above": above["name"], "by": row["by"], "came": row["by"] == CAME}
    return None
