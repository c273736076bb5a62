"""Short descriptions of matches."""

import pytest

from games.pages.labels import described
from games.rules import GAMES


@pytest.mark.parametrize(
    ("high", "low", "words"),
    [(8, 7, "from 8-8 · down to 7-7"), (8, 8, "one deal, from 8-8"), (9, 9, "One deal"), (8, 0, "from 8-8")],
)
def test_a_chicken_foot_match_says_from_which_double_to_which(high: int, low: int, words: str) -> None:
    assert described(GAMES["chicken-foot"], 4, {"set": 9, "high": high, "low": low}) == words
