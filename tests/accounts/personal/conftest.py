"""Fixtures for tests of personal data: tables and tournaments that a player has."""

from __future__ import annotations

from tests.games.conftest import closed_connections, empty_memory
from tests.tournaments.conftest import olga

__all__ = ["closed_connections", "empty_memory", "olga"]
