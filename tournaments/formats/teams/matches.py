"""Matches of teams, line against line, and the event of duels between teams that they form.

- The first line of one team meets the first line of the other, and so on. On odd lines one team has the first seat, on
  even lines the other.
- A win on a line scores 1, a shared match ½. A player who is not there loses to an opponent who is; if neither is
  there, the line scores nothing for either.
- The team that scores more on its lines wins the match, for 2 match points; a level match is worth 1 for each team.
- If the holder of a line is not there when the round is seated, the first reserve who is there takes it for that round.
- A team of which nobody came to a match has missed it.

In the event of duels, a team's points in a match are the scores of its lines, in half points, and its deals are the
points in the games, line by line.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from tournaments.formats.duels.history import halves_at
from tournaments.formats.event import Entrant, Event, PlayedRound, PlayedTable, SeatScore, Team


@dataclass(frozen=True, slots=True)
class OnLine:
    """A line of a match: its table, and its players in the order of the teams in the match."""

    number: int
    table: PlayedTable
    people: tuple[int, int]


@dataclass(frozen=True, slots=True)
class TeamMatch:
    """A match of two teams, first the one with the first seat on odd lines, with its lines in order."""

    teams: tuple[int, int]
    lines: tuple[OnLine, ...]

    @property
    def is_over(self) -> bool:
        return all(line.table.scores is not None for line in self.lines)


def line_up(team: Team, size: int, here: Collection[int]) -> tuple[int, ...]:
    """Return the players on the team's lines if only `here` are present; a line that no reserve can take keeps its
    holder."""
    coming = iter([one for one in team.members[size:] if one in here])
    return tuple(one if one in here else next(coming, one) for one in team.members[:size])


def matches(played: PlayedRound) -> list[TeamMatch]:
    """Return the matches of a round, in the order of their first tables."""
    place = {one: (team, line) for team, lines in played.line_ups for line, one in enumerate(lines)}
    found: dict[frozenset[int], list[tuple[int, PlayedTable]]] = {}
    for table in played.tables:
        sides = [place[one] for one in table.entrants if one in place]
        teams = frozenset(team for team, _line in sides)
        if len(sides) == len(teams) == 2:
            found.setdefault(teams, []).append((sides[0][1], table))
    return [_match(place, tables) for tables in found.values()]


def _match(place: Mapping[int, tuple[int, int]], tables: list[tuple[int, PlayedTable]]) -> TeamMatch:
    tables.sort(key=lambda one: one[0])
    line, table = tables[0]
    first, second = (place[one][0] for one in (table.entrants if line % 2 == 0 else table.entrants[::-1]))
    lines = []
    for line, table in tables:
        one, other = table.entrants
        lines.append(OnLine(line + 1, table, (one, other) if place[one][0] == first else (other, one)))
    return TeamMatch((first, second), tuple(lines))


def halves_on(event: Event, line: OnLine) -> tuple[int, int]:
    """Return the score of a finished line for each team, in half points."""
    brought = halves_at(event, line.table)
    return brought[line.people[0]], brought[line.people[1]]


def as_duels(event: Event) -> Event:
    """Return the event with the teams as entrants, seeded in their order; a team has left if all its members have."""
    gone = {one.id for one in event.entrants if one.is_out}
    team_of = {one: team.id for team in event.teams for one in team.members}
    kept = (frozenset(team_of[one] for one in pair if one in team_of) for pair in event.apart)
    entrants = (
        Entrant(team.id, seed, is_out=gone.issuperset(team.members)) for seed, team in enumerate(event.teams, 1)
    )
    rounds = (_as_duels(event, played, team_of) for played in event.rounds)
    apart = frozenset(pair for pair in kept if len(pair) == 2)
    return Event(event.plan, tuple(entrants), tuple(rounds), apart)


def _as_duels(event: Event, played: PlayedRound, team_of: Mapping[int, int]) -> PlayedRound:
    tables = tuple(
        PlayedTable(number, match.teams, result(event, match)) for number, match in enumerate(matches(played), 1)
    )
    busy = {team for table in tables for team in table.entrants}
    free = dict.fromkeys(team_of[one] for one in played.byes if one in team_of)
    return PlayedRound(played.number, tables, tuple(team for team in free if team not in busy))


def result(event: Event, match: TeamMatch) -> tuple[SeatScore, SeatScore] | None:
    """Return the result of a match for both teams; None until it is over."""
    if not match.is_over:
        return None
    halves = [halves_on(event, line) for line in match.lines]
    totals = [sum(both[side] for both in halves) for side in (0, 1)]
    one, other = (_side(event, match, side, totals) for side in (0, 1))
    return one, other


def _side(event: Event, match: TeamMatch, side: int, totals: list[int]) -> SeatScore:
    scores = [_scores(line, side) for line in match.lines]
    return SeatScore(
        points=totals[side],
        deals=tuple(_points(event, own, other) for own, other in scores),
        won=totals[side] > totals[1 - side],
        shared=totals[side] == totals[1 - side],
        absent=all(own.absent for own, _other in scores),
    )


def _scores(line: OnLine, side: int) -> tuple[SeatScore, SeatScore]:
    assert line.table.scores is not None
    of = dict(zip(line.table.entrants, line.table.scores, strict=True))
    return of[line.people[side]], of[line.people[1 - side]]


def _points(event: Event, own: SeatScore, other: SeatScore) -> int:
    """Return the points of a game: the team's own where the most points win, else how many more the other team had."""
    return own.points if event.plan.rules.high_wins else other.points - own.points


def of_people(event: Event) -> Event:
    """Return the event of the individual players, in which lines that were not played are byes."""
    return replace(event, rounds=tuple(map(_of_people, event.rounds)))


def _of_people(played: PlayedRound) -> PlayedRound:
    unplayed = [table for table in played.tables if is_unplayed(table)]
    return replace(
        played,
        tables=tuple(table for table in played.tables if table not in unplayed),
        byes=(*played.byes, *(one for table in unplayed for one in _there(table))),
    )


def is_unplayed(table: PlayedTable) -> bool:
    """Return whether a line was lost without a game."""
    scores = table.scores or ()
    return any(score.absent for score in scores) and not any(score.deals for score in scores)


def _there(table: PlayedTable) -> Iterator[int]:
    return (one for one, score in zip(table.entrants, table.scores or (), strict=True) if not score.absent)
