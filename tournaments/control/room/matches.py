"""The team matches of a round as the organiser sees them, with the scores and the state of each line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.control.room.parts import MOST_TABLES, TABLES_A_PAGE, Look, Part
from tournaments.control.room.tables import RoomSeat, RoomTable
from tournaments.life.teams.meetings import LineOfMatch, MatchShown, matches_shown
from tournaments.models import Round


@dataclass(frozen=True, slots=True)
class RoomLine:
    """A line of a match, its table, and the seats there in the order of the teams."""

    line: LineOfMatch
    table: RoomTable
    seats: tuple[RoomSeat, RoomSeat]


@dataclass(frozen=True, slots=True)
class RoomMatch:
    match: MatchShown
    lines: list[RoomLine]

    @property
    def done(self) -> int:
        return sum(one.line.scores is not None for one in self.lines)


def matches_at(round_: Round, tables: Iterable[RoomTable]) -> list[RoomMatch]:
    """Return the matches of a round, which has these tables; none where teams do not meet."""
    at = {table.board.number: table for table in tables}
    return [RoomMatch(match, [_line(line, at[line.table]) for line in match.lines]) for match in matches_shown(round_)]


def part_of_matches(matches: list[RoomMatch], look: Look) -> Part[RoomMatch]:
    return look.part("matches", matches, MOST_TABLES, TABLES_A_PAGE, lambda match: _is_found(match, look))


def _is_found(match: RoomMatch, look: Look) -> bool:
    people = (seat.entry.name for one in match.lines for seat in one.seats)
    return look.finds(*(team.name for team in match.match.teams), *people)


def _line(line: LineOfMatch, table: RoomTable) -> RoomLine:
    of = {seat.entry.pk: seat for seat in table.seats}
    one, other = (of[person] for person in line.people)
    return RoomLine(line, table, (one, other))
