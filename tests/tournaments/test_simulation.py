"""The command that plays whole tournaments: its output, and what it refuses.

`test_recount` checks that its standings are correct.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from accounts.models import Player
from games.models import Deal, Table
from tests.tournaments.people import ROLLING, current_round, players, started
from tests.tournaments.recount import wrong_divisions
from tournaments.formats import FORMATS
from tournaments.league_simulation import LeagueSimulation
from tournaments.models import Placing, Tournament
from tournaments.simulation import Simulation

pytestmark = pytest.mark.django_db


def simulated(format: str, players: int, **options: Any) -> str:
    out = StringIO()
    call_command("simulate_tournament", format=format, players=players, stdout=out, stderr=StringIO(), **options)
    return out.getvalue()


@pytest.mark.either_database
@pytest.mark.parametrize("format", FORMATS)
def test_it_prints_the_standings(format: str) -> None:
    rounds = {"descending-doubles": 2, "table-rounds": 1}.get(format, 0)
    printed = simulated(format, 4, rounds=rounds, check=True).splitlines()
    assert len(printed) == (8 if FORMATS[format].teams_meet else 6)
    assert "finished" in printed[0]
    assert printed[1].split()[0] == "1"
    assert printed[-1].endswith("0 problems.")


def test_it_prints_json() -> None:
    said = json.loads(simulated("knockout", 5, mishaps=True, target=1, third_place=True, check=True, json=True))
    assert said["status"] == Tournament.Status.FINISHED
    assert [one["number"] for one in said["rounds"]] == [1, 2]
    assert len(said["standings"]) == 3  # two had not checked in
    assert said["problems"] == []
    assert Tournament.objects.get().pk == said["tournament"]


def test_a_league_is_simulated_on_its_dates() -> None:
    printed = simulated("round-robin", 4, days_between=7, check=True).splitlines()
    assert printed[-1].endswith("0 problems.")
    league = Tournament.objects.get()
    begun = [one.started_at for one in league.played_rounds.order_by("number")]
    assert begun == [league.starts_at + timedelta(days=7 * number) for number in range(3)]


def test_a_league_with_divisions_is_simulated_season_by_season() -> None:
    printed = simulated("round-robin", 6, divisions=2, seasons=2, target=1, mishaps=True, check=True).splitlines()
    assert printed[-1] == "4 divisions and their promotions recounted: 0 problems."
    assert Tournament.objects.filter(status=Tournament.Status.FINISHED).count() == 4
    assert set(Placing.objects.values_list("mark", flat=True)) >= {"placed", "rises", "falls"}


def test_a_wrong_place_in_a_division_would_be_found(olga: Player) -> None:
    found: list[str] = []

    def after_season(played: Sequence[Tournament], drafted: Sequence[Tournament]) -> None:
        moved = drafted[0].placings.order_by("number")[0]
        Placing.objects.filter(pk=moved.pk).update(tournament=drafted[1], number=99)
        found.extend(wrong_divisions(played, drafted))

    LeagueSimulation(olga, "round-robin", 4, 2, 1, settings={"options": {"target": 1}}).run(1, after_season)
    assert len(found) == 2


def test_every_table_gets_its_deck_from_the_seed_once_before_it_can_be_dealt(olga: Player) -> None:
    """At rolling tables some wait for their turn to end, and may be dealt meanwhile."""
    tournament = started(olga, players(8), ROLLING)
    boards = current_round(tournament).boards.order_by("number")
    simulation = Simulation(organiser=olga, format="rolling", players=8, seed=1)
    simulation._chosen = [boards[0].pk]
    simulation._seed_decks(tournament)
    loaded = [board.table.chain_id for board in boards if board.table]
    simulation._chosen = [board.pk for board in boards]
    simulation._seed_decks(tournament)
    assert [board.table.chain_id for board in boards.all() if board.table] == loaded


def test_what_a_running_site_has_dealt_meanwhile_keeps_its_deck(olga: Player) -> None:
    tournament = started(olga, players(8), ROLLING)
    one, other = [board.table for board in current_round(tournament).boards.order_by("number") if board.table]
    Deal.objects.create(table=one, number=1, deck="", first=0)
    Simulation(organiser=olga, format="rolling", players=8, seed=1)._seed_decks(tournament)
    kept = Table.objects.in_bulk([one.pk, other.pk])
    assert kept[one.pk].chain_id == one.chain_id
    assert kept[other.pk].chain_id != other.chain_id


@pytest.mark.parametrize(
    ("format", "options"),
    [
        ("swiss", {"players": 4, "days_between": 32}),
        ("swiss", {"players": 1}),
        ("swiss", {"players": 1001}),
        ("swiss", {"players": 4, "target": 33}),
        ("table-rounds", {"players": 4, "table_size": 9}),
        ("table-rounds", {"players": 4, "game": "two-step"}),
        ("descending-doubles", {"players": 4, "rounds": 11}),
        ("descending-doubles", {"players": 4, "seating": "sideways"}),
    ],
)
def test_it_says_what_cannot_be_played(format: str, options: dict[str, Any]) -> None:
    with pytest.raises(CommandError) as refused:
        simulated(format, **options)
    assert str(refused.value).endswith(".")
    assert not Tournament.objects.exists()
