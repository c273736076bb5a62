"""The standings of teams in any format."""

from __future__ import annotations

from tournaments.formats.event import Event
from tournaments.formats.format import Format
from tournaments.formats.teams.formats import TeamMatches
from tournaments.formats.teams.standings import TeamStanding, team_standings


def ranked_teams(played: Format, event: Event) -> list[TeamStanding]:
    """Return the standings of the teams in order."""
    if isinstance(played, TeamMatches):
        return played.team_standings(event)
    return team_standings(event, played.lowest_wins(event.plan))
