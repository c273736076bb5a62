"""Bots play the game without code of their own for it, the arena counts their wins, and tiles lie in a line."""

from collections.abc import Callable
from pathlib import Path

import pytest

from games.bots import LEVELS
from games.bots.cli import main as arena
from games.rules import Game
from games.rules.cli import main as rules
from tests.games.bots import test_levels as bots
from tests.games.layout import test_layout as layout

LAYOUT = [
    layout.test_no_two_tiles_overlap,
    layout.test_a_tile_touches_the_one_it_is_joined_to,
    layout.test_the_half_that_leads_on_is_farther_from_what_it_touches,
    layout.test_a_tile_comes_to_lie_where_it_was_shown,
    layout.test_every_end_shows_its_free_places,
]


@pytest.mark.parametrize("holds", LAYOUT, ids=lambda test: test.__name__)
def test_tiles_lie_as_those_of_other_games_do(
    holds: Callable[[str, int, layout.Options, int], None], game: Game
) -> None:
    for table in game.samples:
        holds(game.slug, table.seats, table.options, 5)


@pytest.mark.parametrize("level", LEVELS)
def test_bots_of_every_level_play_it(level: str, game: Game) -> None:
    for table in game.samples:
        bots.test_bots_play_a_match_to_its_end(game.slug, table.seats, table.options, level)


def test_bots_choose_by_what_they_see(game: Game) -> None:
    for number, table in enumerate(game.samples):
        for level in LEVELS:
            at = game.slug, table.seats, table.options
            bots.choices_depend_on_view_and_chance(at, level, number)
            bots.choices_are_blind_to_hidden_tiles(at, level, number)


def test_thinking_helps(game: Game) -> None:
    bots.test_a_higher_level_wins_more(game.slug, 2, {"deals": 5}, 60, "random", "medium")


def test_the_arena_writes_records_that_the_rules_accept(
    game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    records = tmp_path / "records.jsonl"
    asked = ["arena", game.slug, "--seats", "4", "--levels", "easy,medium", "--matches", "5", "--records", str(records)]
    assert arena([*asked, "--options", "deals=2"]) == 0
    assert "medium" in capsys.readouterr().out
    assert rules(["check", str(records)]) == 0
