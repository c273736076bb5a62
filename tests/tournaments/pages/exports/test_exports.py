"""Exports of a tournament: records, standings, everything; and the preview picture."""

from __future__ import annotations

import csv
import io
import json
import zipfile

import pytest
from django.http import StreamingHttpResponse
from django.test import Client
from django.urls import reverse
from PIL import Image

from accounts.models import Player
from games import services as tables
from games.models import Table
from games.rules.records import record
from tests.games.pages import browser_of
from tests.tournaments.pages.exports.streams import whole
from tests.tournaments.people import DUELS, confirmed_players, planned, players, started
from tournaments.life import entering
from tournaments.models import Entry, Tournament
from tournaments.pages.exports import files
from tournaments.simulation import Simulation

pytestmark = pytest.mark.usefixtures("after_commit")


def address(name: str, tournament: Tournament) -> str:
    return reverse(f"tournaments:{name}", args=[tournament.pk])


@pytest.fixture
def league(olga: Player) -> Tournament:
    tournament = Simulation(olga, "swiss", 5, seed=4, settings={"options": {"target": 1}}).run()
    tournament.refresh_from_db()
    return tournament


def archive_of(browser: Client, tournament: Tournament) -> zipfile.ZipFile:
    response = browser.get(address("records", tournament))
    assert response.status_code == 200
    assert isinstance(response, StreamingHttpResponse)
    return zipfile.ZipFile(io.BytesIO(whole(response)))


def test_all_records_come_in_one_archive(client: Client, league: Tournament) -> None:
    archive = archive_of(client, league)
    assert archive.testzip() is None
    names = [name for name in archive.namelist() if name.startswith("round-")]
    assert len(names) == Table.objects.count() > 0
    for name in names:
        assert record.check(json.loads(archive.read(name))) == []
    assert json.loads(archive.read("tournament.json"))["id"] == league.pk


def test_no_record_of_a_running_or_hidden_table_is_given_away(client: Client, olga: Player) -> None:
    tournament = started(olga, confirmed_players(4), DUELS, duplicate=True)
    done = Table.objects.order_by("pk").first()
    assert done is not None
    tables.finish(table_id=done.pk)
    assert archive_of(client, tournament).namelist() == ["tournament.json"]
    tables.unseal(table_ids=[done.pk])
    names = archive_of(client, tournament).namelist()
    assert [name for name in names if done.pk in name] == names[1:]


def test_archives_are_not_asked_for_without_end(client: Client, league: Tournament) -> None:
    for _ in range(10):
        archive_of(client, league)
    assert client.get(address("records", league)).status_code == 429


def test_everything_is_there_as_json(client: Client, league: Tournament) -> None:
    told = client.get(address("json", league)).json()
    assert told["format"] == files.FORMAT
    assert told["plan"]["format"] == "swiss"
    assert len(told["entries"]) == 5
    assert [row["rank"] for row in told["standings"]] == [row["rank"] for row in league.final or []]
    assert {board["table"] for one in told["rounds"] for board in one["tables"]} == set(
        Table.objects.values_list("pk", flat=True)
    )
    seats = [seat for one in told["rounds"] for board in one["tables"] for seat in board["seats"]]
    assert all(seat["score"]["points"] >= 0 for seat in seats)
    assert all(len(one["byes"]) == 1 for one in told["rounds"])


def test_standings_are_there_as_csv(client: Client, league: Tournament) -> None:
    rows = list(csv.DictReader(io.StringIO(client.get(address("csv", league)).text)))
    assert [(int(row["rank"]), row["name"]) for row in rows] == [
        (row["rank"], row["name"]) for row in league.final or []
    ]
    assert rows[0]["Buchholz"]
    assert rows[0]["round 1"]


@pytest.mark.parametrize("name", ["=1+1", "+49", "-2+3", "@SUM(A1)", "\tx"])
def test_a_name_is_never_a_formula(name: str) -> None:
    assert files.safe(name) == f"'{name}"


@pytest.mark.parametrize("cell", ["-3", "-½", "12", "0.75", "–", "Anna", ""])
def test_figures_stay_figures(cell: str) -> None:
    assert files.safe(cell) == cell


def test_a_bot_named_like_a_formula_stays_a_name(client: Client, league: Tournament) -> None:
    final = [{**row, "name": "=HYPERLINK()"} for row in league.final or []]
    Tournament.objects.filter(pk=league.pk).update(final=final)
    assert "'=HYPERLINK()" in client.get(address("csv", league)).text


def test_before_the_start_there_is_nothing_to_take_home_but_the_plan(client: Client, olga: Player) -> None:
    tournament = planned(olga)
    told = client.get(address("json", tournament)).json()
    assert (told["rounds"], told["standings"]) == ([], [])
    assert len(list(csv.reader(io.StringIO(client.get(address("csv", tournament)).text)))) == 1


def test_a_preview_says_what_it_is(client: Client, olga: Player) -> None:
    tournament = planned(olga, name='Friday "night" <b>', description="Come **all**.")
    page = client.get(tournament.get_absolute_url()).text
    assert '<meta property="og:title" content="Friday &quot;night&quot; &lt;b&gt;">' in page
    assert 'content="Chicken Foot · Descending doubles · Come all."' in page
    assert f'<meta property="og:image" content="http://testserver{address("picture", tournament)}">' in page


@pytest.mark.parametrize("name", ["Friday", "W" * 80, "Donaudampfschifffahrts " * 3, "ドミノ 🁣"])
def test_a_preview_has_a_picture(client: Client, olga: Player, name: str) -> None:
    tournament = planned(olga, name=name[:80])
    response = client.get(address("picture", tournament))
    picture = Image.open(io.BytesIO(response.content))
    assert (response["Content-Type"], picture.format, picture.size) == ("image/png", "PNG", (1200, 630))
    assert len(response.content) < 200_000


def test_the_picture_changes_with_what_it_shows(client: Client, olga: Player, alice: Player, bob: Player) -> None:
    tournament = planned(olga)
    before = client.get(address("picture", tournament)).content
    assert client.get(address("picture", tournament)).content == before
    entering.enter(tournament_id=tournament.pk, player=alice)
    assert client.get(address("picture", tournament)).content != before


# At the table


def test_a_table_leads_back_to_its_tournament(client: Client, olga: Player) -> None:
    people = players(4)
    tournament = started(olga, people, name="The Friday Cup")
    table = Table.objects.get()
    link = f'href="{tournament.get_absolute_url()}"'
    for browser in (client, browser_of(people[0])):
        page = browser.get(table.get_absolute_url()).text
        assert link in page
        assert "The Friday Cup" in page
        assert "Back to the tournament" in page
        assert reverse("games:rematch", args=[table.pk]) not in page
    assert "The Friday Cup" in browser_of(people[0]).get(reverse("games:lobby")).text
    assert Entry.objects.count() == 4


def test_a_result_leads_back_to_its_tournament(client: Client, league: Tournament) -> None:
    table = Table.objects.first()
    assert table is not None
    page = client.get(reverse("games:result", args=[table.pk])).text
    assert f'href="{league.get_absolute_url()}"' in page
