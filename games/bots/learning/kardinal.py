"""Kardinaldomino as a network sees it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.bots.learning.eyes import Eyes, Inputs, on
from games.bots.playouts.kardinal import ALL, FITS, NOTHING, ONTO, PLAIN, WILD, KardinalPosition, after, at
from games.rules import Move, View
from games.rules.unseen import bits_of
from games.rules.variants.kardinal import MOST_DRAWN

Act = tuple[int, int]
"""A tile and the ends after it; or `NOTHING`, to draw or pass."""

TILES, COUNTS, STOCK = 28, 16, 15

_inputs = Inputs()
HELD, HIDDEN = _inputs.block(TILES), _inputs.block(TILES)
ENDS = _inputs.block(at(7, 0))
OWN, NEXT, FEWEST, OTHERS = (_inputs.block(COUNTS) for _ in range(4))
PLAYERS, LEFT = _inputs.block(5), _inputs.block(STOCK)
KIND = _inputs.block(4)
FOLLOW, FIT = _inputs.block(8), _inputs.block(COUNTS)
WILD_HELD, WILD_HIDDEN = _inputs.block(5), _inputs.block(5)


class Seen(NamedTuple):
    """What a seat sees. `others` counts the tiles in the other hands that are still in play, the next seat first."""

    hand: int
    laid: int
    ends: int
    others: list[int]
    stock: int
    drawn: int


class KardinalEyes(Eyes):
    """Kardinaldomino for any number of seats."""

    size = _inputs.size

    def seen_in(self, view: View) -> Seen:
        assert view.mine is not None
        public = view.public
        left, right = (end["pips"] for end in public["ends"])
        hand, laid = bits_of(view.mine["hand"]), bits_of([laid.tile for laid in view.layout])
        others = _others(public["hands"], view.mine["seat"])
        return Seen(hand, laid, at(left, right), others, public["stock"], public["drawn"])

    def seen_at(self, position: KardinalPosition) -> Seen:  # type: ignore[override]
        others = _others([hand.bit_count() for hand in position.hands], position.turn)
        hand, stock = position.hands[position.turn], len(position.stock)
        return Seen(hand, position.laid, position.ends, others, stock, position.drawn)

    def acts_of(self, view: View, moves: Sequence[Move]) -> Iterator[tuple[Move, Act]]:
        left, right = (end["pips"] for end in view.public["ends"])
        found = {}
        for move in moves:
            act = (move.tile.bit, _either_way(after(left, right, move.tile, move))) if move.tile else NOTHING
            found[act] = move
        return ((move, act) for act, move in found.items())

    def acts_at(self, position: KardinalPosition) -> list[Act]:  # type: ignore[override]
        hand, ends = position.hands[position.turn], position.ends
        fits = rest = hand & FITS[ends]
        acts = []
        while rest:
            bit = rest & -rest
            rest ^= bit
            acts += [(bit, to) for to, _ in ONTO[ends][bit]]
        if not hand & PLAIN[ends] and (position.stock or position.drawn == MOST_DRAWN or not fits):
            acts.append(NOTHING)
        return acts

    def do(self, position: KardinalPosition, act: Act) -> None:  # type: ignore[override]
        position.do(*act)

    def inputs(self, seen: Seen, act: Act) -> list[int]:
        bit, to = act
        hand, laid, ends = seen.hand, seen.laid, seen.ends
        own, stock, kind = hand.bit_count(), seen.stock, 0
        if bit:
            hand, laid, ends, own = hand ^ bit, laid | bit, to, own - 1
        elif stock and seen.drawn < MOST_DRAWN:
            own, stock, kind = own + 1, stock - 1, 1 + seen.drawn
        else:
            kind = 3
        hidden = ALL & ~(laid | hand)
        plain, others = PLAIN[ends], seen.others
        return [
            *on(hand, HELD),
            *on(hidden, HIDDEN),
            ENDS + _either_way(ends),
            OWN + min(own, COUNTS - 1),
            NEXT + (min(others[0], COUNTS - 1) if others else 0),
            FEWEST + min([*others, COUNTS - 1]),
            OTHERS + min(sum(others) // 2, COUNTS - 1),
            PLAYERS + len(others),
            LEFT + min(stock, STOCK - 1),
            KIND + kind,
            FOLLOW + min((hand & plain).bit_count(), 7),
            FIT + min((hidden & plain).bit_count(), COUNTS - 1),
            WILD_HELD + (hand & WILD).bit_count(),
            WILD_HIDDEN + (hidden & WILD).bit_count(),
        ]


def _either_way(ends: int) -> int:
    """Return the ends with the lower number first."""
    left, right = ends >> 3, ends & 7
    return ends if left <= right else at(right, left)


def _others(counts: Sequence[int], seat: int) -> list[int]:
    """Return the numbers of tiles in the other hands that are still in play, the next seat first (KD5)."""
    return [count for count in [*counts[:seat][::-1], *counts[:seat:-1]] if count]
