"""Programs read teams and their standings, and how players are rated."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import Player
from ratings import services as ratings
from tests.api.programs import Program
from tests.ratings.matches import GAME, NOON, match
from tests.tournaments.people import DUELS, players, started
from tournaments.models import Tournament
from tournaments.simulation import Simulation

pytestmark = pytest.mark.django_db


def test_teams_and_their_standings_read_like_the_export(visitor: Program, alice: Player) -> None:
    settings: dict[str, Any] = {"options": {"high": 3}, "rounds": 2, "team_size": 2, "least": 4}
    event = Simulation(alice, "descending-doubles", 8, seed=1, settings=settings).run()
    export = visitor.client.get(f"/tournament/{event.pk}/tournament.json").json()
    assert len(export["teams"]) == len(export["team_standings"]) == 4
    assert visitor.read(f"tournaments/{event.pk}/teams") == export["teams"]
    assert visitor.read(f"tournaments/{event.pk}/team-standings") == export["team_standings"]


def test_where_everybody_plays_for_themselves_there_are_no_teams(visitor: Program, alice: Player) -> None:
    event = started(alice, players(4), DUELS)
    assert visitor.read(f"tournaments/{event.pk}/teams") == []
    assert visitor.read(f"tournaments/{event.pk}/team-standings") == []
    Tournament.objects.update(status=Tournament.Status.DRAFT)
    for path in ("teams", "team-standings"):
        assert visitor.get(f"tournaments/{event.pk}/{path}").status_code == 404


def test_ratings_are_those_of_the_page(visitor: Program, alice: Player, bob: Player) -> None:
    assert visitor.read("players/alice/ratings") == []
    match(alice, bob)
    ratings.catch_up(game=GAME, now=NOON.replace(hour=13))
    [rating] = visitor.read("players/alice/ratings")
    assert (rating["game"], rating["matches"], rating["is_provisional"]) == (GAME, 1, True)
    assert f">{rating['rating']}<" in visitor.client.get("/ratings/of/Alice/").text.replace("\n", "").replace(" ", "")
    assert rating["rating"] > visitor.read("players/bob/ratings")[0]["rating"]
    assert visitor.get("players/nobody/ratings").status_code == 404
