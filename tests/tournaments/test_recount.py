"""Whole tournaments recounted from their records: standings agree after every round and at the end."""

from __future__ import annotations

import ast
import random
import sys
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from accounts.models import Player
from games import services as tables
from games.models import Table
from tests.often import LONG
from tests.tournaments.control.at_tables import finished_round
from tests.tournaments.people import advanced, players, started
from tests.tournaments.recount import Wrong, disagreements, downloaded, recount
from tests.tournaments.recount import count as count_standings
from tests.tournaments.recount.played import corrected
from tournaments.base.standings import standings_of
from tournaments.control.actions.tables.correct import Correct
from tournaments.formats import FORMATS
from tournaments.models import Board, Entry, Place, Tournament
from tournaments.simulation import CALM, MANY, Mishaps, Simulation

pytestmark = pytest.mark.django_db

SHORT_CHICKEN_FOOT = {"game": "chicken-foot", "options": {"high": 9, "low": 6}}
ONE_DEAL_KARDINAL = {"game": "kardinal", "options": {"ending": "games", "games": 1}}
FIRST_TO_ONE = {"options": {"target": 1}}
ROBIN_CUP = {"qualifying": "round-robin", "groups": 3, "advancing": 5, "deciding": "knockout", "rounds": 0}
FINAL_TABLE = {
    "qualifying": "descending-doubles", "rounds": 2, "table_size": 4, "advancing": 4,
    "deciding": "descending-doubles", "deciding_rounds": 2, "consolation": True,
}  # fmt: skip
ALL_SWISS = ["sonneborn-berger", "buchholz-cut", "wins", "perfect", "direct", "game-points", "buchholz", "seed"]
ALL_ROUND_ROBIN = ["wins", "direct", "perfect", "game-points", "sonneborn-berger", "seed"]

LATE = replace(MANY, comes_late=1.0)
CORRECTED = replace(MANY, is_corrected=0.6)

