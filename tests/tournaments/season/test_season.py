"""The table of a season: recounted by hand, and shown to those who may see the club."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts import bots
from accounts.models import Player
from clubs.models import Club, Membership
from common.errors import UserError
from tests.tournaments.plans import announced, club_of, planned
from tournaments.models import Season, Tournament
from tournaments.season import season_table, seasons

MARCH = datetime(2026, 3, 6, 19, tzinfo=UTC)


@pytest.fixture
def club(olga: Player) -> Club:
    return club_of(olga)


def finished(club: Club, day: datetime, *order: Player | None, shared: bool = False, **columns: Any) -> Tournament:
    """Create a finished tournament; None is a bot. With `shared`, all have the same rank."""
    rows = [
        {"player": player.pk if player else None, "name": player.username if player else "Bot",
         "is_bot": player is None or player.is_bot, "played": 3, "rank": 1 if shared else rank}
        for rank, player in enumerate(order, 1)
    ]  # fmt: skip
    organiser = club.memberships.get(role="owner").player
    tournament = planned(organiser, club, starts_at=day, registration_at=day, **columns)
    Tournament.objects.filter(pk=tournament.pk).update(status="finished", final=rows, finished_at=day)
    return tournament


def lines(found: Season) -> list[tuple[int, str, int, int]]:
    return [(line.rank, line.name, line.total, line.played) for line in season_table.table_of(found).lines]


def test_a_point_for_playing_and_one_for_each_left_behind(
    club: Club, alice: Player, bob: Player, charlie: Player
) -> None:
    finished(club, MARCH, alice, bob, charlie)
    finished(club, MARCH + timedelta(days=7), bob, alice)
    assert lines(season_table.of_year(club, 2026)) == [(1, "Alice", 4, 2), (1, "Bob", 4, 2), (3, "Charlie", 1, 1)]


def test_bots_neither_have_points_nor_give_any(club: Club, alice: Player, bob: Player) -> None:
    finished(club, MARCH, None, alice, None, bob, None)
    assert lines(season_table.of_year(club, 2026)) == [(1, "Alice", 2, 1), (2, "Bob", 1, 1)]


def test_bots_of_players_have_none_either(club: Club, alice: Player, bob: Player) -> None:
    finished(club, MARCH, bots.create_bot(owner=alice, name="Robbie"), alice, bob)
    assert lines(season_table.of_year(club, 2026)) == [(1, "Alice", 2, 1), (2, "Bob", 1, 1)]


def test_shared_ranks_have_the_same_points(club: Club, alice: Player, bob: Player) -> None:
    finished(club, MARCH, alice, bob, shared=True)
    assert lines(season_table.of_year(club, 2026)) == [(1, "Alice", 1, 1), (1, "Bob", 1, 1)]


def test_players_who_never_played_have_no_points() -> None:
    rows = [{"player": one, "is_bot": False, "played": played, "rank": one} for one, played in ((1, 2), (2, 0))]
    assert season_table.points_of(rows) == {1: 1}


def test_of_each_player_the_best_count(club: Club, alice: Player, bob: Player, charlie: Player) -> None:
    finished(club, MARCH, alice, bob, charlie)  # Alice 3
    finished(club, MARCH + timedelta(days=7), bob, charlie, alice)  # Alice 1
    finished(club, MARCH + timedelta(days=14), bob, alice, charlie)  # Alice 2
    best_two = Season(club=club, name="2026", first_day=date(2026, 1, 1), last_day=date(2026, 12, 31), counts_best=2)
    assert lines(best_two) == [(1, "Bob", 6, 3), (2, "Alice", 5, 3), (3, "Charlie", 3, 3)]
    alices = season_table.table_of(best_two).lines[1].by_tournament
    assert [(one.points, one.counts) for one in alices if one] == [(3, True), (1, False), (2, True)]


def test_new_years_eve_is_by_the_clock_of_the_club(club: Club, alice: Player) -> None:
    finished(club, datetime(2026, 12, 31, 22, 30, tzinfo=UTC), alice)  # 23:30 in Berlin
    finished(club, datetime(2026, 12, 31, 23, 30, tzinfo=UTC), alice)  # 00:30
    assert lines(season_table.of_year(club, 2026)) == [(1, "Alice", 1, 1)]
    assert lines(season_table.of_year(club, 2027)) == [(1, "Alice", 1, 1)]


def test_what_belongs_to_another_club_or_was_called_off_does_not_count(club: Club, alice: Player, bob: Player) -> None:
    finished(club_of(bob, "Others"), MARCH, alice)
    called_off = finished(club, MARCH, alice)
    Tournament.objects.filter(pk=called_off.pk).update(status="cancelled")
    assert lines(season_table.of_year(club, 2026)) == []


def test_the_season_that_is_on_is_the_clubs_or_else_the_year(club: Club, olga: Player) -> None:
    assert season_table.season_on(club, date(2026, 3, 6)).name == "2026"
    span: dict[str, Any] = {"first_day": date(2026, 2, 1), "last_day": date(2026, 6, 30)}
    spring = seasons.set_season(club_id=club.pk, by=olga, name="Spring", counts_best=3, **span)
    assert season_table.season_on(club, date(2026, 3, 6)) == spring
    assert season_table.season_on(club, date(2026, 7, 1)).name == "2026"


def test_seasons_do_not_overlap(club: Club, olga: Player) -> None:
    span: dict[str, Any] = {"first_day": date(2026, 2, 1), "last_day": date(2026, 6, 30)}
    spring = seasons.set_season(club_id=club.pk, by=olga, name="Spring", counts_best=None, **span)
    with pytest.raises(UserError, match="Another season"):
        seasons.set_season(club_id=club.pk, by=olga, name="Again", counts_best=None, **span)
    seasons.set_season(club_id=club.pk, by=olga, name="Renamed", counts_best=None, season_id=spring.pk, **span)
    with pytest.raises(UserError, match="before the first"):
        seasons.set_season(
            club_id=club.pk, by=olga, name="x", counts_best=None, first_day=date(2027, 2, 1), last_day=date(2027, 1, 1)
        )


FORM = {"name": "Spring", "first_day": "2026-02-01", "last_day": "2026-06-30", "counts_best": "3"}


def test_the_owner_sets_changes_and_takes_away_a_season(client: Client, club: Club, olga: Player) -> None:
    client.force_login(olga)
    assert client.get("/club/friends/season/new/").status_code == 200
    assert client.post("/club/friends/season/new/", FORM).status_code == 302
    made = Season.objects.get()
    assert "Spring" in client.get(f"/club/friends/season/?season={made.pk}").content.decode()
    assert "Another season" in client.post("/club/friends/season/new/", FORM).content.decode()
    client.post(f"/club/friends/season/{made.pk}/", FORM | {"counts_best": ""})
    made.refresh_from_db()
    assert made.counts_best is None
    client.post(f"/club/friends/season/{made.pk}/drop/")
    assert not Season.objects.exists()


@pytest.mark.parametrize(
    ("role", "minds", "status"), [("officer", True, 302), ("officer", False, 403), ("member", False, 403)]
)
def test_seasons_are_set_by_those_in_charge_of_tournaments(
    client: Client, club: Club, bob: Player, role: str, minds: bool, status: int
) -> None:
    Membership.objects.create(club=club, player=bob, role=role, minds_tournaments=minds)
    client.force_login(bob)
    assert client.post("/club/friends/season/new/", FORM).status_code == status
    assert Season.objects.exists() == (status == 302)


def test_the_table_shows_each_tournaments_points_by_as_many_queries_however_many(
    client: Client, club: Club, alice: Player, bob: Player, django_assert_max_num_queries: Any
) -> None:
    for week in range(8):
        finished(club, MARCH + timedelta(weeks=week), alice, bob, None)
    with django_assert_max_num_queries(9):
        page = client.get("/club/friends/season/?year=2026").content.decode()
    assert page.count('href="/tournament/') == 8
    assert "<strong>16</strong>" in page


def test_a_private_clubs_season_is_not_there_for_strangers(client: Client, olga: Player, bob: Player) -> None:
    club_of(olga, "Hidden", is_private=True)
    assert client.get("/club/hidden/season/").status_code == 404
    client.force_login(olga)
    assert client.get("/club/hidden/season/").status_code == 200


@pytest.mark.parametrize("query", ["season=x", "season=999", "year=x", "year=20260", "year=٢٠٢٦"])
def test_nonsense_is_not_found(client: Client, club: Club, query: str) -> None:
    assert client.get(f"/club/friends/season/?{query}").status_code == 404


def test_a_clubs_page_says_what_is_on_and_what_was(client: Client, club: Club, olga: Player, alice: Player) -> None:
    finished(club, datetime(datetime.now(tz=UTC).year, 1, 1, 20, tzinfo=UTC), alice, olga, name="New Year")
    announced(olga, club, name="Friday evening")
    page = client.get("/club/friends/").content.decode()
    assert "Friday evening" in page
    assert "New Year" in page
    assert "Alice" in page
    assert "Plan a tournament" not in page
    client.force_login(olga)
    assert "/tournaments/new/?club=friends" in client.get("/club/friends/").content.decode()


def test_a_clubs_page_takes_as_many_queries_however_much_there_was(
    client: Client, club: Club, olga: Player, alice: Player, bob: Player
) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as found:
            assert client.get("/club/friends/").status_code == 200
        return len(found)

    now = datetime.now(tz=UTC)
    finished(club, datetime(now.year, 1, 1, 12, tzinfo=UTC), alice, bob)
    announced(olga, club, starts_at=now + timedelta(days=3))
    queries()
    before = queries()
    for day in range(2, 6):
        finished(club, datetime(now.year, 1, day, 12, tzinfo=UTC), bob, alice)
        announced(olga, club, starts_at=now + timedelta(days=3))
    assert queries() == before
