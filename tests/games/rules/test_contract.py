"""Runs the contract of all games on the sample tables of each."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules import Game, Sample, registered, released
from tests.games.rules.contract import PROMISES, RARELY_BROKEN, Promise
from tests.games.rules.variants.next_two_step import NextTwoStep
from tests.often import times


def hold(game: Game, promise: Promise) -> None:
    """Check the promise at random sample tables of the game."""

    @settings(max_examples=times(20, 400) if promise in RARELY_BROKEN else times(10, 200), deadline=None)
    @given(st.sampled_from(game.samples), st.integers(0, 2**32))
    def tried(table: Sample, seed: int) -> None:
        promise(game, table, seed)

    tried()


@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.__name__)
@pytest.mark.parametrize("game", released(), ids=lambda game: f"{game.slug}-{game.version}")
def test_a_game_keeps_what_all_games_promise(game: Game, promise: Promise) -> None:
    hold(game, promise)


@pytest.mark.parametrize("game", released(), ids=lambda game: f"{game.slug}-{game.version}")
def test_the_sample_tables_show_the_whole_game(game: Game) -> None:
    shows_the_whole_game(game)


def shows_the_whole_game(game: Game) -> None:
    """The first table is for two, and the others include the fewest and the most seats and every option."""
    served = [game.seats(game.complete(table.options)) for table in game.samples]
    assert game.samples[0].seats == 2
    assert min(one[0] for one in served) in {table.seats for table in game.samples}
    assert max(one[-1] for one in served) in {table.seats for table in game.samples}
    assert {name for table in game.samples for name in table.options} == set(game.options)


@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.__name__)
def test_a_next_version_keeps_them_too(promise: Promise) -> None:
    following = NextTwoStep()
    with registered(following):
        hold(following, promise)