AGREEABLE: list[tuple[str, int, Mishaps, dict[str, Any]]] = [
    # descending doubles: every seating, odd numbers, the same tiles for all
    ("descending-doubles", 2, CALM, SHORT_CHICKEN_FOOT),
    ("descending-doubles", 3, MANY, SHORT_CHICKEN_FOOT),
    ("descending-doubles", 9, MANY, SHORT_CHICKEN_FOOT | {"seating": "standings"}),
    ("descending-doubles", 13, MANY, SHORT_CHICKEN_FOOT | {"seating": "random", "absence": "keep"}),
    ("descending-doubles", 11, MANY, SHORT_CHICKEN_FOOT | {"seating": "fixed", "absence": "drop"}),
    ("descending-doubles", 23, MANY, SHORT_CHICKEN_FOOT | {"duplicate": True}),
    ("descending-doubles", 40, MANY, SHORT_CHICKEN_FOOT | {"rounds": 3, "table_size": 5}),
    ("descending-doubles", 15, MANY, SHORT_CHICKEN_FOOT | {"tie_breaks": ["lowest-deal", "zero-deals"]}),
    ("descending-doubles", 12, MANY, SHORT_CHICKEN_FOOT | {"no_shows": "house"}),
    ("descending-doubles", 10, LATE, SHORT_CHICKEN_FOOT | {"late_score": "average"}),
    ("descending-doubles", 11, LATE, SHORT_CHICKEN_FOOT | {"late_score": "bye"}),
    ("descending-doubles", 14, LATE, SHORT_CHICKEN_FOOT | {"handicap_step": 40, "late_score": "bye"}),
    ("descending-doubles", 9, MANY, SHORT_CHICKEN_FOOT | {"handicap_step": 10, "duplicate": True}),
    ("table-rounds", 11, MANY, ONE_DEAL_KARDINAL | {"handicap_step": 25, "handicap_most": 5, "no_shows": "house"}),
    # table rounds: settlements, points, and matches of several deals
    ("table-rounds", 2, CALM, {}),
    ("table-rounds", 5, MANY, ONE_DEAL_KARDINAL),
    ("table-rounds", 10, MANY, {"game": "kardinal", "options": {"ending": "points", "limit": 50}, "rounds": 2}),
    ("table-rounds", 12, MANY, {"duplicate": True, "table_size": 3}),
    ("table-rounds", 21, MANY, ONE_DEAL_KARDINAL | {"seating": "standings", "rounds": 4}),
    ("table-rounds", 7, MANY, {"game": "chicken-foot", "options": {"high": 2, "low": 0}, "table_size": 3}),
    # Swiss
    ("swiss", 2, CALM, {}),
    ("swiss", 5, MANY, {}),
    ("swiss", 8, CALM, {"duplicate": True}),
    ("swiss", 16, MANY, FIRST_TO_ONE | {"tie_breaks": ALL_SWISS}),
    ("swiss", 31, MANY, FIRST_TO_ONE),
    ("swiss", 13, MANY, FIRST_TO_ONE | {"no_shows": "house"}),
    ("swiss", 9, MANY, SHORT_CHICKEN_FOOT | {"rounds": 4, "duplicate": True}),
    ("swiss", 12, LATE, FIRST_TO_ONE | {"late_score": "half", "tie_breaks": ALL_SWISS}),
    ("swiss", 14, LATE, FIRST_TO_ONE | {"late_score": "bye", "tie_breaks": ALL_SWISS}),
    # round robin
    ("round-robin", 2, CALM, {"cycles": 2}),
    ("round-robin", 3, MANY, {}),
    ("round-robin", 6, MANY, FIRST_TO_ONE | {"cycles": 2, "tie_breaks": ALL_ROUND_ROBIN}),
    ("round-robin", 9, MANY, FIRST_TO_ONE),
    ("round-robin", 7, MANY, FIRST_TO_ONE | {"cycles": 2, "no_shows": "house"}),
    ("round-robin", 5, CALM, ONE_DEAL_KARDINAL | {"duplicate": True}),
    # knockout
    ("knockout", 2, CALM, {"third_place": True}),
    ("knockout", 3, MANY, {"third_place": True}),
    ("knockout", 6, MANY, ONE_DEAL_KARDINAL | {"third_place": True}),
    ("knockout", 23, MANY, FIRST_TO_ONE | {"third_place": True}),
    ("knockout", 12, MANY, FIRST_TO_ONE | {"no_shows": "house"}),
    ("knockout", 40, CALM, FIRST_TO_ONE),
    ("knockout", 19, MANY, FIRST_TO_ONE | {"third_place": True, "consolation": True}),
    # stages
    ("swiss-cut", 9, MANY, FIRST_TO_ONE | {"rounds": 3, "third_place": True, "consolation": True}),
    ("swiss-cut", 10, LATE, FIRST_TO_ONE | {"rounds": 4, "late_score": "half"}),
    ("stages", 14, MANY, FIRST_TO_ONE | ROBIN_CUP),
    ("stages", 13, MANY, SHORT_CHICKEN_FOOT | FINAL_TABLE),
    *([("stages", players, MANY, SHORT_CHICKEN_FOOT | FINAL_TABLE) for players in (2, 5, 23, 200)] if LONG else []),
    *([("swiss-cut", players, MANY, FIRST_TO_ONE) for players in (2, 5, 23, 200)] if LONG else []),
    # rolling tables: games for tables and duels, settlements, bots that fill up, tables broken off
    ("rolling", 2, MANY, SHORT_CHICKEN_FOOT | {"fills_up": True}),
    ("rolling", 5, CALM, SHORT_CHICKEN_FOOT | {"plays_out": False}),
    ("rolling", 13, MANY, ONE_DEAL_KARDINAL | {"fills_up": True}),
    ("rolling", 11, MANY, FIRST_TO_ONE),
    *([("rolling", players, MANY, SHORT_CHICKEN_FOOT) for players in (3, 7, 40, 200)] if LONG else []),
    # double elimination
    ("double-elimination", 11, MANY, FIRST_TO_ONE),
    # results that the organisers have corrected, once or more often
    ("descending-doubles", 9, CORRECTED, SHORT_CHICKEN_FOOT | {"handicap_step": 40}),
    ("descending-doubles", 16, CORRECTED, SHORT_CHICKEN_FOOT | {"duplicate": True}),
    ("table-rounds", 12, CORRECTED, ONE_DEAL_KARDINAL),
    ("table-rounds", 7, CORRECTED, {"game": "chicken-foot", "options": {"high": 2, "low": 0}, "table_size": 3}),
    ("swiss", 11, CORRECTED, {"options": {"target": 3}, "tie_breaks": ALL_SWISS}),
    ("swiss", 8, CORRECTED, SHORT_CHICKEN_FOOT | {"rounds": 3, "duplicate": True, "no_shows": "house"}),
    ("round-robin", 6, CORRECTED, {"options": {"target": 3}, "tie_breaks": ALL_ROUND_ROBIN}),
    ("knockout", 11, CORRECTED, FIRST_TO_ONE | {"third_place": True, "consolation": True}),
    ("double-elimination", 9, CORRECTED, FIRST_TO_ONE),
    ("swiss-cut", 9, CORRECTED, FIRST_TO_ONE | {"rounds": 3}),
    ("stages", 13, CORRECTED, SHORT_CHICKEN_FOOT | FINAL_TABLE),
    ("rolling", 9, CORRECTED, ONE_DEAL_KARDINAL),
    *([("double-elimination", players, MANY, FIRST_TO_ONE) for players in (2, 3, 4, 16, 40, 200)] if LONG else []),
]


