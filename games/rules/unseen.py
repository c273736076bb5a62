"""What play has revealed about hidden tiles, and random arrangements that agree with it, all equally likely."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from games.rules.tiles import Tile

Told = tuple[Literal["took", "lacks", "holds", "showed"], int, int]
"""Something that everyone has learnt about a seat's hand: it `took` that many tiles unseen, `lacks` all tiles with
these bits, `holds` one of those with these bits as the tile that it took last, or `showed` the tile with this bit."""

EXCURSIONS = 10
"""Enough excursions to make an arrangement independent of the one they started from."""

FEWER_EXCURSIONS = 3
"""Enough excursions between arrangements in a long series, which as a whole is as good as independent ones."""


class Place(NamedTuple):
    """A place where a tile lies unseen, or lay unseen in a hand; `pile` is its seat's number, or that of another pile.

    `may_hold` has the bits of the hidden tiles that it may hold and of the tiles already shown that it may have held.
    """

    pile: int
    may_hold: int


class Unknown(NamedTuple):
    """What a player or onlooker cannot see: the hands of these seats, and which of the tiles is in which place.

    `tiles` include those already shown (`shown` has their bits): they were in a hand, but nobody knows where in it.
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
    """Return every place in the hands of these seats, oldest first, including places of tiles already shown.

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
    """Yield random arrangements endlessly, all equally likely; each lists the tiles in the order of the places.

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
    """Return the tiles in some order that suits the places, found by augmenting paths, the most restricted place
    first."""
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
            raise ValueError("the facts about these tiles contradict one another")
    return sorted(place_of, key=place_of.__getitem__)
