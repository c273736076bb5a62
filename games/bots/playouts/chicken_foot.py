"""Chicken Foot on bit masks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Self

from games.bots.chicken_foot import open_halves, points, touched
from games.bots.playouts.position import Position
from games.rules import Move, Tile, full_set
from games.rules.tiles import HIGHEST
from games.rules.unseen import bits_of
from games.rules.variants.chicken_foot.deal import TOES, ChickenFootDeal, showing

TILES: dict[int, Tile] = {tile.bit: tile for tile in full_set(HIGHEST)}
POINTS = {bit: points(tile) for bit, tile in TILES.items()}
SETS = [bits_of(full_set(highest)) for highest in range(HIGHEST + 1)]
SHOWS = [showing(1 << pips) for pips in range(HIGHEST + 1)]
"""By number: all tiles that show it."""
SEEN_ON = {bit: (POINTS[bit], tile.high, tile.low, SHOWS[tile.high], SHOWS[tile.low]) for bit, tile in TILES.items()}
"""By tile: its points, its two halves, and for each half, all tiles that show its number."""

SHED, HASTE, SHED_DOUBLE, VARIETY, OWN_END, WAY_FOR_BLANK = 0.3, 1.0, 1.5, 0.8, 0.5, 8.0
GOING_ON, GOING_ON_ALONE, BUYING_TIME, STUCK_FOOT = 2.0, 5.0, 0.6, 0.3
"""The weights of a sound player's ideas, as in `games.bots.chicken_foot`."""

BLANK = 1
"""The bit of 0-0."""

NONE = -1
"""No number must be served first."""

NOTHING = (0, NONE)
"""No tile is placed."""


@cache
def starving_among(hidden: int, held: int) -> list[float]:
    """Return the chance that somebody who holds `held` of the hidden tiles has none that fits, by the number of hidden
    tiles that fit."""
    return [(1 - fitting / hidden) ** held for fitting in range(hidden + 1)]


