"""A league in the middle of its first round."""

import pytest

from accounts.models import Player
from tests.tournaments.people import LEAGUE, players, started
from tournaments.models import Tournament


@pytest.fixture
def league(olga: Player) -> Tournament:
    """Return a league of four players and three rounds, the first of which is running."""
    return started(olga, players(4), LEAGUE)
