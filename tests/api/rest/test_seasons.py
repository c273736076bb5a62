"""Programs read the seasons of clubs and their leagues, as the pages show them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Player
from clubs.models import Club
from tests.api.programs import Program
from tests.tournaments.divisions.test_seasons import announced, draft, place
from tests.tournaments.people import players
from tests.tournaments.plans import club_of
from tests.tournaments.season.test_season import finished
from tournaments.divisions import seasons
from tournaments.divisions.seasons import Wanted
from tournaments.models import League, Season

MARCH = datetime(2026, 3, 6, 19, tzinfo=UTC)


@pytest.fixture
def olga(db: None) -> Player:
    return Player.objects.create_user("Olga", "olga@example.org")


@pytest.fixture
def club(olga: Player) -> Club:
    return club_of(olga)


def league_of(club: Club, by: Player, name: str = "Night league") -> League:
    wanted = (Wanted("First", 4, 1), Wanted("Second", 4, 0))
    return seasons.found_league(club_id=club.pk, by=by, name=name, divisions=wanted)


def queries(program: Program, *paths: str) -> int:
    with CaptureQueriesContext(connection) as asked:
        for path in paths:
            program.read(path)
    return len(asked)


def test_table_of_a_season_says_what_each_tournament_brought(
    visitor: Program, club: Club, alice: Player, bob: Player
) -> None:
    first = finished(club, MARCH, alice, bob)
    second = finished(club, MARCH + timedelta(weeks=1), bob, None, name="Easter")
    year = visitor.read(f"clubs/{club.slug}/season-table", year=2026)
    assert (year["season"]["id"], year["season"]["first_day"]) == (None, "2026-01-01")
    assert year["tournaments"] == [{"id": first.pk, "name": first.name}, {"id": second.pk, "name": "Easter"}]
    assert [(line["rank"], line["name"], line["total"], line["played"]) for line in year["lines"]] == [
        (1, "Alice", 2, 1),
        (1, "Bob", 2, 2),
    ]
    assert [line["points"] for line in year["lines"]] == [
        [{"points": 2, "counts": True}, None],
        [{"points": 1, "counts": True}, {"points": 1, "counts": True}],
    ]


def test_seasons_of_a_club_are_listed_and_read_by_their_ids(visitor: Program, club: Club, alice: Player) -> None:
    for month, name in ((1, "Winter"), (4, "Spring")):
        days = {"first_day": f"2026-{month:02}-01", "last_day": f"2026-{month + 2:02}-28"}
        Season.objects.create(club=club, name=name, counts_best=month, **days)
    finished(club, MARCH, alice)
    spring, winter = visitor.read(f"clubs/{club.slug}/seasons")
    assert (spring["name"], winter["name"], winter["counts_best"]) == ("Spring", "Winter", 1)
    assert len(visitor.read(f"clubs/{club.slug}/season-table", season=winter["id"])["tournaments"]) == 1
    assert visitor.read(f"clubs/{club.slug}/season-table", season=spring["id"])["tournaments"] == []
    assert visitor.get(f"clubs/{club.slug}/season-table", season=10**6).status_code == 404
    assert visitor.get(f"clubs/{club.slug}/season-table", year=1).status_code == 422


def test_league_says_who_stands_where_and_nothing_of_a_draft(visitor: Program, club: Club, olga: Player) -> None:
    league = league_of(club, olga)
    path = f"clubs/{club.slug}/leagues"
    draft(league, olga)
    place(league, olga, players(3), 1)
    place(league, olga, players(2, first=4), 2)
    [listed] = visitor.read(path)
    assert (listed["name"], listed["seasons"]) == ("Night league", [])
    assert listed["url"] == f"http://localhost:8000/club/{club.slug}/leagues/{league.pk}/"
    assert [(one["name"], one["rank"], one["falls"]) for one in listed["divisions"]] == [
        ("First", 1, 1),
        ("Second", 2, 0),
    ]
    assert visitor.get(f"{path}/{league.pk}").status_code == 404
    first, _second = announced(league, olga)
    table = visitor.read(f"{path}/{league.pk}")
    assert (table["season"], table["league"]["seasons"]) == (1, [1])
    upper, lower = table["divisions"]
    assert (upper["name"], upper["tournament"], upper["status"]) == ("First", first.pk, "registration")
    assert [line["name"] for line in upper["lines"]] == ["Player1", "Player2", "Player3"]
    assert {line["mark"] for line in lower["lines"]} == {"placed"}
    assert visitor.get(f"{path}/{league.pk}", season=2).status_code == 404


def test_what_a_private_club_plays_is_for_its_members(visitor: Program, program: Program, olga: Player) -> None:
    club = club_of(olga, "Hidden", is_private=True)
    league = league_of(club, olga)
    inside = Program.of(olga)
    for path in ("seasons", "season-table", "leagues", f"leagues/{league.pk}"):
        assert visitor.get(f"clubs/{club.slug}/{path}").status_code == 404
        assert program.get(f"clubs/{club.slug}/{path}").status_code == 404
    assert inside.read(f"clubs/{club.slug}/leagues")[0]["id"] == league.pk


def test_number_of_queries_does_not_grow(visitor: Program, club: Club, olga: Player, alice: Player) -> None:
    paths = [f"clubs/{club.slug}/{path}" for path in ("seasons", "season-table?year=2026", "leagues")]
    seen: list[Any] = []
    for number in range(3):
        league = league_of(club, olga, f"League {number}")
        draft(league, olga)
        announced(league, olga)
        finished(club, MARCH + timedelta(weeks=number), alice)
        seen.append(queries(visitor, *paths))
    assert seen[0] == seen[1] == seen[2]
