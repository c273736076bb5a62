"""Registers the fourth game for the time of each test."""

from collections.abc import Iterator

import pytest

from games.pages import lobby
from games.rules import Game, registered
from games.state.live_tables import live_tables
from tests.block_game.rules import BlockGame


@pytest.fixture(autouse=True)
def game() -> Iterator[Game]:
    with registered(BlockGame()):
        yield BlockGame()


@pytest.fixture(autouse=True)
def empty_memory() -> Iterator[None]:
    lobby.forget()
    yield
    lobby.forget()
    live_tables.forget()
