"""An event in stages, taken apart: the groups of its qualifying stage, who goes on, and the events of its last stage.

Entrants are dealt out to the groups in the order of their seeds, alternating direction (A B B A A B …), so that the
groups are about equally strong. The same number go on from each group, as far as the places divide evenly; the
remaining places go to the best of those who are next in their groups. Entrants who missed the last round of their group
count as having left it, and do not go on; entrants who withdraw later do not count as having left. The others are
ordered by their place in the group, then by their score, then by the starting order; so nobody is ever level at the
cut. That is the starting order of the last stage, except that the groups keep the order of their winners as long as all
groups have somebody at that place, so that entrants of the same group meet late.

Those who do not go on play the consolation, if there is one, in the same order and the same format.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from tournaments.formats.event import Entrant, Event, PlayedRound, Standing
from tournaments.formats.format import Format
from tournaments.formats.late import MISSED
from tournaments.formats.plan import Plan

QUALIFYING_IN_GROUPS = ("descending-doubles", "table-rounds", "swiss", "round-robin")


def qualifying_plan(plan: Plan) -> Plan:
    return replace(plan, format=plan.qualifying, third_place=False, consolation=False)


def deciding_plan(plan: Plan) -> Plan:
    return replace(
        plan,
        format=plan.deciding,
        rounds=plan.deciding_rounds,
        cycles=1,
        tie_breaks=(),
        consolation=False,
        late_score=MISSED,
    )


@dataclass(frozen=True, slots=True)
class Ranked:
    """A place in the qualifying. A greater `score` is better."""

    entrant: int
    group: int
    rank: int
    score: Fraction | int
    standing: Standing


class Split:
    """An event taken apart. `length` is the number of qualifying rounds."""

    def __init__(self, event: Event, qualifying: Format, deciding: Format) -> None:
        self.event = event
        self.qualifying = qualifying
        self.deciding = deciding
        self.plan = qualifying_plan(event.plan)
        self.length = qualifying_rounds(qualifying, self.plan, len(event.entrants))
        self.groups = [self._group(members) for members in dealt_out(event)]

    def _group(self, members: list[Entrant]) -> Event:
        length = min(self.qualifying.rounds(self.plan, len(members)), self.length)
        rounds = self.event.rounds[:length]
        if self.is_decided:  # a withdrawal from the last stage changes nothing in the qualifying
            there = _named(rounds[-1]) if rounds else set()
            members = [replace(one, is_out=one.id not in there) for one in members]
        return _part(self.event, self.plan, members, rounds)

    @property
    def is_qualifying(self) -> bool:
        """Return whether the last round so far belongs to the qualifying."""
        return len(self.event.rounds) <= self.length

    @property
    def is_decided(self) -> bool:
        """Return whether the qualifying is over, so that it is known who goes on."""
        rounds = self.event.rounds[: self.length]
        return len(rounds) == self.length and all(table.scores for round_ in rounds for table in round_.tables)

    def group_of(self, entrant: int) -> int:
        return next(at for at, group in enumerate(self.groups) if any(one.id == entrant for one in group.entrants))

    # --- Who goes on ---

    @cached_property
    def ranked(self) -> dict[int, Ranked]:
        """Return the places of all entrants in the qualifying."""
        sign = -1 if self.qualifying.lowest_wins(self.plan) else 1
        return {
            one.entrant: Ranked(one.entrant, at, one.rank, sign * one.score.value, one)
            for at, group in enumerate(self.groups)
            for one in self.qualifying.standings(group)
        }

    @cached_property
    def finalists(self) -> list[int]:
        """Return the entrants who go on, the first seed first; empty until that is known."""
        return self._who_goes_on() if self.is_decided else []

    def _who_goes_on(self) -> list[int]:
        lines = [self._line(group) for group in self.groups]
        lines.sort(key=lambda line: self._strength(line[0]) if line else (Fraction(1), 0))
        left, going_on = self.event.plan.advancing, list[int]()
        for place in range(max(map(len, lines), default=0)):
            row = [line[place] for line in lines if place < len(line)]
            if len(row) < len(self.groups) or len(row) > left:
                row = sorted(row, key=self._strength)[:left]
            going_on += row
            left -= len(row)
        return going_on

    def _line(self, group: Event) -> list[int]:
        """Return the entrants of a group who may go on, the best first."""
        were_there = _named(group.rounds[-1]) if group.rounds else set()
        seeds = {one.id: one.seed for one in group.entrants}
        there = [id for id in seeds if id in were_there]
        return sorted(there, key=lambda id: (self.ranked[id].rank, seeds[id]))

    def _strength(self, id: int) -> tuple[Fraction | int, int]:
        return -self.ranked[id].score, next(one.seed for one in self.event.entrants if one.id == id)

    # --- The last stage ---

    @cached_property
    def final(self) -> Event:
        return self._last_stage(self.finalists)

    @cached_property
    def consolation(self) -> Event | None:
        """Return the event of entrants who did not go on, or None if they do not play."""
        if not self.event.plan.consolation or not self.is_decided:
            return None
        others = [id for id in self.ranked if id not in set(self.finalists)]
        return self._last_stage(sorted(others, key=lambda id: (self.ranked[id].rank, *self._strength(id))))

    @property
    def last_stages(self) -> Iterator[Event]:
        """Yield the final, and the consolation if there is one."""
        if self.is_decided:
            yield self.final
            if self.consolation is not None:
                yield self.consolation

    def event_of(self, entrant: int) -> Event | None:
        """Return the event of the last stage that the entrant plays in."""
        return next((one for one in self.last_stages if any(who.id == entrant for who in one.entrants)), None)

    def _last_stage(self, ids: list[int]) -> Event:
        out = {one.id for one in self.event.entrants if one.is_out}
        entrants = [Entrant(id, seed, id in out) for seed, id in enumerate(ids, 1)]
        return _part(self.event, deciding_plan(self.event.plan), entrants, self.event.rounds[self.length :])


def _named(round_: PlayedRound) -> set[int]:
    return {*round_.byes, *(id for table in round_.tables for id in table.entrants)}


def qualifying_rounds(qualifying: Format, plan: Plan, entrants: int) -> int:
    """Return the number of rounds that the largest group plays."""
    return qualifying.rounds(plan, -(-entrants // max(1, plan.groups)))


def dealt_out(event: Event) -> list[list[Entrant]]:
    """Return the groups; each has its best seed first."""
    groups: list[list[Entrant]] = [[] for _group in range(max(1, event.plan.groups))]
    for at, entrant in enumerate(sorted(event.entrants, key=lambda entrant: entrant.seed)):
        turn, place = divmod(at, len(groups))
        groups[-1 - place if turn % 2 else place].append(entrant)
    return groups


def _part(event: Event, plan: Plan, members: Collection[Entrant], rounds: tuple[PlayedRound, ...]) -> Event:
    """Return the part of an event that these entrants play among themselves, with its rounds counted from 1."""
    ids = {one.id for one in members}
    pairs = frozenset(pair for pair in event.apart if pair <= ids)
    return Event(plan, tuple(members), tuple(_among(ids, number, one) for number, one in enumerate(rounds, 1)), pairs)


def _among(ids: set[int], number: int, round_: PlayedRound) -> PlayedRound:
    tables = tuple(table for table in round_.tables if ids.issuperset(table.entrants))
    return PlayedRound(number, tables, tuple(id for id in round_.byes if id in ids))
