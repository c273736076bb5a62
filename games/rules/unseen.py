"""What play has revealed about hidden tiles, and redealing them consistently with it."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from games.rules.tiles import Tile

Told = tuple[Literal["took", "lacks", "showed"], int, int]
"""Something that everyone has learnt about a seat's hand: it `took` that many tiles unseen, `lacks` all tiles with
these bits, or `showed` the tile with this bit."""


class Pile(NamedTuple):
    """Hidden tiles, and for each position in the pile the bits of those tiles that cannot be there."""

    tiles: list[Tile]
    barred: list[int]


def free_pile(tiles: list[Tile]) -> Pile:
    """Return a pile about which nothing is known."""
    return Pile(tiles, [0] * len(tiles))


def bits_of(tiles: Iterable[Tile]) -> int:
    return sum(tile.bit for tile in tiles)


def barred_from_hands(told: Iterable[Told], seats: int) -> list[list[int]]:
    """Return, for each seat and each tile of its hand (oldest first), the bits of the tiles that it cannot be.

    An older tile has been in the hand for everything that a newer one has, so whatever is ruled out for the newer one
    is ruled out for the older one too. A shown tile may have been any tile of the hand for which it is not ruled out;
    assuming it was the oldest of these rules out nothing that is possible.
    """
    hands: list[list[int]] = [[] for _ in range(seats)]
    for kind, seat, what in told:
        hand = hands[seat]
        if kind == "took":
            hand += [0] * what
        elif kind == "lacks":
            hands[seat] = [barred | what for barred in hand]
        else:
            hand.remove(next(barred for barred in hand if not barred & what))
    return hands


def redeal(piles: Sequence[Pile], rng: random.Random) -> None:
    """Redeal the tiles of all piles among them, in place, none of them where it is barred."""
    tiles = sorted(tile for pile in piles for tile in pile.tiles)
    rng.shuffle(tiles)
    barred = [bits for pile in piles for bits in pile.barred]
    dealt = iter(_fit(tiles, barred))
    for pile in piles:
        pile.tiles[:] = [next(dealt) for _ in pile.barred]


def _fit(tiles: Sequence[Tile], barred: Sequence[int]) -> list[Tile]:
    """Return the tiles in an order that suits the positions: augmenting paths for restricted positions, then the
    rest."""
    place_of: dict[Tile, int] = {}

    def find_tile(place: int, tried: set[Tile]) -> bool:
        for tile in tiles:
            if not tile.bit & barred[place] and tile not in tried:
                tried.add(tile)
                if tile not in place_of or find_tile(place_of[tile], tried):
                    place_of[tile] = place
                    return True
        return False

    for place in sorted(filter(barred.__getitem__, range(len(barred))), key=lambda place: -barred[place].bit_count()):
        if not find_tile(place, set()):
            raise ValueError("what was told of these tiles cannot all be true")
    tile_at = {place: tile for tile, place in place_of.items()}
    rest = (tile for tile in tiles if tile not in place_of)
    return [tile_at[place] if place in tile_at else next(rest) for place in range(len(barred))]
