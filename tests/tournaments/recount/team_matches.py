"""Counting teams that meet line against line."""

from __future__ import annotations

from fractions import Fraction

from tests.tournaments.recount.duels import Duellists, duels, without_leavers
from tests.tournaments.recount.played import Entrant, Event, Played, Sat
from tests.tournaments.recount.ranking import Row, shown

AS_DUELS = {"team-swiss": "swiss", "team-round-robin": "round-robin"}
USUAL_OF_TEAMS = {
    "team-swiss": ["line-points", "buchholz", "direct", "table-points"],
    "team-round-robin": ["line-points", "direct", "sonneborn-berger", "table-points"],
}
Sides = dict[int, list[tuple[Fraction, int, bool]]]
"""Of both teams in a match: for each line its line points, the points of its game, and whether somebody came."""


def people_in_team_matches(event: Event) -> list[Row]:
    """Count everybody for themselves: a line that was not played is a bye for whoever was there."""
    rounds = []
    for played in event.rounds:
        tables = [table for table in played.tables if is_played(table)]
        there = {sat.entry for table in played.tables if not is_played(table) for sat in table if sat.came}
        rounds.append(Played(tables, played.byes | there, played.line_ups))
    plan = {**event.plan, "format": "swiss", "tie_breaks": ["game-points", "perfect"]}
    return duels(Event(plan, event.entrants, rounds, event.teams))


def is_played(table: list[Sat]) -> bool:
    return all(sat.came for sat in table) or any(sat.deals for sat in table)


def teams_in_matches(event: Event) -> list[Row]:
    """Count the teams: as duellists of whom the better one on the lines has won, with 2 points for a win."""
    seeds = event.seeds
    order = sorted(event.teams, key=lambda team: min(seeds[one] for one in event.teams[team]))
    left = {one.id for one in event.entrants if one.has_left}
    entrants = [Entrant(team, seed, set(event.teams[team]) <= left) for seed, team in enumerate(order, 1)]
    format = event.plan["format"]
    plan = {
        **event.plan,
        "format": AS_DUELS[format],
        "tie_breaks": event.plan["tie_breaks"] or USUAL_OF_TEAMS[format],
    }
    met = [_met(event, played) for played in event.rounds]
    as_duels = Event(
        plan, entrants, [_round(event, played, its) for played, its in zip(event.rounds, met, strict=True)]
    )
    counted = without_leavers(as_duels) if format == "team-round-robin" else as_duels
    careers = Duellists(counted).careers
    return [
        {
            "team": row["entry"],
            "rank": row["rank"],
            "score": shown(2 * careers[row["entry"]].score),
            "best_line": shown(max(lines)),
            "lines": [shown(line) for line in lines],
            "by": {"score": "match-points"}.get(row["by"], row["by"]),
            "tie_breaks": row["tie_breaks"],
            "rounds": [_result(row["entry"], brought, its) for brought, its in zip(row["rounds"], met, strict=True)],
        }
        for row in duels(as_duels)
        for lines in [_lines(event, row["entry"], met)]
    ]


def _met(event: Event, played: Played) -> list[Sides]:
    """Return the matches of a round: for every two teams whose players met, what the lines of each brought it."""
    found: dict[frozenset[int], Sides] = {}
    for line in range(event.plan["team_size"]):
        holders = {line_up[line]: team for team, line_up in played.line_ups.items() if line < len(line_up)}
        for table in played.tables:
            if not all(sat.entry in holders for sat in table):
                continue
            teams = frozenset(holders[sat.entry] for sat in table)
            sides = found.setdefault(teams, {holders[sat.entry]: [] for sat in _first_first(table, line)})
            for sat in table:
                sides[holders[sat.entry]].append((_worth(event, sat), _points(event, sat), sat.came))
    return list(found.values())


def _first_first(table: list[Sat], line: int) -> list[Sat]:
    """Return the seats of both in the order of their teams: on the lines 2, 4, … the second team sits first."""
    return table if line % 2 == 0 else table[::-1]


def _worth(event: Event, sat: Sat) -> Fraction:
    if not event.house_counts and not (sat.came and sat.other.came):
        return Fraction(sat.came)
    return Fraction(1) if sat.won else Fraction(1, 2) if sat.shared else Fraction(0)


def _points(event: Event, sat: Sat) -> int:
    return sat.points if event.plan["game"] == "two-step" else sat.other.points - sat.points


def _round(event: Event, played: Played, met: list[Sides]) -> Played:
    tables = []
    for sides in met:
        totals = {team: sum((line[0] for line in lines), Fraction(0)) for team, lines in sides.items()}
        sats = [
            Sat(
                entry=team,
                seat=seat,
                points=int(2 * total),
                deals=[line[1] for line in sides[team]],
                won=total == max(totals.values()) != min(totals.values()),
                shared=len(set(totals.values())) == 1,
                settlement=0,
                came=any(line[2] for line in sides[team]),
            )
            for seat, (team, total) in enumerate(totals.items())
        ]
        for sat in sats:
            sat.others.extend(other for other in sats if other is not sat)
        tables.append(sats)
    busy = {sat.entry for table in tables for sat in table}
    byes = {team for team, members in event.teams.items() if played.byes & set(members)} - busy
    return Played(tables, byes)


def _result(team: int, brought: str, met: list[Sides]) -> str:
    """Return the result of the team's match, as it sees it; of a round that does not count, what that is called."""
    sides = next((sides for sides in met if team in sides), None)
    if sides is None or brought in ("bye", "–"):
        return brought
    own = sum((line[0] for line in sides[team]), Fraction(0))
    others = sum((line[0] for other in sides if other != team for line in sides[other]), Fraction(0))
    return f"{shown(own)}:{shown(others)}"


def _lines(event: Event, team: int, met: list[list[Sides]]) -> list[Fraction]:
    own = [sides[team] for matches in met for sides in matches if team in sides]
    return [sum((lines[number][0] for lines in own), Fraction(0)) for number in range(event.plan["team_size"])]
