"""How an action would change the standings, computed by the format on a changed event."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from tournaments.base.snapshot import event_of
from tournaments.base.standings import Row, rows_of
from tournaments.formats import Entrant, Event, PlayedRound, PlayedTable, SeatScore, Team
from tournaments.life.teams.standings import team_rows_of
from tournaments.models import Tournament

ALL_SHOWN = 12
"""Up to this many rows, all are shown; otherwise, only those that change."""


@dataclass(frozen=True, slots=True)
class DiffRow:
    """A row of the standings before and after; None means not in them."""

    name: str
    rank_before: int | None
    rank_after: int | None
    score_before: str
    score_after: str

    @property
    def is_changed(self) -> bool:
        return (self.rank_before, self.score_before) != (self.rank_after, self.score_after)

    @property
    def climbs(self) -> bool:
        return self.rank_before is not None and self.rank_after is not None and self.rank_after < self.rank_before

    @property
    def falls(self) -> bool:
        return self.rank_before is not None and self.rank_after is not None and self.rank_after > self.rank_before


@dataclass(frozen=True, slots=True)
class StandingsDiff:
    """A difference between standings. `rows` are in the new order; `players` is the total number of players, or teams.

    `teams` is the difference in the standings of teams, if there are teams.
    """

    rows: list[DiffRow]
    players: int
    teams: StandingsDiff | None = None

    @property
    def is_changed(self) -> bool:
        return any(row.is_changed for row in self.rows)

    @property
    def hidden(self) -> int:
        """Return how many rows are left out because they do not change."""
        return self.players - len(self.rows)


def diff(tournament: Tournament, after: Event) -> StandingsDiff:
    """Compare the current standings with those after a change."""
    now = event_of(tournament)
    people = _diff("entry", rows_of(tournament, now), rows_of(tournament, after))
    if not tournament.has_teams:
        return people
    return replace(people, teams=_diff("team", team_rows_of(tournament, now), team_rows_of(tournament, after)))


def _diff(key: str, now: list[Row], after: list[Row]) -> StandingsDiff:
    before = {row[key]: row for row in now}
    rows = [_row(before.get(row[key]), row) for row in after]
    shown = rows if len(rows) <= ALL_SHOWN else [row for row in rows if row.is_changed]
    return StandingsDiff(shown, len(rows))


def _row(before: Row | None, after: Row) -> DiffRow:
    return DiffRow(
        name=after["name"],
        rank_before=before["rank"] if before else None,
        rank_after=after["rank"],
        score_before=before["score"] if before else "",
        score_after=after["score"],
    )


def with_scores(event: Event, number: int, table: int, scores: Sequence[SeatScore] | None) -> Event:
    """Return the event with a different result at table `table` of round `number`, or None for no result yet."""
    return _with_table(event, number, table, lambda old: replace(old, scores=None if scores is None else tuple(scores)))


def with_substitute(event: Event, number: int, table: int, one: int, other: Entrant) -> Event:
    """Return the event with `other`, who need not have taken part so far, in the place of `one`."""
    changed = _with_table(
        event, number, table, lambda old: replace(old, entrants=_instead(old.entrants, one, other.id))
    )
    changed = replace(
        changed,
        rounds=tuple(
            _with_line_ups(round_, one, other.id) if round_.number == number else round_ for round_ in changed.rounds
        ),
        teams=tuple(Team(team.id, _exchanged(team.members, one, other.id)) for team in changed.teams),
    )
    if any(entrant.id == other.id for entrant in event.entrants):
        return changed
    return replace(changed, entrants=(*event.entrants, other))


def _with_line_ups(round_: PlayedRound, one: int, other: int) -> PlayedRound:
    return replace(round_, line_ups=tuple((team, _instead(lines, one, other)) for team, lines in round_.line_ups))


def _instead(people: tuple[int, ...], one: int, other: int) -> tuple[int, ...]:
    return tuple(other if person == one else person for person in people)


def _exchanged(people: tuple[int, ...], one: int, other: int) -> tuple[int, ...]:
    places = {one: other, other: one}
    return tuple(places.get(person, person) for person in people)


def without(event: Event, entry: int) -> Event:
    """Return the event after `entry` has withdrawn."""
    entrants = (replace(one, is_out=True) if one.id == entry else one for one in event.entrants)
    return replace(event, entrants=tuple(entrants))


def _with_table(event: Event, number: int, table: int, change: Callable[[PlayedTable], PlayedTable]) -> Event:
    def changed(round_: PlayedRound) -> PlayedRound:
        if round_.number != number:
            return round_
        tables = tuple(change(one) if one.number == table else one for one in round_.tables)
        return replace(round_, tables=tables)

    return replace(event, rounds=tuple(changed(round_) for round_ in event.rounds))
