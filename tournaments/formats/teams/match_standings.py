"""The standings of teams that meet: by match points, then by tie-breaks; equal ranks are shared.

The order is that of the event of duels between the teams; a win is worth 2 match points, a level match 1.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from tournaments.formats.duels.history import shown
from tournaments.formats.duels.ranking import NONE
from tournaments.formats.duels.ranking import SCORE as DUEL_SCORE
from tournaments.formats.event import Event, PlayedRound, Standing, Team, Value
from tournaments.formats.teams.matches import halves_on, matches
from tournaments.formats.teams.standings import BEST_LINE, Line, TeamStanding

MATCH_POINTS = "match-points"
LINE_SCORE = "line-score"


def team_standings(event: Event, ranked: Iterable[Standing]) -> list[TeamStanding]:
    """Return the standings of the teams, in the order of their standings in duels, `ranked`."""
    teams = {team.id: team for team in event.teams}
    return [_standing(event, teams[one.entrant], one) for one in ranked]


def _standing(event: Event, team: Team, ranked: Standing) -> TeamStanding:
    points = match_points(ranked)
    lines = _lines(event, team)
    best = max((line.score for line in lines), key=lambda score: score.value, default=Value(LINE_SCORE, 0, "0"))
    return TeamStanding(
        team=team.id,
        rank=ranked.rank,
        score=points,
        best_line=Value(BEST_LINE, best.value, best.shown),
        lines=lines,
        rounds=tuple(
            _written(event, each, team.id, brought) for each, brought in zip(event.rounds, ranked.rounds, strict=True)
        ),
        by=MATCH_POINTS if ranked.by == DUEL_SCORE else ranked.by,
        tie_breaks=ranked.tie_breaks,
    )


def match_points(ranked: Standing) -> Value:
    """Return the match points: twice the score in duels."""
    points = int(ranked.score.value * 2)
    return Value(MATCH_POINTS, points, str(points))


def _written(event: Event, played: PlayedRound, team: int, brought: str) -> str:
    """Return the result of the team's match with its own score first, or what the round was without a match."""
    match = next((match for match in matches(played) if team in match.teams), None)
    if match is None or brought in ("bye", NONE) or not brought:
        return brought
    halves = [halves_on(event, line) for line in match.lines]
    own = match.teams.index(team)
    return ":".join(shown(_half(sum(both[side] for both in halves))) for side in (own, 1 - own))


def _half(halves: int) -> Fraction:
    return Fraction(halves, 2)


def _lines(event: Event, team: Team) -> tuple[Line, ...]:
    """Return the score of each line in the matches; before the first match, lines are held by those who would play."""
    line_ups = [each.line_up(team.id) for each in event.rounds]
    brought: list[dict[int, int]] = [_on_lines(event, each, team.id) for each in event.rounds]
    answer = []
    for at, now in enumerate(team.members[: event.plan.team_size]):
        score = _half(sum(each.get(at + 1, 0) for each in brought))
        holders = tuple(dict.fromkeys(line_up[at] for line_up in line_ups if at < len(line_up))) or (now,)
        answer.append(Line(Value(LINE_SCORE, score, shown(score)), counts=True, held_by=holders))
    return tuple(answer)


def _on_lines(event: Event, played: PlayedRound, team: int) -> dict[int, int]:
    """Return the scores of the team's lines in a round, in half points, by the number of the line."""
    return {
        line.number: halves_on(event, line)[match.teams.index(team)]
        for match in matches(played)
        if team in match.teams
        for line in match.lines
        if line.table.scores is not None
    }
