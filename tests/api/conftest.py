"""Programs that ask the API with tokens."""

from __future__ import annotations

import pytest

from accounts.models import Player
from tests.api.programs import Program


@pytest.fixture
def visitor(db: None) -> Program:
    return Program()


@pytest.fixture
def program(alice: Player) -> Program:
    """Alice's program, with a token that has all scopes."""
    return Program.of(alice)
