"""No frequent operation scans a table that grows with the years: matches, seats, people, tournaments."""

from __future__ import annotations

import re
from datetime import timedelta
from importlib import import_module
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.http import QueryDict
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from clubs.models import Club
from coach import problems
from common.caching import fresh
from config.celery import app
from games.models import Table
from games.pages import lobby
from games.pages.results.search import MatchSearch
from games.views import history
from tests.games.pages import browser_of
from tests.games.people import seated_table
from tests.site.growth.plans import large_tables, whole_reads
from tests.tournaments.crowds import crowd
from tournaments import expected
from tournaments.base import querysets
from tournaments.models import Call, Entry, Tournament
from tournaments.pages import lists

pytestmark = pytest.mark.django_db

MATCHES = 10_000
"""Enough rows that neither database's planner prefers a scan."""
LARGE = 400
"""Rows of a table that grows."""
OFTEN = 600.0
"""Seconds: tasks that beat sends at least this often must be cheap."""
LEFT_OUT = {"moderation.tasks.renew_demo"}
"""The task that needs the players of the demo."""


@pytest.fixture
def event(charlie: Player) -> Tournament:
    """Return, after years of play, a tournament in its second round, in which a player calls the organiser, Charlie."""
    import_module("bench.filling.matches").fill(MATCHES, people=MATCHES)
    event = crowd(charlie, 12, 2)
    place = event.played_rounds.get(number=2).places.order_by("pk")[3]
    assert place.board is not None
    Call.objects.create(board=place.board, player=entrant(event), text="Come", called_at=timezone.now())
    return event


def entrant(event: Tournament) -> Player:
    player = Entry.objects.filter(tournament=event).order_by("pk")[3].player
    assert player is not None
    return player


def forget_all() -> None:
    cache.clear()
    fresh.forget()
    lobby.forget()
    expected._remembered = None


def pages(event: Tournament, table: Table) -> list[str]:
    match = Table.objects.running().filter(board__round__tournament=event)[0]
    old = Table.objects.filter(rated__isnull=False).order_by("pk")[77]
    past, club = Tournament.objects.over().order_by("pk")[5], Club.objects.order_by("pk")[7]
    people = [Player.objects.get(username=name) for name in ("Veteran", "Regular77")]
    of_people = ("games:matches_of", "ratings:of")
    return [
        "/",
        "/lobby/tables/",
        *(one.get_absolute_url() for one in (table, match, event, past, club, *people)),
        reverse("games:result", args=[old.pk]),
        *(reverse(f"tournaments:{name}", args=[event.pk]) for name in ("live", "players", "control")),
        *(reverse(name, args=[player.username]) for player in people for name in of_people),
        *(f"/matches/?{query}" for query in ("", "player=Regular77", "game=two-step&seats=2", "since=2026-01-01")),
        "/tournaments/",
        "/tournaments/?when=over",
        "/clubs/",
        "/notices/",
    ]


def test_no_page_scans_a_large_table(event: Tournament, alice: Player, charlie: Player) -> None:
    table = seated_table([alice, charlie])
    large = large_tables(LARGE)
    assert {"games_table", "games_seat", "accounts_player", "ratings_ratedseat", "tournaments_call"} <= large
    whole: dict[tuple[str, str, str], list[str]] = {}
    for reader in (None, alice, charlie, entrant(event), Player.objects.get(username="Regular77")):
        browser = browser_of(reader) if reader else Client()
        for page in pages(event, table):
            forget_all()
            with whole_reads(large) as found:
                assert browser.get(page).status_code in (200, 302, 403, 404)
            whole |= {(str(reader), page, sql): what for sql, what in found.items()}
    assert whole == {}


def test_matches_of_a_player_are_found_by_their_seats(event: Tournament) -> None:
    veteran = Player.objects.get(username="Veteran")
    for reader in (None, veteran):
        plan = history._matches(veteran, reader).explain()
        assert "games_seat_player" in plan
        assert "table_status_newest" not in plan


def test_the_newest_tournaments_that_are_over_are_not_sorted(event: Tournament) -> None:
    for player in (None, entrant(event).pk):
        over = lists._coming_or_over(True, player, None, None, False).order_by("-starts_at")
        plan = querysets.for_lists(over)[:21].explain()
        assert "tournament_newest_over" in plan
        assert not re.search("ORDER BY|Sort", plan), plan


def test_the_newest_matches_are_not_sorted_with_or_without_statistics(event: Tournament) -> None:
    def plan(query: str) -> str:
        return MatchSearch(QueryDict(query)).found(None)[:21].explain()

    for query in ("", "since=2026-01-01", "event=cup"):
        assert "table_newest_finished" in plan(query)
        assert "ORDER BY" not in plan(query)
    assert "games_seat_player" in plan("player=Regular77")
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM sqlite_stat1")
            cursor.execute("ANALYZE sqlite_schema")
        assert "table_newest_finished" in plan("")
        assert "ORDER BY" not in plan("")


def test_matches_for_a_problem_are_read_newest_first_and_no_further_than_needed(
    event: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(problems, "RECENT", timedelta(days=10_000))
    plan = problems.newest_matches("two-step", timezone.now()).explain()
    assert "table_finished_in_game" in plan
    assert "ORDER BY" not in plan
    assert "Sort" not in plan


def seconds_of(every: Any) -> float:
    """Return the seconds between two runs of a beat schedule."""
    return float(every if isinstance(every, float) else every.run_every.total_seconds())


def test_no_frequent_task_scans_a_large_table(event: Tournament) -> None:
    app.loader.import_default_modules()
    large = large_tables(LARGE)
    whole: dict[tuple[str, str], list[str]] = {}
    often = [one for one in app.conf.beat_schedule.values() if seconds_of(one["schedule"]) <= OFTEN]
    for one in often:
        if one["task"] not in LEFT_OUT:
            with whole_reads(large) as found:
                app.tasks[one["task"]].apply(one.get("args", ()), throw=True)
            whole |= {(one["task"], sql): what for sql, what in found.items()}
    assert len(often) > 10
    assert whole == {}
