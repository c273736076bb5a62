"""What play reveals about hidden hands: nothing impossible is imagined, and nothing possible is ruled out."""

import random
from collections import Counter
from itertools import permutations

import pytest

from games.rules import Deal, Match, Tile, full_set, read_tile
from games.rules.unseen import Place, Told, bits_of, places_in_hands, ways_to_lie
from tests.games.rules.unseen.worlds import chances, could_be_true, could_have_been, excess, random_positions, views
from tests.games.rules.variants.stacked import play, stacked
from tests.often import LONG, times

ALICE, BOB = 0, 1
BLANKS = bits_of(tile for tile in full_set(6) if 0 in tile.halves)
ALL = bits_of(full_set(6))
TIMES = 40


def bit(text: str) -> int:
    return read_tile(text).bit


def bobs_places(told: list[Told], hidden: int) -> list[int]:
    return [place.may_hold for place in places_in_hands(told, [BOB], hidden)]


def test_a_player_lacks_tiles_until_the_next_one_comes() -> None:
    told: list[Told] = [("took", BOB, 2), ("lacks", BOB, BLANKS), ("took", BOB, 1), ("lacks", ALICE, BLANKS)]
    assert bobs_places(told, ALL) == [ALL & ~BLANKS, ALL & ~BLANKS, ALL]


def test_a_shown_tile_may_have_been_any_for_which_it_is_not_ruled_out() -> None:
    told: list[Told] = [("took", BOB, 1), ("lacks", BOB, BLANKS), ("took", BOB, 1)]
    hidden, sixes = bit("6-6"), bit("6-5")
    assert bobs_places([*told, ("showed", BOB, sixes)], hidden) == [hidden | sixes, hidden | sixes]
    assert bobs_places([*told, ("showed", BOB, bit("6-0"))], hidden) == [hidden, hidden | bit("6-0")]


def test_the_tile_taken_last_is_one_of_those_that_it_is_known_to_be() -> None:
    told: list[Told] = [("took", BOB, 2), ("took", BOB, 1), ("holds", BOB, BLANKS)]
    assert bobs_places(told, ALL) == [ALL, ALL, BLANKS]


def test_tiles_lie_where_they_may_even_if_that_is_hard() -> None:
    tiles = list(full_set(2))
    only = [Place(BOB, tile.bit) for tile in reversed(tiles)]
    assert next(ways_to_lie(only, tiles, random.Random(1))) == tiles[::-1]


def test_a_cycle_of_tiles_moves_round_even_if_no_two_of_them_can_change_places() -> None:
    """Each place may hold the tile that lies there or its neighbour's."""
    tiles = list(full_set(2))
    places = [Place(BOB, tile.bit | tiles[number - 1].bit) for number, tile in enumerate(tiles)]
    ways = ways_to_lie(places, tiles, random.Random(1))
    assert {tuple(next(ways)) for _ in range(50)} == {tuple(tiles), tuple(tiles[-1:] + tiles[:-1])}


def test_contradictory_facts_are_an_error() -> None:
    with pytest.raises(ValueError, match="contradict one another"):
        next(ways_to_lie([Place(BOB, BLANKS)], [read_tile("6-5")], random.Random(1)))


def imagined(deal: Deal | None) -> list[Deal]:
    """Return deals that Alice may imagine."""
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


def test_a_player_who_draws_a_fitting_tile_and_passes_has_shown_that_it_fits() -> None:
    match = Match("chicken-foot", 2)
    match.start_deal(stacked("9-9 9-8 9-7 6-5 1-0 0-0 2-0", "8-8 8-7 4-3 3-2 2-1 1-1 7-7", stock="9-6"))
    play(match, "draw, pass, 9-8@9-9")
    for deal in imagined(match.deal):
        *before, drawn = deal.hands[BOB]
        assert 9 in drawn.halves
        assert not any(9 in tile.halves for tile in before)


def test_a_player_who_draws_a_tile_and_places_one_has_placed_that_one() -> None:
    """So all of Bob's first seven tiles are still there, and none shows a nine."""
    match = Match("chicken-foot", 2)
    match.start_deal(stacked("9-9 9-8 9-7 6-5 1-0 0-0 2-0", "8-8 8-7 4-3 3-2 2-1 1-1 7-7", stock="9-6"))
    play(match, "draw, 9-6@9-9")
    assert not any(9 in tile.halves for deal in imagined(match.deal) for tile in deal.hands[BOB])


def test_if_the_stock_is_empty_and_the_deal_goes_on_somebody_is_imagined_who_can_place() -> None:
    """Alice cannot, so Bob can."""
    rng = random.Random(1)
    while True:
        for deal in random_positions(Match("kardinal", 2), rng):
            if not deal.stock and deal.turn == ALICE and deal.legal_moves() == ["pass"]:
                for other in imagined(deal):
                    other.play(other.legal_moves()[0])
                    assert other.turn == BOB
                    assert other.legal_moves() != ["pass"]
                return


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


TABLES = [("chicken-foot", 2), ("chicken-foot", 3), ("two-step", 2), ("kardinal", 2), ("kardinal", 4)]


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_nothing_is_imagined_that_could_not_have_been(game: str, seats: int) -> None:
    rng, left = random.Random(f"{game} {seats} {LONG}"), times(100, 20_000)
    while left > 0:
        match = Match(game, seats)
        for _ in random_positions(match, rng):
            if rng.random() < 0.1:
                assert could_have_been(match, rng.randrange(seats), rng, 5)
                left -= 5


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_nothing_that_could_have_been_is_ruled_out(game: str, seats: int) -> None:
    """If two tiles change places in the deck, either a seat sees a difference, or it must consider both possible."""
    rng, left = random.Random(f"{game} {seats} {LONG}"), times(20, 2_000)
    while left > 0:
        match = Match(game, seats)
        for deal in random_positions(match, rng):
            seat, deck = rng.randrange(seats), list(match.deals[-1].deck)
            if rng.random() < 0.2:
                one, two = rng.sample(range(len(deck)), 2)
                went = views(match, deck, seat)
                deck[one], deck[two] = deck[two], deck[one]
                if views(match, deck, seat) == went:
                    assert could_be_true(deal, deck, seat)
                    left -= 1


@pytest.mark.parametrize("seed", range(5))
def test_all_arrangements_are_equally_likely(seed: int) -> None:
    rng, tiles = random.Random(seed), list(full_set(2))
    places = [Place(BOB, rng.randrange(64) | tile.bit) for tile in tiles]
    ways = [way for way in permutations(tiles) if all(map(_may_hold, places, way))]
    often = 1_000 * len(ways)
    drawn = ways_to_lie(places, tiles, rng)
    counts = Counter(tuple(next(drawn)) for _ in range(often))
    assert set(counts) == set(ways)
    assert sum(abs(counts[way] - 1_000) for way in ways) / 2 / often < 0.03


def _may_hold(place: Place, tile: Tile) -> bool:
    return bool(place.may_hold & tile.bit)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_hands_are_imagined_as_often_as_they_are_likely(game: str, seats: int) -> None:
    """Counted in positions where something is known, and where all arrangements can be counted."""
    rng, left = random.Random(f"{game} {seats} {LONG}"), times(1, 30)
    often, bound = times(1_000, 40_000), 0.01 if LONG else 0.04
    while left > 0:
        for deal in random_positions(Match(game, seats), rng):
            seat = rng.randrange(seats)
            exact = chances(deal, seat) if rng.random() < 0.3 else None
            if exact and len(exact) > 2 and len(set(exact.values())) > 1:
                assert excess(deal, seat, exact, rng, often) <= bound
                left -= 1
                break