def named(case: tuple[str, int, Mishaps, dict[str, Any]]) -> str:
    format, players, mishaps, settings = case
    words = [
        format,
        str(players),
        "calm" if mishaps is CALM else "corrected" if mishaps is CORRECTED else "mishaps",
        settings.get("seating", ""),
    ]
    words.append(f"late {settings['late_score']}" if "late_score" in settings else "")
    words.append(f"handicap {settings['handicap_step']}" if "handicap_step" in settings else "")
    return " ".join([*words, "duplicate" if settings.get("duplicate") else ""]).strip()


def hold_against_records(tournament: Tournament) -> None:
    tournament.refresh_from_db()
    found = disagreements(recount(tournament), standings_of(tournament))
    assert not found, found


@pytest.mark.either_database
@pytest.mark.parametrize("case", AGREEABLE, ids=named)
def test_every_standing_follows_from_the_records(olga: Player, case: tuple[str, int, Mishaps, dict[str, Any]]) -> None:
    format, players, mishaps, settings = case
    simulation = Simulation(olga, format, players, seed=players, mishaps=mishaps, settings=settings)

    steps = count(1)

    def early(tournament: Tournament) -> None:
        """Checking every round would replay the same matches over and over."""
        if next(steps) <= 2:
            hold_against_records(tournament)

    tournament = simulation.run(early)
    tournament.refresh_from_db()
    assert tournament.status == Tournament.Status.FINISHED
    assert tournament.final is not None
    hold_against_records(tournament)


def test_nothing_of_a_tournament_is_left_over(olga: Player) -> None:
    """Every round happens once, every board has a table of its own, every place at a table a score."""
    tournament = Simulation(olga, "descending-doubles", 13, 5, MANY, SHORT_CHICKEN_FOOT).run()
    rounds = list(tournament.played_rounds.order_by("number"))
    assert [one.number for one in rounds] == list(range(1, len(rounds) + 1))
    boards = Board.objects.filter(round__in=rounds)
    assert all(board.is_done and board.table_id for board in boards)
    assert Table.objects.count() == boards.count() == Table.objects.finished().count()
    assert not Place.objects.filter(board__isnull=False, score=None).exists()


@pytest.mark.either_database
@pytest.mark.parametrize("format", FORMATS)
def test_the_same_seed_brings_the_same_tournament(olga: Player, format: str) -> None:
    settings = FIRST_TO_ONE if format not in ("descending-doubles", "table-rounds") else {"rounds": 2}

    def standings(seed: int) -> list[Any]:
        tournament = Simulation(olga, format, 6, seed, MANY, settings).run()
        tournament.refresh_from_db()
        return [[row["name"], row["rank"], row["score"], row["rounds"]] for row in standings_of(tournament)]

    first = standings(3)
    assert standings(3) == first
    assert standings(4) != first


