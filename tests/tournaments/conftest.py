"""Fixtures for tournament tests."""

from __future__ import annotations

import pytest

from accounts.models import Player


@pytest.fixture
def olga(db: None) -> Player:
    """Return an organiser."""
    return Player.objects.create_user("Olga", "olga@example.org", "pips-and-doubles")
