"""Tables, results and finished rounds for control room tests."""

from __future__ import annotations

from typing import Any

from accounts.models import Player
from games.models import Table
from tests.tournaments.people import (
    advanced,
    current_round,
    players,
    started,
    the_house_plays,
)
from tournaments.models import Board, Tournament


def board(tournament: Tournament, number: int = 1) -> Board:
    return current_round(tournament).boards.select_related("table").get(number=number)


def table_of(tournament: Tournament, number: int = 1) -> Table:
    table = board(tournament, number).table
    assert table is not None
    return table


def about(tournament: Tournament, by: Player) -> dict[str, Any]:
    return {"tournament_id": tournament.pk, "by": by}


def points(tournament: Tournament, number: int = 1) -> list[int]:
    return [place.score["points"] for place in board(tournament, number).places.order_by("seat") if place.score]


def finished_round(olga: Player, **overrides: Any) -> Tournament:
    tournament = started(olga, players(8), **overrides)
    the_house_plays(tournament)
    return advanced(tournament, tournament.starts_at)
