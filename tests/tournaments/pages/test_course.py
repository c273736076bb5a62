"""Rounds, standings, entries and what is hidden while a tournament is running; and the number of queries."""

from __future__ import annotations

import re

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from games.models import Table
from games.services import finish
from tests.games.pages import browser_of
from tests.html import dense
from tests.tournaments.crowds import crowd
from tests.tournaments.people import (
    DUELS,
    FRIDAY,
    advanced,
    after_the_break,
    confirmed_players,
    open_tables,
    players,
    started,
)
from tournaments.base.standings import standings_of
from tournaments.life.entering import enter
from tournaments.models import Board, Entry, Place, Round, Tournament
from tournaments.simulation import Simulation

pytestmark = pytest.mark.usefixtures("after_commit")


def address(name: str, tournament: Tournament, *more: int) -> str:
    return reverse(f"tournaments:{name}", args=[tournament.pk, *more])


def finished(olga: Player, format: str, count: int, **settings: object) -> Tournament:
    tournament = Simulation(olga, format, count, seed=2, settings=settings).run()
    tournament.refresh_from_db()
    assert tournament.status == Tournament.Status.FINISHED
    return tournament


def test_a_round_shows_who_sits_where_and_why(client: Client, olga: Player) -> None:
    tournament = started(olga, players(9))
    page = client.get(tournament.get_absolute_url()).text
    tables = Table.objects.all()
    assert len(tables) == 2
    for table in tables:
        assert f'href="{table.get_absolute_url()}"' in page
    for number in range(1, 10):
        assert f">Player{number}</a>" in page
    assert "Why this table?" in page
    assert page == page.replace("data-mine", "")


def test_the_own_place_is_marked_for_its_player_alone(client: Client, olga: Player) -> None:
    people = players(8)
    tournament = started(olga, people)
    for player in people[:2]:
        entry = Entry.objects.get(player=player)
        page = browser_of(player).get(tournament.get_absolute_url()).text
        marked = set(re.findall(r'data-of="(\d+)" data-mine', page))
        assert marked == {str(entry.pk)}
    assert "data-mine" not in client.get(tournament.get_absolute_url()).text


def test_a_seating_that_is_held_back_is_nobodys_business(client: Client, olga: Player) -> None:
    people = players(4)
    tournament = started(olga, people, holds_seatings=True)
    assert Round.objects.get().status == Round.Status.HELD
    for browser in (client, browser_of(people[0])):
        assert browser.get(address("round", tournament, 1)).status_code == 404
        assert "board-1-1" not in browser.get(tournament.get_absolute_url()).text
        assert client.get(address("json", tournament)).json()["rounds"] == []


def test_nobody_is_led_to_a_table_with_the_same_tiles(client: Client, olga: Player) -> None:
    people = confirmed_players(8)
    tournament = started(olga, people, DUELS, duplicate=True)
    page = client.get(tournament.get_absolute_url()).text
    for table in Table.objects.all():
        assert table.get_absolute_url() not in page
    assert "Hidden until the round is over" in page
    assert page.count('class="for-sitters" href="' + address("my-table", tournament)) == 4
    assert "Your table is ready" in browser_of(people[0]).get(tournament.get_absolute_url()).text


def test_the_grid_shows_what_a_missed_round_costs(client: Client, olga: Player) -> None:
    tournament = started(olga, players(4), late_rounds=3)
    for table in open_tables(tournament):
        finish(table_id=table)
    tournament = advanced(tournament, timezone.now())
    enter(tournament_id=tournament.pk, player=players(1, first=5)[0])
    advanced(tournament, after_the_break(tournament))
    row = next(row for row in standings_of(Tournament.objects.get()) if row["name"] == "Player5")
    worst = max(place.score["points"] for place in Place.objects.filter(round__number=1) if place.score)
    assert row["rounds"][0] == f"({worst})"
    page = dense(client.get(tournament.get_absolute_url()).text)
    assert f">({worst})</td>" in page
    assert "In brackets: a round missed" in page


