"""A running tournament."""

from __future__ import annotations

import pytest

from accounts.models import Player
from tests.tournaments.people import (
    players,
    started,
)
from tournaments.models import Tournament


@pytest.fixture
def running(olga: Player) -> Tournament:
    """Return eight players at two tables of four, with half an hour for the round."""
    return started(olga, players(8), round_minutes=30)
