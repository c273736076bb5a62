"""The level at which the house plays for people, and its share in their results, which the standings show."""

from __future__ import annotations

import csv
import io
import random

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from games import services as tables
from games.bots import choose
from games.models import HouseLevel, Move, Seat, Table
from games.services.packing import pack_match
from games.state.choosing import level_of
from games.state.live_tables import LiveTable, live_tables
from tests.games.people import play_any, play_to_the_end
from tests.tournaments.people import advanced, open_tables, players, started
from tournaments.base.snapshot import scores_of
from tournaments.base.standings import Row, standings_of
from tournaments.models import Tournament
from tournaments.pages.exports.files import standings_csv, standings_json

pytestmark = pytest.mark.django_db


def live_at(table_id: str) -> LiveTable:
    with live_tables.hold(table_id) as live:
        live.refresh()
        return live


def begun(tournament: Tournament, away: int = -1) -> str:
    """Begin the match at the only table, with the player of this seat away; return its id."""
    (table_id,) = open_tables(tournament)
    Seat.objects.filter(table=table_id, number=away).update(away=True)
    tables.act(table_id=table_id, ply=0, now=Table.objects.get(pk=table_id).due_at)
    return table_id


def rows_by_name(tournament: Tournament) -> dict[str, Row]:
    return {row["name"]: row for row in standings_of(tournament)}


@pytest.mark.parametrize("level", HouseLevel)
def test_the_house_plays_at_the_level_set_by_the_organisers(olga: Player, level: HouseLevel) -> None:
    table_id = begun(started(olga, players(4), house_level=level), away=1)
    live = live_at(table_id)
    assert [level_of(live, seat) for seat in range(4)] == [level] * 4
    assert live.match.deal is not None
    deal, rng, foreseen = live.match.deal.copy(), random.Random(5), []
    while deal.result is None:
        foreseen.append(choose(deal.view(deal.turn), level, rng))
        deal.play(foreseen[-1])
    tables.finish(table_id=table_id, rng=random.Random(5))
    assert list(Move.objects.filter(table=table_id).order_by("ply").values_list("text", flat=True)) == foreseen


def test_usually_it_plays_weakly(olga: Player) -> None:
    table_id = begun(started(olga, players(4)))
    assert Table.objects.get(pk=table_id).house_level == "weak"


def test_standings_show_what_the_house_scored_for_absent_players(olga: Player, client: Client) -> None:
    tournament = started(olga, players(4), rounds=1, no_shows="house", options={"high": 9, "low": 9})
    table_id = begun(tournament, away=1)
    table = play_to_the_end(table_id, random.Random(3))
    tournament = advanced(tournament, timezone.now())
    away = Seat.objects.get(table=table_id, number=1).player
    assert away is not None
    rows = rows_by_name(tournament)
    made = rows.pop(away.username)["by_house"]
    assert made == {"deals": 1, "points": table.totals[1], "of_deals": 1, "of_points": table.totals[1]}
    assert all(row["by_house"] is None for row in rows.values())
    told = csv.DictReader(io.StringIO(standings_csv(tournament)))
    assert {row["name"]: row["points by the house"] for row in told} == {
        **dict.fromkeys(rows, ""),
        away.username: str(table.totals[1]),
    }
    assert {row["name"]: row["by_house"] for row in standings_json(tournament)}[away.username] == made
    page = client.get(tournament.get_absolute_url()).text
    assert page.count("by the house</span>") == 1
    assert "in which it laid most of" in page
    sheet = client.get(reverse("tournaments:print-standings", args=[tournament.pk])).text
    assert "by the house)" in sheet


def test_a_missed_table_does_not_count_as_played_by_the_house(olga: Player, client: Client) -> None:
    tournament = started(olga, players(4), rounds=1, options={"high": 9, "low": 9})
    table_id = begun(tournament, away=1)
    play_to_the_end(table_id, random.Random(3))
    tournament = advanced(tournament, timezone.now())
    assert all(row["by_house"] is None for row in standings_of(tournament))
    assert "by the house" not in client.get(tournament.get_absolute_url()).text


def test_deals_laid_mostly_by_hand_stay_the_players_own(olga: Player) -> None:
    """A deal that the house ends counts as its own for a seat if it laid most of the seat's tiles."""
    tournament = started(olga, players(4), rounds=1, options={"high": 9, "low": 7})
    table_id = begun(tournament)
    rng = random.Random(4)
    while Table.objects.get(pk=table_id).turn is not None:
        play_any(table_id, rng)
    tables.finish(table_id=table_id, rng=rng)
    (score, *_others) = scores_of([Table.objects.get(pk=table_id)])[table_id]
    assert len(score["deals"]) == 1
    assert score["by_house"] == ()
    tournament = advanced(tournament, timezone.now())
    assert all(row["by_house"] is None for row in standings_of(tournament))


def test_packed_matches_say_the_same(olga: Player) -> None:
    tournament = started(olga, players(4), rounds=1, options={"high": 9, "low": 9})
    table_id = begun(tournament)
    for _ in range(4):  # so few that the house lays most tiles for somebody
        play_any(table_id, random.Random(1))
    tables.finish(table_id=table_id, rng=random.Random(2))
    before = scores_of([Table.objects.get(pk=table_id)])
    assert any(one["by_house"] for one in before[table_id])
    assert pack_match(table_id=table_id)
    assert not Move.objects.filter(table=table_id).exists()
    assert scores_of([Table.objects.get(pk=table_id)]) == before


def test_nobody_is_marked_if_the_house_played_everything(olga: Player) -> None:
    tournament = started(olga, players(4), rounds=1, options={"high": 9, "low": 9})
    tables.finish(table_id=begun(tournament))
    tournament = advanced(tournament, timezone.now())
    assert all(row["by_house"] is None for row in standings_of(tournament))
