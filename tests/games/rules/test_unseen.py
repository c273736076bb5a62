"""What play reveals about hidden hands: nothing impossible is imagined, and nothing possible ruled out."""

import random

import pytest

from games.rules import Deal, Match, full_set, read_tile
from games.rules.unseen import Pile, Told, barred_from_hands, bits_of, redeal
from tests.games.rules.variants.stacked import play, stacked

ALICE, BOB = 0, 1
BLANKS = bits_of(tile for tile in full_set(6) if 0 in tile.halves)
TIMES = 40


def bit(text: str) -> int:
    return read_tile(text).bit


def test_a_player_lacks_tiles_until_the_next_one_comes() -> None:
    told: list[Told] = [("took", BOB, 2), ("lacks", BOB, BLANKS), ("took", BOB, 1)]
    assert barred_from_hands(told, 2) == [[], [BLANKS, BLANKS, 0]]


def test_a_shown_tile_is_the_oldest_that_it_can_be() -> None:
    told: list[Told] = [("took", BOB, 1), ("lacks", BOB, BLANKS), ("took", BOB, 1)]
    assert barred_from_hands([*told, ("showed", BOB, bit("6-5"))], 2) == [[], [0]]
    assert barred_from_hands([*told, ("showed", BOB, bit("6-0"))], 2) == [[], [BLANKS]]


def test_tiles_are_dealt_where_they_may_be_even_if_that_is_hard() -> None:
    tiles = list(full_set(2))
    only = [~tile.bit for tile in reversed(tiles)]
    pile = Pile(tiles.copy(), only)
    redeal([pile], random.Random(1))
    assert pile.tiles == tiles[::-1]


def test_what_cannot_all_be_true_is_an_error() -> None:
    with pytest.raises(ValueError, match="cannot all be true"):
        redeal([Pile([read_tile("6-0")], [BLANKS])], random.Random(1))


def imagined(deal: Deal | None) -> list[Deal]:
    """Return what Alice may imagine."""
    assert deal is not None
    return [deal.imagine(ALICE, random.Random(seed)) for seed in range(TIMES)]


def test_a_player_who_draws_in_chicken_foot_is_not_imagined_with_fitting_tiles() -> None:
    match = Match("chicken-foot", 2)
    match.start_deal(stacked("9-9 9-8 9-7 6-5 1-0 0-0 2-0", "8-8 8-7 4-3 3-2 2-1 1-1 7-7", stock="5-5 4-4 9-6"))
    play(match, "draw, 9-8@9-9, draw, 9-7@9-9")
    hands = [deal.hands[BOB] for deal in imagined(match.deal)]
    assert not any(9 in tile.halves for hand in hands for tile in hand)
    assert len({tuple(hand) for hand in hands}) == TIMES


def test_a_player_still_on_turn_after_drawing_in_chicken_foot_holds_a_fitting_tile() -> None:
    match = Match("chicken-foot", 2)
    match.start_deal(stacked("9-9 9-8 9-7 6-5 1-0 0-0 2-0", "8-8 8-7 4-3 3-2 2-1 1-1 7-7", stock="9-6"))
    play(match, "draw")
    for deal in imagined(match.deal):
        *before, drawn = deal.hands[BOB]
        assert 9 in drawn.halves
        assert not any(9 in tile.halves for tile in before)
        assert deal.legal_moves() == [f"{drawn}@9-9", "pass"]


def test_a_player_who_draws_in_kardinal_is_imagined_with_fitting_cardinals_only() -> None:
    match = Match("kardinal", 2)
    match.start_deal(stacked("6-6 5-5 4-4 3-3 6-5 6-4 6-3", "6-1 5-4 4-2 3-2 2-2 5-2 4-3", stock="6-2 6-0", highest=6))
    play(match, "draw, draw")
    for deal in imagined(match.deal):
        *before, _ = deal.hands[BOB]
        assert not {"1-0", "1-1", "2-1", "3-1", "4-1", "5-1"}.intersection(before)
        assert match.deal is not None
        assert deal.view(BOB).public == match.deal.view(BOB).public


@pytest.mark.parametrize(
    ("game", "blocks"),
    [
        ("kardinal", ("3-3 6-5 6-4 6-3 6-2 6-1 6-0", "2-2 5-4 5-3 5-2 5-1 5-0 4-3")),
        ("two-step", ("6-5 6-4 6-3 6-2 6-1", "6-0 5-4 5-3 5-2 5-1", "3-3 5-0 4-3", "2-2 4-2 4-1")),
    ],
)
def test_nobody_is_imagined_with_a_double_higher_than_the_one_that_opened(game: str, blocks: tuple[str, ...]) -> None:
    match = Match(game, 2)
    match.start_deal(stacked(*blocks, highest=6))
    for deal in imagined(match.deal):
        assert not {"6-6", "5-5", "4-4"}.intersection(deal.hands[BOB])
