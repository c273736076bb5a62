"""What play has revealed about hidden tiles, and every way in which they may lie, each as likely as any other."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from games.rules.tiles import Tile

Told = tuple[Literal["took", "lacks", "holds", "showed"], int, int]
"""Something that everyone has learnt about a seat's hand: it `took` that many tiles unseen, `lacks` all tiles with
these bits, `holds` one of those with these bits as the tile that it took last, or `showed` the tile with this bit."""

EXCURSIONS = 10
"""Leads from any one arrangement of the tiles to another that has nothing to do with it."""

FEWER_EXCURSIONS = 3
"""Leads to the next of many arrangements, which together are like independent ones."""


class Place(NamedTuple):
    """Where a tile was taken to unseen, or lies unseen: `pile` is its seat's number, or that of another pile.

    `may_hold` has the bits of the tiles that it may hold or, of tiles already shown, may have held.
    """

    pile: int
    may_hold: int


class Unknown(NamedTuple):
    """What somebody cannot see: the hands of these seats, and the tiles in these places.

    Tiles already shown (their bits) are among them: they lay in a hand, but nobody knows where in it.
    """

    hands: list[int]
    places: list[Place]
    tiles: list[Tile]
    shown: int


def bits_of(tiles: Iterable[Tile]) -> int:
    return sum(tile.bit for tile in tiles)


def shown_bits(told: Iterable[Told], seats: Collection[int]) -> int:
    """Return the bits of the tiles that these seats have shown."""
    return sum(what for kind, seat, what in told if kind == "showed" and seat in seats)


def places_in_hands(told: Iterable[Told], seats: Collection[int], hidden: int) -> list[Place]:
    """Return every place in the hands of these seats, the oldest first, those of tiles already shown included.

    Nobody knows which place a shown tile came from, only where it cannot have been. `hidden` has the bits of the tiles
    that are still unseen.
    """
    ruled_out: list[int] = []
    shown: list[int] = []
    owners: list[int] = []
    for kind, seat, what in told:
        if kind == "took" and seat in seats:
            owners += [seat] * what
            ruled_out += [0] * what
            shown += [0] * what
            continue
        own = [place for place, owner in enumerate(owners) if owner == seat]
        if kind == "lacks":
            for place in own:
                ruled_out[place] |= what
        elif kind == "holds" and own:
            ruled_out[own[-1]] |= ~what
        elif kind == "showed":
            for place in own:
                shown[place] |= what & ~ruled_out[place]
    return [Place(owner, hidden & ~out | may) for owner, out, may in zip(owners, ruled_out, shown, strict=True)]


def ways_to_lie(places: Sequence[Place], tiles: Sequence[Tile], rng: random.Random) -> Iterator[list[Tile]]:
    """Yield the tiles in the order of the places, in one arrangement after another, endlessly; all are equally likely.

    In an excursion a random tile is lifted, leaving a hole, and laid on a random place that may hold it; the tile that
    lay there moves on in the same way, until one drops into the hole. Any arrangement can be reached from any other,
    and as each excursion is as likely as its reverse, none is preferred.
    """
    at = _any_way(places, rng.sample(tiles, len(tiles)))
    choices = {tile: [number for number, place in enumerate(places) if place.may_hold & tile.bit] for tile in tiles}
    moving = [number for number, tile in enumerate(at) if len(choices[tile]) > 1]
    chance, excursions = rng.random, EXCURSIONS
    while True:
        for _ in range(excursions if moving else 0):
            hole = moving[int(chance() * len(moving))]
            lifted, place = at[hole], -1
            while place != hole:
                options = choices[lifted]
                place = options[int(chance() * len(options))]
                lifted, at[place] = at[place], lifted
        yield at.copy()
        excursions = FEWER_EXCURSIONS


def _any_way(places: Sequence[Place], tiles: Sequence[Tile]) -> list[Tile]:
    """Return the tiles in some order that suits the places: by augmenting paths, the choosiest place first."""
    place_of: dict[Tile, int] = {}

    def find_tile(place: int, tried: set[Tile]) -> bool:
        fitting = [tile for tile in tiles if places[place].may_hold & tile.bit and tile not in tried]
        for tile in sorted(fitting, key=place_of.__contains__):
            if tile not in tried:
                tried.add(tile)
                if tile not in place_of or find_tile(place_of[tile], tried):
                    place_of[tile] = place
                    return True
        return False

    for place in sorted(range(len(places)), key=lambda place: places[place].may_hold.bit_count()):
        if not find_tile(place, set()):
            raise ValueError("what was told of these tiles cannot all be true")
    return sorted(place_of, key=place_of.__getitem__)
