"""The seasons of clubs: the table of points from their tournaments, and leagues with divisions."""

from __future__ import annotations

from collections import defaultdict
from datetime import date
from typing import Annotated, Any, Literal

from django.conf import settings
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from ninja import Field, Query, Router, Schema

from api.rest.base.asking import Request
from api.rest.base.parts import Key, Link
from api.rest.clubs import Address, inside
from clubs.models import Club
from tournaments.base.clock import YEARS
from tournaments.divisions import seasons as divisions
from tournaments.models import Division, League, Season, Tournament
from tournaments.season import season_table

router = Router(tags=["clubs"])

LARGEST = 2**31 - 1


class ShownSeason(Schema):
    """A period whose tournaments are added up."""

    id: int | None = Field(description="Null for a calendar year, which is used if a club has not set a season.")
    name: str
    first_day: date
    last_day: date
    counts_best: int | None = Field(description="How many tournaments of each player count; null: all.")


class OfSeason(Schema):
    id: str
    name: str


class Points(Schema):
    points: int
    counts: bool


class SeasonLine(Schema):
    rank: int
    name: str
    total: int
    played: int
    points: list[Points | None] = Field(description="In the order of the tournaments; null: did not take part.")


class SeasonTable(Schema):
    season: ShownSeason
    tournaments: list[OfSeason]
    lines: list[SeasonLine]


def shown(season: Season) -> dict[str, Any]:
    return {
        "id": season.pk,
        "name": season.name,
        "first_day": season.first_day,
        "last_day": season.last_day,
        "counts_best": season.counts_best,
    }


@router.get("/{slug}/seasons", response=list[ShownSeason], summary="A club's seasons, newest first")
def list_seasons(request: Request, slug: Address) -> list[dict[str, Any]]:
    return [shown(season) for season in inside(request, slug).seasons.order_by("-first_day")]


@router.get("/{slug}/season-table", response=SeasonTable, summary="The table of a club's season")
def read_season_table(
    request: Request,
    slug: Address,
    season: Annotated[
        int | None, Query(ge=1, le=LARGEST, description="The id of a season of the club; by default the current one.")
    ] = None,
    year: Annotated[int | None, Query(ge=YEARS[0], le=YEARS[-1], description="A calendar year.")] = None,
) -> dict[str, Any]:
    """Return each player's points from the season's finished tournaments."""
    chosen = _chosen(inside(request, slug), season, year)
    table = season_table.table_of(chosen)
    return {
        "season": shown(chosen),
        "tournaments": [{"id": one.pk, "name": one.name} for one in table.tournaments],
        "lines": [
            {
                "rank": line.rank,
                "name": line.name,
                "total": line.total,
                "played": line.played,
                "points": [one and {"points": one.points, "counts": one.counts} for one in line.by_tournament],
            }
            for line in table.lines
        ],
    }


def _chosen(club: Club, season: int | None, year: int | None) -> Season:
    if season is not None:
        return get_object_or_404(club.seasons.select_related("club"), pk=season)
    if year is not None:
        return season_table.of_year(club, year)
    return season_table.season_on(club, season_table.today(club, timezone.now()))


# --- Leagues ---


class ShownDivision(Schema):
    name: str
    rank: int = Field(description="1 is the highest.")
    places: int
    falls: int = Field(description="How many fall from it, and rise into it.")


class ShownLeague(Schema):
    id: int
    name: str
    url: Link
    divisions: list[ShownDivision]
    seasons: list[int] = Field(description="Their numbers, the newest first, without drafts.")


class LeagueLine(Schema):
    number: int = Field(description="The rank, or before the start the place in the list.")
    name: str
    score: str = Field(description="Empty before the start.")
    mark: str = Field(
        description="stays, rises, falls, fills or placed, as in docs/exports.md; empty: leaves, or is new."
    )


class PlayedDivision(Schema):
    name: str
    rank: int
    tournament: str
    status: Literal["announced", "registration", "check-in", "running", "finished", "cancelled"]
    lines: list[LeagueLine]


class LeagueTable(Schema):
    league: ShownLeague
    season: int
    divisions: list[PlayedDivision]


def _leagues(leagues: list[League]) -> list[dict[str, Any]]:
    """Return leagues, with a constant number of queries."""
    ranked: defaultdict[int, list[Division]] = defaultdict(list)
    for division in Division.objects.filter(league__in=leagues).order_by("rank"):
        ranked[division.league_id].append(division)
    public = Tournament.objects.filter(division__league__in=leagues).exclude(status=Tournament.Status.DRAFT)
    numbers: defaultdict[int, set[int]] = defaultdict(set)
    for league_id, number in public.values_list("division__league", "division_season"):
        numbers[league_id].add(number)
    return [
        {
            "id": league.pk,
            "name": league.name,
            "url": settings.SITE_URL + reverse("tournaments:league", args=[league.club.slug, league.pk]),
            "divisions": [
                {"name": one.name, "rank": one.rank, "places": one.places, "falls": one.falls}
                for one in ranked[league.pk]
            ],
            "seasons": sorted(numbers[league.pk], reverse=True),
        }
        for league in leagues
    ]


@router.get("/{slug}/leagues", response=list[ShownLeague], summary="A club's leagues with divisions")
def list_leagues(request: Request, slug: Address) -> list[dict[str, Any]]:
    return _leagues(list(inside(request, slug).leagues.select_related("club")))


@router.get(
    "/{slug}/leagues/{league_id}",
    response=LeagueTable,
    summary="The tables of a league's season, by division",
)
def read_league(
    request: Request,
    slug: Address,
    league_id: Key,
    season: Annotated[int | None, Query(ge=1, le=LARGEST, description="Its number; by default the newest.")] = None,
) -> dict[str, Any]:
    """Return the divisions of a season, the highest first; drafts are not shown."""
    league = get_object_or_404(inside(request, slug).leagues.select_related("club"), pk=league_id)
    [about] = _leagues([league])
    number = next((one for one in about["seasons"] if season in (None, one)), None)
    if number is None:
        raise Http404
    return {"league": about, "season": number, "divisions": [_played(one) for one in divisions.pyramid(league, number)]}


def _played(shown: divisions.DivisionShown) -> dict[str, Any]:
    division = shown.tournament.division
    assert division is not None
    return {
        "name": division.name,
        "rank": division.rank,
        "tournament": shown.tournament.pk,
        "status": shown.tournament.status,
        "lines": [
            {"number": line.number, "name": line.name, "score": line.score, "mark": line.mark} for line in shown.lines
        ],
    }
