"""Short descriptions of matches."""

import pytest

from games.pages.labels import described, reason_label
from games.rules import GAMES


@pytest.mark.parametrize(
    ("high", "low", "words"),
    [(8, 7, "from 8-8 · down to 7-7"), (8, 8, "one deal, from 8-8"), (9, 9, "One deal"), (8, 0, "from 8-8")],
)
def test_a_chicken_foot_match_says_from_which_double_to_which(high: int, low: int, words: str) -> None:
    assert described(GAMES["chicken-foot"], 4, {"set": 9, "high": high, "low": low}) == words


@pytest.mark.parametrize(("games", "words"), [(1, "one deal"), (3, "3 deals")])
def test_a_kardinal_match_says_how_many_deals_it_has(games: int, words: str) -> None:
    assert words in described(GAMES["kardinal"], 4, {"ending": "games", "limit": 100, "games": games})


def test_how_a_deal_ended_is_said_in_the_words_of_its_game() -> None:
    assert reason_label("two-step", "void") == "two left feet"
    assert reason_label("kardinal", "void") == "void"
    assert reason_label("two-step", "out") == "went out"
