"""The recounted standings, and where those of the site differ from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tests.tournaments.recount.at_tables import at_tables
from tests.tournaments.recount.double import double_elimination
from tests.tournaments.recount.duels import duels
from tests.tournaments.recount.in_stages import in_stages
from tests.tournaments.recount.knockout import knockout
from tests.tournaments.recount.played import Event, Json, read
from tests.tournaments.recount.ranking import TABLE_FORMATS, Row
from tests.tournaments.recount.rolling import rolling
from tests.tournaments.recount.team_matches import AS_DUELS, people_in_team_matches, teams_in_matches
from tests.tournaments.recount.teams import in_teams


def count(tournament: Json, records: Mapping[str, Json]) -> list[Row]:
    """Return the standings after all finished rounds, in the form of `tournaments.base.standings`.

    `tournament` is `tournament.json`, `records` those of its tables by the tables' ids.
    """
    return _count(read(tournament, records))


def count_teams(tournament: Json, records: Mapping[str, Json]) -> list[Row]:
    """Return the standings of teams after all finished rounds."""
    event = read(tournament, records)
    return teams_in_matches(event) if event.plan["format"] in AS_DUELS else in_teams(event)


def _count(event: Event) -> list[Row]:
    if event.plan["format"] in ("stages", "swiss-cut"):
        return in_stages(event, _count)
    if event.plan["format"] in AS_DUELS:
        return people_in_team_matches(event)
    if event.plan["format"] == "rolling":
        return rolling(event)
    if event.plan["format"] in TABLE_FORMATS:
        return at_tables(event)
    return {"knockout": knockout, "double-elimination": double_elimination}.get(event.plan["format"], duels)(event)


def disagreements(recounted: Sequence[Row], stored: Sequence[Row]) -> list[str]:
    """Return where the site's standings differ from the recount."""
    if [row["entry"] for row in recounted] != [row["entry"] for row in stored]:
        return [f"the order: recounted {_order(recounted)}, shown {_order(stored)}"]
    return [
        f"{shown['name']}, {key}: recounted {own[key]!r}, shown {shown[key]!r}"
        for own, shown in zip(recounted, stored, strict=True)
        for key in own
        if own[key] != shown[key]
    ]


def _order(rows: Sequence[Row]) -> list[tuple[int, int, str]]:
    return [(row["rank"], row["entry"], row["score"]) for row in rows]
