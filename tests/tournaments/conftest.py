"""Who organises and who plays in the tests of tournaments."""

from __future__ import annotations

import pytest

from accounts.models import Player


@pytest.fixture
def olga(db: None) -> Player:
    """She organises."""
    return Player.objects.create_user("Olga", "olga@example.org", "pips-and-doubles")