def test_points_and_settlement_are_told_apart(client: Client, olga: Player) -> None:
    options = {"ending": "games", "games": 1}
    plan = FRIDAY | {"game": "kardinal", "format": "table-rounds", "options": options, "rounds": 2, "table_size": 3}
    tournament = started(olga, players(3), plan)
    page = dense(client.get(tournament.get_absolute_url()).text)
    assert "board-figures" not in page, "nothing is settled yet"
    assert "The settlement of each match; the highest total wins" in page
    for table in open_tables(tournament):
        finish(table_id=table)
    tournament = advanced(tournament, timezone.now())
    page = dense(client.get(tournament.get_absolute_url()).text)
    assert '<th scope="col" class="number">Settlement</th>' in page
    for place in Place.objects.all():
        assert place.score is not None
        settlement = f'<span class="settlement numerals">{place.score["settlement"]:+d}</span>'
        assert settlement.replace("+0", "0") in page
        assert f'<span class="points numerals">{place.score["points"]}<' in page


def test_nothing_is_told_of_a_running_table_but_its_points(client: Client, olga: Player) -> None:
    tournament = started(olga, players(4))
    Table.objects.update(status=Table.Status.RUNNING, totals=[71, 72, 73, 74])
    cache.clear()
    page = dense(client.get(tournament.get_absolute_url()).text)
    assert all(f">{points}</span>" in page for points in (71, 72, 73, 74))
    exported = client.get(address("json", tournament)).json()
    assert [seat["score"] for seat in exported["rounds"][0]["tables"][0]["seats"]] == [None] * 4
    assert "deck" not in str(exported)
    assert "secret" not in str(exported)


def test_standings_say_who_is_still_playing(client: Client, olga: Player) -> None:
    tournament = started(olga, players(8))
    finish(table_id=open_tables(tournament)[0])
    tournament = advanced(tournament, tournament.starts_at)
    page = dense(client.get(tournament.get_absolute_url()).text)
    assert "A round is being played" in page
    assert page.count('<td class="number round">…</td>') == 4
    finish(table_id=open_tables(tournament)[0])
    page = dense(client.get(advanced(tournament, tournament.starts_at).get_absolute_url()).text)
    assert "A round is being played" not in page
    assert '<td class="number round">…</td>' not in page


def test_an_older_round_has_an_address_and_a_part(client: Client, olga: Player) -> None:
    tournament = finished(olga, "swiss", 5)
    whole = client.get(address("round", tournament, 1)).text
    part = client.get(address("round", tournament, 1), headers={"HX-Request": "true"}).text
    assert "<h1>Round 1</h1>" in whole
    assert "<html" not in part
    assert "Without a table" in part
    for board in Board.objects.filter(round__number=1):
        assert reverse("games:result", args=[board.table_id]) in part
    assert client.get(address("round", tournament, 99)).status_code == 404


@pytest.mark.parametrize("format", ["swiss", "descending-doubles"])
def test_an_entry_has_its_rounds_and_reasons(client: Client, olga: Player, format: str) -> None:
    tournament = finished(olga, format, 5, **({"options": {"high": 9, "low": 8}} if "double" in format else {}))
    assert tournament.final is not None
    last = tournament.final[-1]
    page = client.get(address("entry", tournament, last["entry"])).text
    assert last["name"] in page
    assert f"Place {last['rank']}" in page
    assert "This is what" in page
    assert address("round", tournament, 1) in page
    assert "The first round is still to come." not in page
    part = client.get(address("entry", tournament, last["entry"]), headers={"HX-Request": "true"}).text
    assert "<html" not in part
    assert client.get(address("entry", tournament, 10**9)).status_code == 404


def test_a_player_asks_why_and_what_is_needed(olga: Player) -> None:
    people = players(8)
    tournament = started(olga, people, FRIDAY)
    browser, entry = browser_of(people[0]), Entry.objects.get(player=people[0])
    assert address("entry", tournament, entry.pk) in browser.get(tournament.get_absolute_url()).text
    assert "What do I need?" in browser.get(address("entry", tournament, entry.pk)).text


