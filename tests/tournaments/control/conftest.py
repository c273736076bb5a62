"""A tournament that runs."""

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
    """Eight at two tables of four, for half an hour."""
    return started(olga, players(8), round_minutes=30)
