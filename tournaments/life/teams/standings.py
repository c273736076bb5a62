"""The standings of teams for display, cached until something changes."""

from __future__ import annotations

from typing import Any

from django.core.cache import cache

from tournaments.base.snapshot import format_of, public_event_of
from tournaments.base.standings import KEPT_SECONDS
from tournaments.formats import Event
from tournaments.formats.teams.ranked import ranked_teams
from tournaments.formats.teams.standings import TeamStanding
from tournaments.models import Tournament

TeamRow = dict[str, Any]


def team_standings_of(tournament: Tournament) -> list[TeamRow]:
    """Return the rows of the teams' standings in order; none if everybody plays for themselves.

    For a finished tournament, they are the final ones. See `team_row`.
    """
    if not tournament.has_teams:
        return []
    if tournament.final_teams is not None:
        return list(tournament.final_teams)
    key = f"team-standings:{tournament.pk}:{tournament.version}"
    rows = cache.get(key)
    if rows is None:
        rows = team_rows_of(tournament, public_event_of(tournament))
        cache.set(key, rows, KEPT_SECONDS)
    return list(rows)


def team_rows_of(tournament: Tournament, event: Event) -> list[TeamRow]:
    names = dict(tournament.teams.values_list("pk", "name"))
    return [team_row(standing, names[standing.team]) for standing in ranked_teams(format_of(tournament), event)]


def team_row(standing: TeamStanding, name: str) -> TeamRow:
    """Return a row as JSON: `lines` have the score of each, whether it counts, and the ids of its players.

    `tie_breaks` are pairs of slug and shown value, where teams meet; standings stored earlier have none.
    """
    return {
        "team": standing.team,
        "name": name,
        "rank": standing.rank,
        "score": standing.score.shown,
        "best_line": standing.best_line.shown,
        "by": standing.by,
        "lines": [
            {"score": line.score.shown, "counts": line.counts, "entries": list(line.held_by)} for line in standing.lines
        ],
        "rounds": list(standing.rounds),
        "tie_breaks": [[value.slug, value.shown] for value in standing.tie_breaks],
    }
