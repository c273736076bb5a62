"""The table of a club's season: points from its tournaments, counting each player's best results.

A tournament gives a player one point for playing, and one for each player who ranks below: of ten players the first
gets 10 points, the second 9, the last 1. Shared ranks get the same points. Bots neither get nor give points.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import QuerySet

from accounts.models import Player
from clubs.models import Club
from common.database.compiled import compiled_once
from tournaments.models import Season, Tournament
from tournaments.terms.moments import nearest_moment

Rows = Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Points:
    """The points from one tournament; `counts` if it is among the player's best."""

    points: int
    counts: bool


@dataclass(frozen=True, slots=True)
class Line:
    """A player's row. `by_tournament` is in the order of the season's tournaments; None if the player did not take
    part."""

    rank: int
    player: int
    name: str
    total: int
    played: int
    by_tournament: tuple[Points | None, ...]


@dataclass(frozen=True, slots=True)
class Table:
    tournaments: tuple[Tournament, ...]
    lines: tuple[Line, ...]


def points_of(final: Rows) -> dict[int, int]:
    """Return the points by player id."""
    people = [row for row in final if row["player"] and not row["is_bot"] and row["played"]]
    return {row["player"]: 1 + sum(other["rank"] > row["rank"] for other in people) for row in people}


def of_year(club: Club, year: int) -> Season:
    """Return an unsaved season for a calendar year, used if the club has not chosen any."""
    return Season(club=club, name=str(year), first_day=date(year, 1, 1), last_day=date(year, 12, 31))


def season_on(club: Club, day: date) -> Season:
    """Return the season that contains this day."""
    for chosen in _chosen_for(club.pk, day):
        chosen.club = club
        return chosen
    return of_year(club, day.year)


@compiled_once
def _chosen_for(club: int, day: date) -> QuerySet[Season]:
    """Return at most one season that contains the day."""
    return Season.objects.filter(club=club, first_day__lte=day, last_day__gte=day).order_by("-first_day")[:1]


def today(club: Club, now: datetime) -> date:
    return now.astimezone(ZoneInfo(club.time_zone)).date()


def tournaments_of(season: Season) -> list[Tournament]:
    """Return the season's finished tournaments by start; its days are those of the club's time zone."""
    zone = season.club.time_zone
    begin = nearest_moment(datetime.combine(season.first_day, time.min), zone)
    end = nearest_moment(datetime.combine(season.last_day, time.max), zone)
    return _finished_between(season.club_id, begin, end)


@compiled_once
def _finished_between(club: int, begin: datetime, end: datetime) -> QuerySet[Tournament]:
    finished = Tournament.objects.filter(club=club, status=Tournament.Status.FINISHED)
    return finished.filter(starts_at__gte=begin, starts_at__lte=end).order_by("starts_at", "pk")


def table_of(season: Season) -> Table:
    """Return the table, with two queries for any number of tournaments."""
    tournaments = tournaments_of(season)
    brought: dict[int, dict[int, int]] = defaultdict(dict)
    for at, tournament in enumerate(tournaments):
        for player, points in points_of(tournament.final or []).items():
            brought[player][at] = points
    names = dict(Player.objects.filter(pk__in=brought).values_list("pk", "username"))
    best = {player: _best(points, season.counts_best) for player, points in brought.items()}
    totals = {player: sum(brought[player][at] for at in best[player]) for player in brought}
    order = sorted(totals, key=lambda player: (-totals[player], names[player].casefold()))
    lines = [
        Line(
            rank=1 + sum(total > totals[player] for total in totals.values()),
            player=player,
            name=names[player],
            total=totals[player],
            played=len(brought[player]),
            by_tournament=tuple(
                Points(brought[player][at], at in best[player]) if at in brought[player] else None
                for at in range(len(tournaments))
            ),
        )
        for player in order
    ]
    return Table(tuple(tournaments), tuple(lines))


def _best(points: Mapping[int, int], most: int | None) -> set[int]:
    """Return the indices of the tournaments that count; of equal results, the earlier ones."""
    return set(sorted(points, key=lambda at: (-points[at], at))[:most])


def years_of(club: Club, seasons: Iterable[Season]) -> list[int]:
    """Return the calendar years, newest first, with tournaments outside all seasons."""
    zone = ZoneInfo(club.time_zone)
    starts = Tournament.objects.filter(club=club, status=Tournament.Status.FINISHED).values_list("starts_at", flat=True)
    spans = [(season.first_day, season.last_day) for season in seasons]
    days = {start.astimezone(zone).date() for start in starts}
    return sorted({day.year for day in days if not any(a <= day <= b for a, b in spans)}, reverse=True)
