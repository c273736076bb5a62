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
    first_round: int = 1
    handicap: int = 0


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
    perfect: int = 0
    """How many deals were won before the opponent got rid of anything (TS1)."""
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
    def late_score(self) -> str:
        """Return what rounds before the first one of a late entrant count as."""
        return str(self.plan["late_score"])

    @property
    def has_absence_rules(self) -> bool:
        return bool(self.plan["counting_version"] > 1)

    @property
    def house_counts(self) -> bool:
        return bool(self.plan["no_shows"] == "house")


def read(tournament: Json, records: Mapping[str, Json]) -> Event:
    """Return the event in these files, with all rounds that are over. Raises Wrong if a table has no record."""
    entrants = [
        Entrant(
            one["id"],
            one["seed"],
            one["status"] == "withdrawn",
            one["first_round"],
            _handicap(one, tournament["plan"]),
        )
        for one in tournament["entries"]
        if one["seed"]
    ]
    rounds = []
    for number, each in enumerate(tournament["rounds"], 1):
        if each["number"] != number:
            raise Wrong(f"round {number} is missing")
        if tournament["plan"]["format"] == "rolling":
            rounds.append(Played([_table(one, records, tournament["plan"]) for one in each["tables"] if _counts(one)]))
        elif each["status"] == "finished":
            tables = [_table(one, records, tournament["plan"]) for one in each["tables"]]
            line_ups = {one["team"]: one["entries"] for one in each["line_ups"]}
            rounds.append(Played(tables, {bye["entry"] for bye in each["byes"]}, line_ups))
    seeds = {one.id for one in entrants}
    teams = {one["id"]: [entry for entry in one["members"] if entry in seeds] for one in tournament["teams"]}
    teams = {team: members for team, members in teams.items() if members}
    return Event(tournament["plan"], sorted(entrants, key=lambda one: one.seed), rounds, teams)


def _handicap(entry: Json, plan: Json) -> int:
    """Return the handicap that follows from the rating at the start. Raises Wrong if the entry has another one."""
    if not plan["handicap_step"]:
        return 0
    above = (1000 if entry["rating"] is None else entry["rating"]) - 1000
    whole = 0
    while (whole + 1) * plan["handicap_step"] <= abs(above) and whole < plan["handicap_most"]:
        whole += 1
    most_wins = plan["options"].get("ending") == "games"
    points = whole if (above > 0) != most_wins else -whole
    if entry["handicap"] != points:
        raise Wrong(f"{entry['name']} has the handicap {entry['handicap']}, not {points}")
    return points


def _counts(table: Json) -> bool:
    """Return whether a rolling table is over and was not broken off at the end."""
    return bool(table["is_done"]) and all(seat["score"] for seat in table["seats"])


def _table(table: Json, records: Mapping[str, Json], plan: Json) -> list[Sat]:
    if table["is_corrected"]:
        return corrected(table, _record(table, records), plan)
    if table["table"] is None and table["opens_at"] is None:
        return _together([_unplayed(seat, number) for number, seat in enumerate(table["seats"])])
    record = _record(table, records)
    if record is None:
        raise Wrong(f"table {table['number']} has no match")
    for number, seat in enumerate(table["seats"]):
        if seat["score"]["by_house"] != _by_house(record, number):
            raise Wrong(f"table {table['number']}, seat {number}: the house made {_by_house(record, number)}")
    return _together(_as_played(table, record, plan))


def _by_house(record: Json, seat: int) -> list[int]:
    """Return the scores of the deals that count in which the house or a bot laid more tiles for a seat than a
    player."""
    made = []
    for deal in record["deals"]:
        laid = [by for (who, move), by in zip(deal["moves"], deal["by"], strict=True) if who == seat and "-" in move]
        if deal["result"]["reason"] != "void" and 2 * laid.count("player") < len(laid):
            made.append(deal["result"]["scores"][seat])
    return made


def _record(table: Json, records: Mapping[str, Json]) -> Json | None:
    return records.get(table["table"]) if table["table"] else None


def _as_played(table: Json, record: Json, plan: Json) -> list[Sat]:
    deals = [deal["result"]["scores"] for deal in record["deals"] if deal["result"]["reason"] != "void"]
    totals, winners = record["result"]["totals"], record["result"]["winners"]
    if len(totals) != len(table["seats"]):
        raise Wrong(f"table {table['number']}: not every seat is taken")
    return [
        Sat(
            entry=seat["entry"],
            seat=number,
            points=totals[number],
            deals=[scores[number] for scores in deals],
            won=winners == [number],
            shared=number in winners and len(winners) > 1,
            settlement=sum(other - totals[number] for other in totals),  # KD2
            came=not seat["score"]["absent"],
            perfect=sum(scores[number] == 2 for scores in deals) if plan["game"] == "two-step" else 0,
        )
        for number, seat in enumerate(table["seats"])
    ]


def corrected(table: Json, record: Json | None, plan: Json) -> list[Sat]:
    """Return the seats of a table whose result was corrected: `record` is that of the match, if it was played to its
    end. Raises Wrong if the files do not say what was corrected, or their scores do not follow from it."""
    if not table["corrected"]:
        raise Wrong(f"table {table['number']}: nothing says what was corrected")
    played = _as_played(table, record, plan) if record is not None else None
    before, points = table["corrected"]["from"], table["corrected"]["to"]
    if before != (None if played is None else [sat.points for sat in played]):
        raise Wrong(f"table {table['number']}: corrected from {before}, which was not played")
    if played is not None and before == points:
        sats = played
    else:
        best = max(points) if plan["game"] == "two-step" else min(points)
        sats = [
            Sat(
                entry=seat["entry"],
                seat=number,
                points=points[number],
                deals=_corrected_deals(played[number].deals if played else [], points[number]),
                won=points[number] == best and points.count(best) == 1,
                shared=points[number] == best and points.count(best) > 1,
                settlement=sum(other - points[number] for other in points),
                came=not seat["score"]["absent"],
                perfect=min(played[number].perfect, points[number] // 2) if played else 0,
            )
            for number, seat in enumerate(table["seats"])
        ]
    for sat, seat in zip(sats, table["seats"], strict=True):
        shown = {name: seat["score"][name] for name in ("points", "deals", "won", "shared", "perfect")}
        if shown != {name: getattr(sat, name) for name in shown}:
            raise Wrong(f"table {table['number']}: {shown} does not follow from the correction to {points}")
    return _together(sats)


def _corrected_deals(deals: list[int], points: int) -> list[int]:
    """Return the deals of a corrected match: the last one takes the difference, as far as it can."""
    if not deals:
        return [points]
    last = points - sum(deals[:-1])
    return [*deals[:-1], last] if last >= 0 else [points]


def _unplayed(seat: Json, number: int) -> Sat:
    """Return the seat of a match that was not played: no time was agreed, or somebody on a line was not there."""
    came = not seat["score"]["absent"]
    return Sat(seat["entry"], number, points=0, deals=[], won=came, shared=False, settlement=0, came=came)


def _together(sats: list[Sat]) -> list[Sat]:
    for sat in sats:
        sat.others.extend(other for other in sats if other is not sat)
    return sats