def test_mishaps_do_happen(olga: Player) -> None:
    """Without mishaps the tests above would prove less than they claim."""
    tournament = Simulation(olga, "swiss", 31, 31, MANY, FIRST_TO_ONE).run()
    entries = tournament.entries.all()
    places = Place.objects.filter(entry__in=entries)
    rounds = tournament.played_rounds.count()
    assert entries.count() > 31
    assert entries.filter(status=Entry.Status.WITHDRAWN).exists()
    assert entries.filter(presence=Entry.Presence.ABSENT).exists() or entries.filter(checked_in_at=None).exists()
    assert places.filter(board=None).exists()
    assert places.filter(score__absent=True).exists()
    assert places.filter(board__is_corrected=True, board__table__isnull=False).exists()
    assert places.count() < rounds * entries.count()


def test_the_recount_knows_nothing_of_the_project() -> None:
    folder = Path(__file__).parent / "recount"
    for module in folder.rglob("*.py"):
        if module.name in ("files.py", "__init__.py"):
            continue
        nodes = list(ast.walk(ast.parse(module.read_text())))
        names = {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
        names |= {one.name for node in nodes if isinstance(node, ast.Import) for one in node.names}
        known = {name for name in names if name.split(".")[0] not in sys.stdlib_module_names}
        assert all(name.startswith("tests.tournaments.recount.") for name in known), (module.name, known)


def test_a_wrong_score_would_be_found(olga: Player) -> None:
    tournament = Simulation(olga, "descending-doubles", 8, 1, CALM, SHORT_CHICKEN_FOOT).run()
    tournament.refresh_from_db()
    tampered = [dict(row) for row in standings_of(tournament)]
    tampered[random.Random(1).randrange(8)]["score"] = "0"
    assert disagreements(recount(tournament), tampered)


# --- Results that were corrected ---


def test_a_match_that_was_broken_off_counts_by_its_correction(olga: Player) -> None:
    """A correction made while they played has no record to start from."""
    tournament = started(olga, players(8), rounds=1, options={"high": 9, "low": 9})
    first, other = Board.objects.order_by("number")
    Correct(board=first.pk, points=[7, 0, 12, 0]).carry_out(tournament_id=tournament.pk, by=olga, reason="A storm")
    assert other.table_id is not None
    tables.finish(table_id=other.table_id)
    tournament = advanced(tournament, tournament.starts_at)
    files, _records = downloaded(tournament)
    assert [table["corrected"] for table in files["rounds"][0]["tables"]] == [
        {"from": None, "to": [7, 0, 12, 0]},
        None,
    ]
    hold_against_records(tournament)


def test_files_that_do_not_say_what_was_corrected_are_refused(olga: Player) -> None:
    tournament = finished_round(olga)
    board = Board.objects.order_by("number")[0]
    was = [place.score["points"] for place in board.places.order_by("seat") if place.score]
    Correct(board=board.pk, points=[400, 1, 2, 3]).carry_out(tournament_id=tournament.pk, by=olga, reason="They erred")
    tournament.refresh_from_db()
    files, records = downloaded(tournament)
    table = files["rounds"][0]["tables"][0]
    assert table["corrected"] == {"from": was, "to": [400, 1, 2, 3]}
    assert not disagreements(count_standings(files, records), standings_of(tournament))
    for wrong in (None, {"from": [9, 9, 9, 9], "to": [400, 1, 2, 3]}, {"from": was, "to": [0, 1, 2, 3]}):
        with pytest.raises(Wrong):
            count_standings(
                {**files, "rounds": [{**files["rounds"][0], "tables": [table | {"corrected": wrong}]}]}, records
            )


def test_the_example_of_the_manual_is_corrected_as_it_says() -> None:
    anna = {"entry": 1, "score": {"absent": False}}
    record = {
        "deals": [{"result": {"scores": [points, 20], "reason": "out"}} for points in (4, 0, 9)],
        "result": {"totals": [13, 60], "winners": [0]},
    }
    for points, deals in ((10, [4, 0, 6]), (3, [3]), (13, [4, 0, 9])):
        score = {"points": points, "deals": deals, "won": True, "shared": False, "perfect": 0, "absent": False}
        other = {"entry": 2, "score": score | {"points": 60, "deals": [20, 20, 20], "won": False}}
        table = {
            "number": 1,
            "seats": [anna | {"score": score}, other],
            "corrected": {"from": [13, 60], "to": [points, 60]},
        }
        assert corrected(table, record, {"game": "chicken-foot"})[0].deals == deals
