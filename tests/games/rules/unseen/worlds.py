"""Checks for imagined deals: whether each is possible, and how likely it really is."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import comb, exp, floor, lgamma, log

from games.rules import Deal, Match, Tile
from games.rules.unseen import Unknown, shown_bits, ways_to_lie

MOST = 200
"""The most combinations of hands to count."""

MOST_STATES = 6_000
"""The most sets of tiles to keep at a time, with which a count takes a fraction of a second."""

Hands = tuple[frozenset[Tile], ...]
"""The hands that a seat cannot see, in the order of their seats."""


def random_positions(match: Match, rng: random.Random) -> Iterator[Deal]:
    """Yield the positions of one deal in which everyone plays at random."""
    deal = match.start_deal(rng.sample(match.tiles, len(match.tiles)))
    while deal.result is None:
        yield deal
        match.play(rng.choice(deal.legal_moves()))


def could_have_been(match: Match, seat: int, rng: random.Random, times: int) -> bool:
    """Return whether the deal, with its tiles dealt as imagined, looks to `seat` just as it did."""
    deal, record = match.deal, match.deals[-1]
    assert deal is not None
    unknown, went = deal.unknown_to(seat), views(match, list(record.deck), seat)
    ways = ways_to_lie(unknown.places, unknown.tiles, rng)
    if not deal.stock:
        ways = (way for way in ways if _may_be_running(deal, unknown, way))
    return all(views(match, deck_for(deal, record.deck, seat, next(ways)), seat) == went for _ in range(times))


def _may_be_running(deal: Deal, unknown: Unknown, way: list[Tile]) -> bool:
    lying = [(place.pile, tile) for place, tile in zip(unknown.places, way, strict=True)]
    hidden = [(pile, tile) for pile, tile in lying if not tile.bit & unknown.shown]
    hands = {other: [tile for pile, tile in hidden if pile == other] for other in unknown.hands}
    return _can_be(deal, hands, [tile for pile, tile in hidden if pile not in hands])


def could_be_true(deal: Deal, deck: Sequence[Tile], seat: int) -> bool:
    """Return whether what is told allows every tile to be where it is, or to have been where it was."""
    taken = [taker for kind, taker, count in deal.told if kind == "took" for _ in range(count)]
    first = len(deck) - len(taken) - len(deal.stock)
    tiles = [tile for taker, tile in zip(taken, deck[first:], strict=False) if taker != seat]
    return all(place.may_hold & tile.bit for place, tile in zip(deal.unknown_to(seat).places, tiles, strict=False))


def deck_for(deal: Deal, dealt: tuple[Tile, ...], seat: int, way: list[Tile]) -> list[Tile]:
    """Return the deck that leads to this arrangement of the tiles; `dealt` is the one that was played."""
    deck, tiles, number = list(dealt), iter(way), 0
    cards = [range(1, 5), range(6, 10)] if deal.game == "two-step" else []
    number = 10 if cards else 0
    for kind, taker, count in deal.told:
        for _ in range(count if kind == "took" else 0):
            if taker != seat:
                deck[number] = next(tiles)
            number += 1
    for place in reversed(range(number, len(deck))):
        deck[place] = next(tiles)
    for card, left in zip(cards, getattr(deal, "face_down", []), strict=True):
        for place in reversed(card[len(card) - len(left) :]):
            deck[place] = next(tiles)
    return deck


def views(match: Match, deck: list[Tile], seat: int) -> object:
    """Return all that `seat` sees in the last deal if it is played with this deck; None if it cannot be."""
    record = match.deals[-1]
    deal = match.rules.deal.start(match.options, match.seats, record.number, deck, record.first)
    seen = [deal.opening, deal.view(seat)]
    for mover, move in record.moves:
        if deal.result or deal.turn != mover or move not in deal.legal_moves():
            return None
        seen += [deal.play(move), deal.view(seat)]
    return seen


def chances(deal: Deal, seat: int) -> dict[Hands, float] | None:
    """Return how likely each combination of hidden hands is, by counting; None if there are too many."""
    unknown = deal.unknown_to(seat)
    number = {tile: 1 << index for index, tile in enumerate(unknown.tiles)}
    hidden = [tile for tile in unknown.tiles if not tile.bit & unknown.shown]
    if _combinations([len(deal.hands[other]) for other in unknown.hands], len(hidden)) > MOST:
        return None
    ways: Counter[tuple[int, ...]] = Counter({(): 1})
    for other in unknown.hands:
        places = [place.may_hold for place in unknown.places if place.pile == other]
        its_own = shown_bits(deal.told, [other])
        fitting = {its: tile.bit for tile, its in number.items() if tile in hidden or tile.bit & its_own}
        into = _ways_into(places, fitting, sum(its for its, bit in fitting.items() if bit & its_own))
        if into is None:
            return None
        ways = Counter(
            {(*before, used): ways[before] * into[used] for before in ways for used in into if not sum(before) & used}
        )
    found: Counter[Hands] = Counter()
    for used_by, count in ways.items():
        hands = [[tile for tile in hidden if number[tile] & used] for used in used_by]
        rest = [tile for tile in hidden if not number[tile] & sum(used_by)]
        if _can_be(deal, dict(zip(unknown.hands, hands, strict=True)), rest):
            found[tuple(map(frozenset, hands))] += count
    return {hands: count / found.total() for hands, count in found.items()}


def _combinations(hands: Sequence[int], tiles: int) -> int:
    count = 1
    for size in hands:
        count *= comb(tiles, size)
        tiles -= size
    return count


def _ways_into(places: Sequence[int], fitting: Mapping[int, int], shown: int) -> dict[int, int] | None:
    """Return the number of ways in which each set of tiles, including all shown ones, can lie in these places.

    None if counting takes too long.
    """
    ways = {0: 1}
    for number, place in enumerate(places):
        later = sum(its for its, bit in fitting.items() if any(other & bit for other in places[number + 1 :]))
        longer: dict[int, int] = {}
        for used, count in ways.items():
            for its, bit in fitting.items():
                if place & bit and not used & its and not shown & ~(used | its | later):
                    longer[used | its] = longer.get(used | its, 0) + count
        ways = longer
        if len(ways) > MOST_STATES:
            return None
    return ways


def _can_be(deal: Deal, hands: dict[int, list[Tile]], rest: list[Tile]) -> bool:
    piles = []
    for pile in deal._hidden_piles():
        piles.append(rest[: len(pile)])
        rest = rest[len(pile) :]
    return deal._with_hidden(hands, piles)._may_be_running()


def excess(deal: Deal, seat: int, exact: Mapping[Hands, float], rng: random.Random, times: int) -> float:
    """Return by how much the total variation distance of imagined deals from `exact` exceeds that of fair draws."""
    hidden = deal.unknown_to(seat).hands
    imagined = (deal.imagine(seat, rng) for _ in range(times))
    counts = Counter(tuple(frozenset(one.hands[other]) for other in hidden) for one in imagined)
    assert counts.keys() <= exact.keys()
    measured = sum(abs(counts[hands] / times - chance) for hands, chance in exact.items()) / 2
    return measured - sum(_mean_deviation(times, chance) for chance in exact.values()) / 2


def _mean_deviation(times: int, chance: float) -> float:
    """Return the mean distance of a binomial share from its chance (de Moivre)."""
    if chance >= 1:
        return 0
    k = floor(times * chance) + 1
    choose = lgamma(times + 1) - lgamma(k + 1) - lgamma(times - k + 1)
    return 2 * exp(choose + log(k) + k * log(chance) + (times - k + 1) * log(1 - chance)) / times
