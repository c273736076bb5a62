"""Bots of every level at every game: whole matches, played legally."""

import random
from typing import Any

import pytest

from games.bots import LEVELS, choose
from games.rules import GAMES, Match


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("chicken-foot", 2, {"high": 2}),
        ("chicken-foot", 4, {"high": 1}),
        ("chicken-foot", 12, {"set": 18, "high": 18, "low": 18}),
        ("two-step", 2, {"target": 2}),
        ("kardinal", 2, {"limit": 50}),
        ("kardinal", 3, {"limit": 50}),
        ("kardinal", 5, {"ending": "games", "games": 2}),
    ],
)
def test_bots_play_a_match_to_its_end(game: str, seats: int, options: dict[str, Any], level: str) -> None:
    match, rng = Match(game, seats, options), random.Random(1)
    tiles = GAMES[game].tiles(match.options)
    while match.result is None:
        deal = match.start_deal(rng.sample(tiles, len(tiles)))
        while deal.result is None:
            match.play(choose(deal.view(deal.turn), level, rng))
    assert match.result.winners
