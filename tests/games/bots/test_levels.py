"""Bots of every level at every game: they follow the rules, use only what they see, and each level beats the one
below."""

import random
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.bots import LEVELS, choose, choose_in, search
from games.bots.arena import Contest, shuffled_deck
from games.bots.past import walking
from games.rules import GAMES, Deal, Match, View
from tests.games.bots.positions import kardinal
from tests.often import times

At = tuple[str, int, Mapping[str, Any]]

TABLES: list[At] = [
    *((game.slug, table.seats, table.options) for game in GAMES.values() for table in game.samples),
    ("chicken-foot", 2, {"high": 2}),
    ("chicken-foot", 4, {"high": 1}),
    ("chicken-foot", 12, {"set": 18, "high": 18, "low": 18}),
    ("two-step", 2, {"target": 2}),
    ("kardinal", 2, {"limit": 50}),
    ("kardinal", 3, {"limit": 50}),
    ("kardinal", 5, {"ending": "games", "games": 2}),
]


@pytest.fixture(autouse=True, scope="module")
def quick_thoughts() -> Iterator[None]:
    """Make bots that think ahead try only two moves, in a single world, one step from where the walk begins."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(search, "EFFORT", dict.fromkeys(search.EFFORT, 0))
        patched.setattr(search, "FEWEST", 1)
        patched.setattr(search, "MOST", 2)
        patched.setattr(walking, "FIRST_STEPS", 1)
        yield


tables = st.sampled_from(TABLES)
levels = st.sampled_from(list(LEVELS))
seeds = st.integers(0, 2**32)


def positions(table: At, level: str, seed: int) -> Iterator[Deal]:
    """Yield every position with a choice in a deal between bots of this level."""
    match, rng = Match(*table), random.Random(seed)
    deal = match.start_deal(shuffled_deck(match, rng))
    while deal.result is None:
        if len(deal.legal_moves()) > 1:
            yield deal
        deal.play(choose_in(deal, level, rng))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_bots_play_a_match_to_its_end(game: str, seats: int, options: Mapping[str, Any], level: str) -> None:
    match = Contest(game, seats, [level], seed=1, options=options).play(0)
    assert match.result is not None
    assert match.result.winners


@given(tables, levels, seeds)
@settings(max_examples=times(12, 250), deadline=None)
def test_a_choice_is_legal_and_depends_on_nothing_but_view_and_chance(table: At, level: str, seed: int) -> None:
    choices_depend_on_view_and_chance(table, level, seed)


def choices_depend_on_view_and_chance(table: At, level: str, seed: int) -> None:
    for deal in positions(table, level, seed):
        first, second = (choose_in(deal, level, random.Random(seed)) for _ in range(2))
        assert first == second
        assert first in deal.legal_moves()


@pytest.mark.parametrize("level", LEVELS)
@given(tables, seeds)
@settings(max_examples=times(3, 50), deadline=None)
def test_hidden_tiles_do_not_change_a_choice(level: str, table: At, seed: int) -> None:
    choices_are_blind_to_hidden_tiles(table, level, seed)


def choices_are_blind_to_hidden_tiles(table: At, level: str, seed: int) -> None:
    for deal in positions(table, level, seed):
        seat = deal.turn
        other = deal.imagine(seat, random.Random(seed))
        chosen = [choose_in(its, level, random.Random(seed)) for its in (deal, other)]
        assert chosen[0] == chosen[1]
        at_once = [choose(its.view(seat), level, random.Random(seed)) for its in (deal, other)]
        assert at_once[0] == at_once[1]


@pytest.mark.parametrize("level", LEVELS)
def test_the_only_move_is_played(level: str) -> None:
    assert choose(kardinal("5-5", "6-6", "draw"), level, random.Random(1)) == "draw"


def test_a_seat_that_is_not_on_turn_has_nothing_to_choose() -> None:
    deal = next(positions(TABLES[0], "easy", 1))
    for seat in (1 - deal.turn, None):
        with pytest.raises(ValueError, match="no move"):
            choose(deal.view(seat), "easy", random.Random(1))


def test_there_is_no_other_level() -> None:
    with pytest.raises(KeyError):
        choose(kardinal("5-5", "6-6", "draw"), "grandmaster", random.Random(1))


def test_a_game_without_a_brain_is_played_by_the_heaviest_tile() -> None:
    taught = kardinal("5-5", "3-2 6-2 1-0", "3-2@L, 6-2@L, draw")
    view = View("whist", {}, 2, 1, 0, taught.layout, taught.public, taught.mine)
    assert {choose(view, "medium", random.Random(seed)) for seed in range(10)} == {"6-2@L"}


@pytest.mark.parametrize(
    ("game", "seats", "options", "matches"),
    [
        ("chicken-foot", 2, {"high": 3}, 60),
        ("two-step", 2, {"target": 3}, 40),
        ("kardinal", 2, {"limit": 50}, 100),
        ("kardinal", 4, {"limit": 50}, 100),
    ],
)
@pytest.mark.parametrize(("weaker", "stronger"), [("random", "weak"), ("weak", "easy"), ("easy", "medium")])
def test_a_higher_level_wins_more(
    game: str, seats: int, options: dict[str, Any], matches: int, weaker: str, stronger: str
) -> None:
    """More than half of the wins in a fixed series; docs/bots.md has the measured shares."""
    contest = Contest(game, seats, [weaker, stronger], seed=1, options=options)
    wins = 0.0
    for number in range(matches):
        result, sitting = contest.play(number).result, contest.levels_at(number)
        assert result is not None
        wins += sum(sitting[seat] == stronger for seat in result.winners) / len(result.winners)
    assert wins > matches / 2
