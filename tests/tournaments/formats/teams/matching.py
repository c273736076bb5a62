"""Events in which teams meet, with results chosen by the test."""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import replace

from tests.tournaments.formats.duels.duelling import Judge, by_chance_with_shared_wins
from tournaments.formats import FORMATS, Entrant, Event, Plan, PlayedRound, PlayedTable, SeatScore, Team
from tournaments.formats.teams.formats import TeamMatches

SWISS, ALL = "team-swiss", "team-round-robin"


def plan(format: str = SWISS, size: int = 2, reserves: int = 0, rounds: int = 0, cycles: int = 1) -> Plan:
    return Plan(format, "two-step", team_size=size, team_reserves=reserves, rounds=rounds, cycles=cycles)


def played_as(its: Event) -> TeamMatches:
    found = FORMATS[its.plan.format]
    assert isinstance(found, TeamMatches)
    return found


def of_teams(at: Plan, teams: int) -> Event:
    """Return an event; team 101 has entrants 1, 2, …, team 102 those after, with seeds equal to their ids."""
    many = at.team_size + at.team_reserves
    members = [tuple(range(1 + many * team, 1 + many * (team + 1))) for team in range(teams)]
    entrants = tuple(Entrant(id, id) for team in members for id in team)
    return Event(at, entrants, teams=tuple(Team(101 + at, team) for at, team in enumerate(members)))


def everybody(its: Event) -> set[int]:
    return {one.id for one in its.entrants}


def opened(its: Event, present: Collection[int] | None = None, seed: int = 0) -> Event:
    """Return the event with its next round running, and over on lines that are not played."""
    there = everybody(its) if present is None else present
    seating = played_as(its).seat(its, there, random.Random(f"{seed}/{len(its.rounds)}"))
    tables = tuple(PlayedTable(at, one.entrants, one.scores) for at, one in enumerate(seating.tables, 1))
    byes = tuple(one for one, _why in seating.byes)
    return replace(its, rounds=(*its.rounds, PlayedRound(len(its.rounds) + 1, tables, byes, seating.line_ups)))


def closed(its: Event, judge: Judge, rng: random.Random, share: float = 1.0) -> Event:
    """Return the event with this share of the tables of its last round finished."""
    last = its.rounds[-1]
    tables = tuple(
        table if table.scores or rng.random() >= share else replace(table, scores=judged(table, judge, rng))
        for table in last.tables
    )
    return replace(its, rounds=(*its.rounds[:-1], replace(last, tables=tables)))


def judged(table: PlayedTable, judge: Judge, rng: random.Random) -> tuple[SeatScore, ...]:
    return tuple(replace(score, deals=(score.points,)) for score in judge(table.entrants, rng))


def played(its: Event, judge: Judge = by_chance_with_shared_wins, seed: int = 0, away: float = 0.0) -> Event:
    """Return the event at its end; a share of people is away in each round."""
    rng = random.Random(seed)
    while not played_as(its).is_over(its):
        there = {one for one in everybody(its) if rng.random() >= away}
        its = closed(opened(its, there, seed), judge, rng)
    return its
