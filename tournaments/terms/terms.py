"""The terms of a tournament, which its organisers decide before it begins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import datetime, timedelta
from typing import Any, Self

from tournaments.formats import COUNTING, Plan
from tournaments.formats.plan import MOST_HANDICAP
from tournaments.terms.schedule import UNDATED, Breaks, Dates, Schedule


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """The columns of a tournament with these names; `schedule` combines several of them.

    `rounds` 0 means as many as needed; `tie_breaks` empty means the default; `most` None means no limit; `expected`
    is the number of entrants that the organisers expect; `entrance` is `all` or `members`;
    `absence` is `pause`, `keep` or `drop`;
    `agreeing` is `off` if tables open with their round, otherwise what happens if no time is agreed within `agree_days`
    of its beginning: `fixed`, `absent` or `organiser`; `fixed_day` counts the days until the fixed time;
    `admits_bots` says whether bots of players may enter;
    `late_score` is one of those that the format offers (`formats.late`); `no_shows` is `worst` or `house`;
    `house_level` is how well the house plays for people: `weak`, `easy` or `medium`;
    `handicap_step` is how many rating points are one handicap point, 0 for none;
    `rules_version` is that of the game, and `counting_version` that of the standings, when the tournament was planned.
    """

    name: str = ""
    description: str = ""
    format: str
    game: str
    options: Mapping[str, Any] = field(default_factory=dict)
    rules_version: int = 1
    counting_version: int = COUNTING
    rounds: int = 0
    table_size: int = 2
    seating: str = "spread"
    cycles: int = 1
    third_place: bool = False
    consolation: bool = False
    qualifying: str = ""
    groups: int = 1
    advancing: int = 0
    deciding: str = ""
    deciding_rounds: int = 0
    fills_up: bool = False
    plays_out: bool = True
    duplicate: bool = False
    tie_breaks: tuple[str, ...] = ()
    team_size: int = 0
    team_reserves: int = 0
    team_best: int = 0
    seconds: int = 30
    schedule: Breaks | Dates = field(default_factory=Breaks)
    least: int = 2
    most: int | None = None
    expected: int | None = None
    entrance: str = "all"
    least_matches: int = 0
    admits_bots: bool = False
    late_rounds: int = 1
    absence: str = "pause"
    late_score: str = "missed"
    handicap_step: int = 0
    handicap_most: int = MOST_HANDICAP
    no_shows: str = "worst"
    house_level: str = "weak"
    check_in_minutes: int = 0
    registration_at: datetime = UNDATED
    holds_seatings: bool = False
    agreeing: str = "off"
    agree_days: int = 0
    fixed_day: int = 0

    @classmethod
    def from_columns(cls, columns: Mapping[str, Any]) -> Self:
        """Return the terms that these columns of a tournament describe, with defaults for missing ones."""
        schedule = {name: columns[name] for name in SCHEDULE if name in columns}
        others = {name: value for name, value in columns.items() if name not in schedule}
        others["tie_breaks"] = tuple(others.get("tie_breaks", ()))
        return cls(schedule=Schedule.from_columns(schedule), **others)

    @property
    def columns(self) -> dict[str, Any]:
        """Return the columns of a tournament that store the terms."""
        own = {name: getattr(self, name) for name in _NAMES}
        return {**own, "options": dict(self.options), "tie_breaks": list(self.tie_breaks), **self.schedule.columns}

    @property
    def plan(self) -> Plan:
        """Return the terms that the format needs."""
        return Plan(**{name: getattr(self, name) for name in PLAN})

    @property
    def starts_at(self) -> datetime:
        return self.schedule.starts_at

    @property
    def time_zone(self) -> str:
        return self.schedule.time_zone

    @property
    def check_in_at(self) -> datetime:
        return self.starts_at - timedelta(minutes=self.check_in_minutes)

    def starting(self, at: datetime, *, registration_at: datetime) -> Self:
        """Return the same terms for another start."""
        return replace(self, schedule=replace(self.schedule, starts_at=at), registration_at=registration_at)

    def columns_unlike(self, other: Terms) -> set[str]:
        """Return the names of columns in which these terms differ from `other`."""
        mine, others = self.columns, other.columns
        return {name for name in mine if mine[name] != others[name]}

    def differs_in_fixed_terms(self, other: Terms) -> bool:
        """Return whether the terms differ in something that cannot change once a tournament has begun.

        That is everything that decides the results, the start, the dates of rounds, and how the times of matches are
        agreed.
        """
        mine, others = self.schedule, other.schedule
        fixed = (self.plan, mine.starts_at, mine.apart, self.agreeing, self.agree_days, self.fixed_day)
        return self.house_level != other.house_level or fixed != (
            *(other.plan, others.starts_at, others.apart),
            *(other.agreeing, other.agree_days, other.fixed_day),
        )


PLAN = tuple(one.name for one in fields(Plan))
_NAMES = tuple(one.name for one in fields(Terms) if one.name != "schedule")
SCHEDULE = tuple(Breaks().columns)
COLUMNS = (*_NAMES, *SCHEDULE)
"""The columns of a tournament that its terms consist of."""
