"""The new game passes the contract tests of all games."""

import pytest

from games.rules import GAMES, Game, released
from tests.games.rules.contract import PROMISES, Promise
from tests.games.rules.test_contract import hold, shows_the_whole_game


def test_it_is_one_of_those_that_the_battery_is_held_against(game: Game) -> None:
    assert game.slug in GAMES
    assert game.slug in {one.slug for one in released()}


@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.__name__)
def test_it_keeps_what_all_games_promise(game: Game, promise: Promise) -> None:
    hold(game, promise)


def test_its_sample_tables_show_the_whole_game(game: Game) -> None:
    shows_the_whole_game(game)
