"""Reads the results of all seats from the files that anybody can download."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Json = Mapping[str, Any]


class Wrong(Exception):
    """The files cannot be counted."""


@dataclass(frozen=True)
class Entrant:
    """Somebody who has taken part; `seed` is their number in the starting order."""

    id: int
    seed: int
    has_left: bool


@dataclass(frozen=True)
class Sat:
    """An entrant on a seat, and its result; `others` sat there too, in the order of their seats. `came` is False where
    the house played for somebody who never came to the table."""

    entry: int
    seat: int
    points: int
    deals: list[int]
    won: bool
    shared: bool
    settlement: int
    came: bool
    others: list[Sat] = field(default_factory=list, repr=False)
    """Filled in when the table is complete."""

    @property
    def other(self) -> Sat:
        assert len(self.others) == 1
        return self.others[0]


@dataclass
class Played:
    """A round: its tables, each a list of seats in order, and its byes."""

    tables: list[list[Sat]] = field(default_factory=list)
    byes: set[int] = field(default_factory=set)
    line_ups: dict[int, list[int]] = field(default_factory=dict)
    """Of each team, the entries on its lines."""

    def of(self, entry: int) -> Sat | None:
        return next((sat for table in self.tables for sat in table if sat.entry == entry), None)


@dataclass(frozen=True)
class Event:
    """Everything that is counted: what was agreed (`plan` of `tournament.json`), who took part, what was played."""

    plan: Json
    entrants: list[Entrant]
    rounds: list[Played]
    teams: dict[int, list[int]] = field(default_factory=dict)
    """Of each team that takes part, the entries of all its members in the order of its lines."""

    @property
    def seeds(self) -> dict[int, int]:
        return {one.id: one.seed for one in self.entrants}

    @property
    def is_settled(self) -> bool:
        return bool(self.plan["options"].get("ending") == "games")

    @property
    def minds_absence(self) -> bool:
        return bool(self.plan["counting_version"] > 1)

    @property
    def house_counts(self) -> bool:
        return bool(self.plan["no_shows"] == "house")


def read(tournament: Json, records: Mapping[str, Json]) -> Event:
    """Return the event in these files, with all rounds that are over. Raises Wrong if a table has no record."""
    entrants = [
        Entrant(one["id"], one["seed"], one["status"] == "withdrawn") for one in tournament["entries"] if one["seed"]
    ]
    rounds = []
    for number, each in enumerate(tournament["rounds"], 1):
        if each["number"] != number:
            raise Wrong(f"round {number} is missing")
        if tournament["plan"]["format"] == "rolling":
            rounds.append(Played([_table(one, records) for one in each["tables"] if _counts(one)]))
        elif each["status"] == "finished":
            tables = [_table(one, records) for one in each["tables"]]
            line_ups = {one["team"]: one["entries"] for one in each["line_ups"]}
            rounds.append(Played(tables, {bye["entry"] for bye in each["byes"]}, line_ups))
    seeds = {one.id for one in entrants}
    teams = {one["id"]: [entry for entry in one["members"] if entry in seeds] for one in tournament["teams"]}
    teams = {team: members for team, members in teams.items() if members}
    return Event(tournament["plan"], sorted(entrants, key=lambda one: one.seed), rounds, teams)


def _counts(table: Json) -> bool:
    """Return whether a rolling table is over and was not broken off at the end."""
    return bool(table["is_done"]) and all(seat["score"] for seat in table["seats"])


def _table(table: Json, records: Mapping[str, Json]) -> list[Sat]:
    if table["table"] is None and table["opens_at"] is None:
        return _together([_nobody(seat["entry"], number) for number, seat in enumerate(table["seats"])])
    if table["is_corrected"] or table["table"] not in records:
        raise Wrong(f"table {table['number']} has no match, or its result was corrected by hand")
    record = records[table["table"]]
    deals = [deal["result"]["scores"] for deal in record["deals"] if deal["result"]["reason"] != "void"]
    totals, winners = record["result"]["totals"], record["result"]["winners"]
    if len(totals) != len(table["seats"]):
        raise Wrong(f"table {table['number']}: not every seat is taken")
    sats = [
        Sat(
            entry=seat["entry"],
            seat=number,
            points=totals[number],
            deals=[scores[number] for scores in deals],
            won=winners == [number],
            shared=number in winners and len(winners) > 1,
            settlement=sum(other - totals[number] for other in totals),  # KD2
            came=not seat["score"]["absent"],
        )
        for number, seat in enumerate(table["seats"])
    ]
    return _together(sats)


def _nobody(entry: int, seat: int) -> Sat:
    """Return the seat of a match for which no hour was agreed: nobody came to it."""
    return Sat(entry, seat, points=0, deals=[], won=False, shared=False, settlement=0, came=False)


def _together(sats: list[Sat]) -> list[Sat]:
    for sat in sats:
        sat.others.extend(other for other in sats if other is not sat)
    return sats
