"""Imagined deals come in proportion to their likelihood, and depend on nothing that the seat cannot see."""

import random
from collections.abc import Iterable, Iterator
from itertools import islice
from math import log, sqrt
from statistics import mean

import pytest

from games.bots import choose
from games.bots.arena import shuffled_deck
from games.bots.past import PASTS, Past, worlds_in_proportion
from games.bots.past.walking import walk
from games.rules import Deal, Match, Tile
from tests.often import times

TABLES = [("chicken-foot", 2), ("chicken-foot", 4), ("two-step", 2), ("kardinal", 2), ("kardinal", 5)]


def positions(game: str, seats: int, seed: int, every: int = 5) -> Iterator[Deal]:
    """Yield some positions of a deal between sound players in which others have chosen something."""
    match, rng = Match(game, seats), random.Random(f"{game} {seats} {seed}")
    deal = match.start_deal(shuffled_deck(match, rng))
    number = 0
    while deal.result is None:
        number += 1
        if number % every == 0 and PASTS[game, 1](deal, deal.turn).choices:
            yield deal
        match.play(choose(deal.view(deal.turn), "medium", rng))


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_imagined_deals_depend_on_nothing_hidden(game: str, seats: int) -> None:
    for deal in positions(game, seats, 1):
        seat = deal.turn
        other = deal.imagine(seat, random.Random(3))
        both = [islice(worlds_in_proportion(one, seat, random.Random(7)), 30) for one in (deal, other)]
        for one, same in zip(*both, strict=True):
            assert (one.hands, one.stock, one.taken) == (same.hands, same.stock, same.taken)
            assert one.view(seat) == deal.view(seat)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_imagined_deals_fit_what_was_told(game: str, seats: int) -> None:
    for deal in positions(game, seats, 2):
        unknown = deal.unknown_to(deal.turn)
        for world in islice(worlds_in_proportion(deal, deal.turn, random.Random(1)), 50):
            lying = [tile for other in unknown.hands for tile in world.hands[other]]
            assert len(lying) == sum(len(deal.hands[other]) for other in unknown.hands)
            places: dict[int, list[int]] = {}
            for place in unknown.places:
                places.setdefault(place.pile, []).append(place.may_hold)
            for other in unknown.hands:
                taken = zip(places.get(other, []), world.taken[other], strict=True)
                assert all(may_hold & tile.bit for may_hold, tile in taken)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_imagined_deals_come_in_proportion_to_their_likelihood(game: str, seats: int) -> None:
    """Compared with equally likely worlds that are weighted by their likelihood, where there are enough of them."""
    compared = 0
    for seed in range(times(2, 40)):
        for deal in positions(game, seats, seed, every=6):
            seat, past = deal.turn, PASTS[game, 1](deal, deal.turn)
            drawn = list(islice(deal.worlds(seat, random.Random(seed)), 1000))
            weights = [past.likelihood(world) for world in drawn]
            worth = sum(weights) ** 2 / sum(weight * weight for weight in weights)
            if worth < 200 or not deal.hands[(seat + 1) % seats]:
                continue
            walked = list(islice(worlds_in_proportion(deal, seat, random.Random(seed)), 1000))
            weighed, found = shares(drawn, weights, seat), shares(walked, [1.0] * len(walked), seat)
            off = sum(abs(weighed.get(tile, 0.0) - share) for tile, share in found.items()) / len(found)
            assert off < 2.5 / sqrt(worth)
            compared += 1
    assert compared


def test_a_walk_forgets_where_it_has_begun() -> None:
    """After many choices, few arrangements explain them all, but a walk begins at an arbitrary one."""
    apart = []
    for seed in (0, *range(8, 8 + times(1, 20))):
        for deal in positions("chicken-foot", 2, seed):
            seat, past = deal.turn, PASTS["chicken-foot", 1](deal, deal.turn)
            if len(past.choices) >= 14:
                firsts = [next(worlds_in_proportion(deal, seat, random.Random(number))) for number in range(25)]
                later = islice(worlds_in_proportion(deal, seat, random.Random(25), steps=200), 25, 75)
                apart.append(mean_log(past, later) - mean_log(past, firsts))
    assert mean(apart) < 0.5


def test_with_less_time_the_first_walk_is_shorter() -> None:
    deal = next(
        one for one in positions("chicken-foot", 4, 1) if len(PASTS["chicken-foot", 1](one, one.turn).choices) > 9
    )
    looked_at = []
    for share in (0.1, 1.0):
        past = PASTS["chicken-foot", 1](deal, deal.turn)
        next(walk(past, deal.unknown_to(deal.turn), random.Random(1), share=share))
        looked_at.append(sum(map(len, past.known)))
    assert 3 * looked_at[0] < looked_at[1]


def mean_log(past: Past, worlds: Iterable[Deal]) -> float:
    return mean(log(past.likelihood(world)) for world in worlds)


def shares(worlds: Iterable[Deal], weights: Iterable[float], seat: int) -> dict[Tile, float]:
    """Return how often each tile is in the next seat's hand."""
    found: dict[Tile, float] = {}
    total = 0.0
    for world, weight in zip(worlds, weights, strict=True):
        total += weight
        for tile in world.hands[(seat + 1) % world.seats]:
            found[tile] = found.get(tile, 0.0) + weight
    return {tile: share / total for tile, share in found.items()}