@dataclass(slots=True)
class ChickenFootPosition(Position):
    """A deal of Chicken Foot.

    `ends` counts the open halves by number, including those that have to wait; `open` has the bits of these numbers.
    While `must` is a number, only that one may be served, `left` more times. `fitting` are all tiles of all sets that
    may be placed somewhere now; `drawn` is the tile just drawn, if it may be placed.
    """

    set: int
    hands: list[int]
    stock: list[int]
    points: list[int]
    ends: list[int]
    open: int
    must: int
    left: int
    fitting: int
    drawn: int
    laid: int
    turn: int
    scores: list[int] | None

    @classmethod
    def of(cls, deal: ChickenFootDeal) -> Self:  # type: ignore[override]
        must = NONE if deal.must is None else deal.must.high
        ends = open_halves(deal.layout, deal.highest)
        return cls(
            SETS[deal.highest],
            [bits_of(hand) for hand in deal.hands],
            [tile.bit for tile in deal.stock],
            [sum(map(points, hand)) for hand in deal.hands],
            ends,
            sum(1 << pips for pips, count in enumerate(ends) if count),
            must,
            deal.left if deal.must else 0,
            showing(deal.open_pips),
            deal.drawn.bit if deal.drawn else 0,
            bits_of([laid.tile for laid in deal.layout]),
            deal.turn,
            list(deal.result.scores) if deal.result else None,
        )

    def with_hidden(self, deal: ChickenFootDeal) -> Self:  # type: ignore[override]
        twin = self.copy()
        twin.hands = [bits_of(hand) for hand in deal.hands]
        twin.stock = [tile.bit for tile in deal.stock]
        twin.points = [sum(map(points, hand)) for hand in deal.hands]
        return twin

    def copy(self) -> Self:
        return type(self)(
            self.set,
            self.hands.copy(),
            self.stock.copy(),
            self.points.copy(),
            self.ends.copy(),
            self.open,
            self.must,
            self.left,
            self.fitting,
            self.drawn,
            self.laid,
            self.turn,
            self.scores,
        )

    def play(self, move: Move) -> None:
        if move.tile is not None:
            self._place(move.tile.bit, touched(move))
        elif move.kind == "draw":
            self._draw()
        else:
            self._end_turn()
        self._end_if_blocked()

    def step(self) -> None:
        hand = self.hands[self.turn]
        fits = self.drawn or hand & self.fitting
        bit, pips = self.choose(hand, fits) if fits else NOTHING
        self.do(bit, pips)

    def do(self, bit: int, pips: int) -> None:
        """Place a tile by this number; if there is no tile, draw or pass."""
        if bit:
            self._place(bit, pips)
        elif self.stock and not self.drawn:
            self._draw()
        else:
            self._end_turn()
        if not self.stock:
            self._end_if_blocked()

    def choose(self, hand: int, fits: int, did: int = 0) -> tuple[int, int]:
        """Return the best of these tiles and the number by which to place it.

        If `did` is a tile, the caller only wants to know whether it is the best: return `NOTHING` as soon as another
        one is better.
        """
        must, turn, ends, hands = self.must, self.turn, self.ends, self.hands
        if not fits & fits - 1:
            tile = TILES[fits]
            if must >= 0:
                return fits, must
            if tile.is_double or fits == hand or not ends[tile.low]:
                return fits, tile.high if ends[tile.high] else tile.low
            if not ends[tile.high]:
                return fits, tile.low
        if len(hands) == 2:
            theirs = least = hands[1 - turn].bit_count()
        else:
            counts = [other.bit_count() for other in hands]
            theirs = counts[turn + 1 - len(hands)]
            counts[turn] = 1000
            least = min(counts)
        unseen = self.set & ~(self.laid | hand)
        hidden = unseen.bit_count() or 1
        starving = starving_among(hidden, theirs)
        total = self.points[turn]
        waits = must >= 0 and self.left > 1
        shed = SHED + HASTE / least
        best, chosen, first = -1e9, NOTHING, did
        while fits:
            bit = first or fits & -fits
            first = 0
            fits ^= bit
            kept = hand ^ bit
            cost, high, low, now, now_low = SEEN_ON[bit]
            base = cost * shed
            if kept and not kept & now:
                base -= VARIETY
            if high == low:
                fitting = unseen & now
                starved = starving[fitting.bit_count()]
                base += SHED_DOUBLE
                if kept & now:
                    base += GOING_ON + GOING_ON_ALONE * starved
                if (kept & now | fitting).bit_count() < TOES:
                    base += STUCK_FOOT * (self._average(unseen, hidden) - (total - cost))
                else:
                    base += BUYING_TIME * starved * (total - cost) / least
                if base > best:
                    best, chosen = base, (bit, high)
            else:
                if not kept & now_low:
                    base -= VARIETY
                for pips in (high, low) if must < 0 else (must,):
                    if must < 0 and not ends[pips]:
                        continue
                    out = high + low - pips
                    worth = base + OWN_END * (kept & SHOWS[out]).bit_count()
                    if not out and kept & BLANK:
                        worth += WAY_FOR_BLANK
                    if waits:
                        now = SHOWS[must]
                    else:
                        opened = self.open | 1 << out
                        if must < 0 and ends[pips] == 1:
                            opened &= ~(1 << pips)
                        now = showing(opened)
                    starved = starving[(unseen & now).bit_count()]
                    if kept & now:
                        worth += GOING_ON + GOING_ON_ALONE * starved
                    worth += BUYING_TIME * starved * (total - cost) / least
                    if worth > best:
                        best, chosen = worth, (bit, pips)
            if did and chosen[0] != did:
                return NOTHING
        return chosen

    def _average(self, unseen: int, hidden: int) -> float:
        """Return the points that the others hold on average, as far as the seat on turn can tell."""
        held = sum(hand.bit_count() for seat, hand in enumerate(self.hands) if seat != self.turn)
        return points_of(unseen) / hidden * held / (len(self.hands) - 1)

    def _place(self, bit: int, pips: int) -> None:
        turn, tile, ends = self.turn, TILES[bit], self.ends
        hand = self.hands[turn] = self.hands[turn] ^ bit
        self.points[turn] -= POINTS[bit]
        self.laid |= bit
        self.drawn = 0
        if self.must < 0:
            ends[pips] -= 1
            if not ends[pips]:
                self.open &= ~(1 << pips)
        if tile.is_double:
            self.must, self.left = pips, TOES
            self.fitting = SHOWS[pips]
        else:
            out = tile.value - pips
            ends[out] += 1
            self.open |= 1 << out
            if self.must >= 0:
                self.left -= 1
                if not self.left:
                    self.must = NONE
            if self.must < 0:
                self.fitting = showing(self.open)
        if hand:
            self.turn = (turn + 1) % len(self.hands)
        else:
            self.scores = self.points

    def _draw(self) -> None:
        bit, turn = self.stock.pop(), self.turn
        self.hands[turn] |= bit
        self.points[turn] += POINTS[bit]
        if bit & self.fitting:
            self.drawn = bit
        else:
            self.turn = (turn + 1) % len(self.hands)

    def _end_turn(self) -> None:
        self.drawn = 0
        self.turn = (self.turn + 1) % len(self.hands)

    def _end_if_blocked(self) -> None:
        if self.stock or self.scores is not None:
            return
        fitting = self.fitting
        for hand in self.hands:
            if hand & fitting:
                return
        self.scores = self.points


def points_of(tiles: int) -> int:
    """Return the points of tiles in hand."""
    total = 0
    while tiles:
        bit = tiles & -tiles
        tiles ^= bit
        total += POINTS[bit]
    return total