def test_a_knockout_has_its_bracket_and_a_round_robin_its_cross_table(client: Client, olga: Player) -> None:
    page = client.get(finished(olga, "knockout", 6, third_place=True).get_absolute_url()).text
    assert page.count('class="bracket-match"') == 4 + 2 + 1 + 1
    assert "Quarter-finals" in page
    assert "Third place" in page
    page = client.get(finished(olga, "round-robin", 4).get_absolute_url()).text
    assert page.count('class="number self"') == 4


def test_each_bracket_of_a_double_elimination_and_a_consolation_is_drawn(client: Client, olga: Player) -> None:
    page = client.get(finished(olga, "double-elimination", 5).get_absolute_url()).text
    for title in ("Upper bracket", "Lower bracket", "Final"):
        assert f">{title}</h2>" in page
    page = client.get(finished(olga, "knockout", 6, consolation=True).get_absolute_url()).text
    assert ">Bracket</h2>" in page
    assert ">Consolation bracket</h2>" in page


def test_medals_are_shared(client: Client, olga: Player) -> None:
    tournament = finished(olga, "swiss", 4)
    final = tournament.final or []
    for row, rank in zip(final, [1, 2, 2, 4], strict=True):
        row["rank"] = rank
    Tournament.objects.filter(pk=tournament.pk).update(final=final)
    page = client.get(tournament.get_absolute_url()).text
    assert re.findall(r'class="medal-(\d)"', page) == ["1", "2", "2"]


# What it costs


def queries(browser: Client, url: str, *, cold: bool = True) -> int:
    if cold:
        cache.clear()
    with CaptureQueriesContext(connection) as asked:
        assert browser.get(url).status_code == 200
    return len(asked)


def test_pages_ask_as_often_for_a_crowd_as_for_a_few(client: Client, olga: Player, alice: Player) -> None:
    few, many = crowd(olga, 20, 2), crowd(alice, 200, 9)
    for name, more in {"tournament": (), "live": (), "round": (1,), "json": (), "csv": ()}.items():
        asked = [queries(client, address(name, one, *more)) for one in (few, many)]
        assert asked[0] == asked[1], (name, asked)
        own = [queries(browser_of(one.organiser), address(name, one, *more)) for one in (few, many)]
        assert own[0] == own[1], (name, own)
    entries = [one.entries.get(seed=3) for one in (few, many)]
    asked = [queries(client, address("entry", one.tournament, one.pk)) for one in entries]
    assert asked[0] == asked[1]


def test_what_a_page_has_already_is_left_out(client: Client, olga: Player) -> None:
    url = address("live", crowd(olga, 20, 2))
    whole = client.get(url).text
    digests = re.findall(r'data-digest="(\w+)"', whole)
    assert len(digests) == 3
    rest = client.get(url, headers={"X-Known": ",".join(digests)}).text
    assert rest.count("data-known") == 3
    assert "board-2-1" in whole
    assert "board-2-1" not in rest
    own = browser_of(olga).get(url, headers={"X-Known": ",".join(digests)}).text
    assert "board-2-1" in own  # where one's own place is marked


def test_a_crowd_that_looks_again_costs_little(client: Client, olga: Player) -> None:
    tournament = crowd(olga, 200, 4)
    url, player = address("live", tournament), browser_of(olga)
    first = queries(client, url)
    assert queries(client, url, cold=False) <= 3 < first
    queries(player, url)
    assert queries(player, url, cold=False) <= 8


def test_an_event_in_stages_shows_who_goes_on_and_the_final(client: Client, olga: Player) -> None:
    cup = {"qualifying": "round-robin", "groups": 2, "advancing": 4, "deciding": "knockout", "consolation": True}
    page = client.get(finished(olga, "stages", 7, **cup).get_absolute_url()).text
    for said in ("Semi-finals", "Consolation bracket", ">A1<", ">B1<", "Qualifying"):
        assert said in page
