"""Chicken Foot as a network sees it: with a double-nine set."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.bots.chicken_foot import Table, touched
from games.bots.learning.eyes import Eyes, Inputs, on
from games.bots.playouts.chicken_foot import NONE, NOTHING, POINTS, SETS, SHOWS, TILES, ChickenFootPosition
from games.rules import Move, View
from games.rules.unseen import bits_of
from games.rules.variants.chicken_foot.deal import TOES, showing

Act = tuple[int, int]
"""A tile and the number by which it is joined; or `NOTHING`, to draw or pass."""

HIGHEST = 9
ALL = SETS[HIGHEST]
NUMBERS, SET, COUNTS, FEW, CHANCES, STOCK = HIGHEST + 1, 55, 16, 4, 12, 21

_inputs = Inputs()
HELD, HIDDEN = _inputs.block(SET), _inputs.block(SET)
ENDS, MUST = _inputs.block(NUMBERS * 3), _inputs.block(NUMBERS * 4)
FOLLOW, VARIETY = _inputs.block(NUMBERS * FEW), _inputs.block(NUMBERS)
FIT, STARVED = _inputs.block(8), _inputs.block(CHANCES)
OWN, NEXT, FEWEST, PLAYERS = (_inputs.block(COUNTS) for _ in range(4))
LEFT, KIND, COST = _inputs.block(STOCK), _inputs.block(4), _inputs.block(COUNTS)


class Seen(NamedTuple):
    """What a seat sees. `others` counts the tiles in the other hands, the next seat first."""

    hand: int
    laid: int
    ends: list[int]
    must: int
    left: int
    others: list[int]
    stock: int
    has_drawn: bool


class ChickenFootEyes(Eyes):
    """Chicken Foot with a double-nine set, for any number of seats."""

    size = _inputs.size

    def seen_in(self, view: View) -> Seen:
        assert view.mine is not None
        table = Table.seen_in(view)
        hand, laid = bits_of(table.hand), bits_of([laid.tile for laid in view.layout])
        must = table.must.high if table.must else NONE
        stock, has_drawn = view.public["stock"], view.mine["drawn"] is not None
        return Seen(hand, laid, table.ends, must, table.left, table.others, stock, has_drawn)

    def seen_at(self, position: ChickenFootPosition) -> Seen:  # type: ignore[override]
        turn, counts = position.turn, [hand.bit_count() for hand in position.hands]
        others = counts[turn + 1 :] + counts[:turn]
        its = position
        return Seen(
            its.hands[turn], its.laid, its.ends, its.must, its.left, others, len(its.stock), bool(position.drawn)
        )

    def acts_of(self, view: View, moves: Sequence[Move]) -> Iterator[tuple[Move, Act]]:
        acts = {(move.tile.bit, touched(move)) if move.tile else NOTHING: move for move in reversed(moves)}
        return ((move, act) for act, move in acts.items())

    def acts_at(self, position: ChickenFootPosition) -> list[Act]:  # type: ignore[override]
        rest = fits = position.drawn or position.hands[position.turn] & position.fitting
        acts: list[Act] = []
        while rest:
            bit = rest & -rest
            rest ^= bit
            if position.must >= 0:
                acts.append((bit, position.must))
            else:
                acts += [(bit, pips) for pips in TILES[bit].halves if position.ends[pips]]
        if position.drawn or not fits:
            acts.append(NOTHING)
        return acts

    def do(self, position: ChickenFootPosition, act: Act) -> None:  # type: ignore[override]
        position.do(*act)

    def inputs(self, seen: Seen, act: Act) -> list[int]:
        bit, pips = act
        hand, laid, ends, must, left = seen.hand, seen.laid, seen.ends, seen.must, seen.left
        own, stock, kind = hand.bit_count(), seen.stock, 0
        if bit:
            hand, laid, own, ends = hand ^ bit, laid | bit, own - 1, ends.copy()
            tile = TILES[bit]
            if must < 0:
                ends[pips] -= 1
            if tile.is_double:
                must, left, kind = pips, TOES, 1
            else:
                ends[tile.value - pips] += 1
                if must >= 0:
                    left -= 1
                    must = must if left else NONE
        elif stock and not seen.has_drawn:
            own, stock, kind = own + 1, stock - 1, 2
        else:
            kind = 3
        hidden = ALL & ~(laid | hand)
        found = [
            *on(hand, HELD),
            *on(hidden, HIDDEN),
            OWN + min(own, COUNTS - 1),
            NEXT + min(seen.others[0], COUNTS - 1),
            FEWEST + min([*seen.others, COUNTS - 1]),
            PLAYERS + min(len(seen.others), COUNTS - 1),
            LEFT + min(stock // 2, STOCK - 1),
            KIND + kind,
            COST + min(sum(POINTS[1 << tile] for tile in on(hand, 0)) // 6, COUNTS - 1),
        ]
        if must >= 0:
            found.append(MUST + must * 4 + left - 1)
        now = 0
        for number, count in enumerate(ends):
            held = (hand & SHOWS[number]).bit_count()
            if held:
                found.append(VARIETY + number)
            if count:
                found.append(ENDS + number * 3 + min(count, 3) - 1)
            if number == must or (count and must < 0):
                now |= 1 << number
                found.append(FOLLOW + number * FEW + min(held, FEW - 1))
        fits = showing(now)
        found.append(FIT + min((hand & fits).bit_count(), 7))
        starved = (1 - (hidden & fits).bit_count() / (hidden.bit_count() or 1)) ** seen.others[0]
        found.append(STARVED + int(starved * (CHANCES - 1)))
        return found
