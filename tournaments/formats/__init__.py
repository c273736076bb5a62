"""Tournament formats in pure Python: seating, standings, and the reasons for both."""

from __future__ import annotations

from tournaments.formats.brackets.double_elimination import DoubleElimination
from tournaments.formats.brackets.knockout import Knockout
from tournaments.formats.draw import Draw, Slot
from tournaments.formats.duels.round_robin import RoundRobin
from tournaments.formats.duels.swiss import Swiss
from tournaments.formats.event import (
    Entrant,
    Event,
    PlayedRound,
    PlayedTable,
    SeatedTable,
    Seating,
    SeatScore,
    Standing,
    Team,
    Value,
)
from tournaments.formats.format import Format
from tournaments.formats.plan import COUNTING, Plan, PlanError
from tournaments.formats.rolling.formats import RollingTables
from tournaments.formats.sentence import Sentence, Who
from tournaments.formats.stages.formats import Stages, SwissCut
from tournaments.formats.tables.formats import DescendingDoubles, TableRounds
from tournaments.formats.teams.formats import TeamRoundRobin, TeamSwiss

__all__ = [
    "COUNTING",
    "FORMATS",
    "Draw",
    "Entrant",
    "Event",
    "Format",
    "Plan",
    "PlanError",
    "PlayedRound",
    "PlayedTable",
    "SeatScore",
    "SeatedTable",
    "Seating",
    "Sentence",
    "Slot",
    "Stages",
    "Standing",
    "Team",
    "Value",
    "Who",
]

_OF_ONE_STAGE: dict[str, Format] = {
    format.slug: format
    for format in (
        DescendingDoubles(),
        TableRounds(),
        Swiss(),
        RoundRobin(),
        Knockout(),
        DoubleElimination(),
    )
}
FORMATS: dict[str, Format] = {
    **_OF_ONE_STAGE,
    **{format.slug: format for format in (SwissCut(_OF_ONE_STAGE), Stages(_OF_ONE_STAGE), RollingTables())},
    **{format.slug: format for format in (TeamSwiss(), TeamRoundRobin())},
}
"""All formats by slug: `descending-doubles`, `swiss`, and so on. Each admits every game that can be played in it."""
