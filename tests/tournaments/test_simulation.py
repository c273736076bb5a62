"""Whole tournaments of bots, through the real services: nothing is lost, and the standings follow from the records."""

from __future__ import annotations

import pytest

from accounts.models import Player
from games.models import Table
from games.records import record_of
from games.rules import record
from tournaments.formats import FORMATS
from tournaments.models import Tournament
from tournaments.simulation import Simulation


@pytest.mark.django_db
@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("players", [2, 5, 8])
def test_a_tournament_is_played_to_its_medals(olga: Player, format: str, players: int) -> None:
    tournament = Simulation(olga, format, players, seed=1, settings={"break_seconds": 60}).run()
    tournament.refresh_from_db()
    assert tournament.status == Tournament.Status.FINISHED
    assert tournament.final is not None
    assert len(tournament.final) == players
    assert tournament.final[0]["rank"] == 1
    for table in Table.objects.select_related("chain"):
        assert record.check(record_of(table)) == []
