"""Kardinaldomino on bit masks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from games.bots.kardinal import new_end
from games.bots.playouts.position import Position
from games.rules import Move, Tile, full_set
from games.rules.unseen import bits_of
from games.rules.variants.kardinal import CARDINALS, MOST_DRAWN, KardinalDeal, placings

ALL = bits_of(full_set(6))
WILD = bits_of(CARDINALS)
VALUE = {tile.bit: tile.value for tile in full_set(6)}

SHED, SHED_DOUBLE, SHED_BLANK, CLOSED = 1.0, 2.0, 1.5, 3.0
KEEP_WILD, KEEP_ANY_WILD, FOLLOWER, STARVING = 7.0, 2.0, 1.0, 2.0
PLACING, DRAWING = 3.0, 6.0
"""The weights of a sound player's ideas, as in `games.bots.kardinal`."""

NOTHING = (0, 0)
"""No tile is placed."""

Onto = tuple[int, float]
"""The ends after a tile is placed, and the value of the placing by itself."""


def at(left: int, right: int) -> int:
    """Return both ends as one number."""
    return left << 3 | right


PLAIN = [0] * at(7, 0)
"""By ends: the tiles that fit, without cardinals."""
FITS = [0] * at(7, 0)
"""By ends: all tiles that fit."""
ONTO: list[dict[int, tuple[Onto, ...]]] = [{} for _ in FITS]
"""By ends: where each tile may go."""


def after(left: int, right: int, tile: Tile, move: Move) -> int:
    """Return the ends after a tile is placed."""
    if move.place == "L":
        return at(new_end(tile, move, left), right)
    return at(left, new_end(tile, move, right))


def _worth(tile: Tile, ends: int) -> float:
    worth = SHED * tile.value + SHED_DOUBLE * tile.is_double
    worth += SHED_BLANK * (not tile.low and tile not in CARDINALS)
    return worth + CLOSED * ((not ends >> 3) + (not ends & 7))


def _prepare() -> None:
    for left in range(7):
        for right in range(7):
            ends, fitting = at(left, right), placings(left, right)
            FITS[ends] = bits_of(fitting)
            PLAIN[ends] = FITS[ends] & ~WILD
            for tile, moves in fitting.items():
                targets = dict.fromkeys(after(left, right, tile, move) for move in moves)
                ONTO[ends][tile.bit] = tuple((to, _worth(tile, to)) for to in targets)


_prepare()


@dataclass(slots=True)
class KardinalPosition(Position):
    """A deal of Kardinaldomino. `drawn` counts the tiles drawn in this turn."""

    hands: list[int]
    stock: list[int]
    ends: int
    laid: int
    turn: int
    drawn: int
    scores: list[int] | None

    @classmethod
    def of(cls, deal: KardinalDeal) -> Self:  # type: ignore[override]
        return cls(
            [bits_of(hand) for hand in deal.hands],
            [tile.bit for tile in deal.stock],
            at(deal.left, deal.right),
            bits_of([laid.tile for laid in deal.layout]),
            deal.turn,
            deal.drawn,
            list(deal.result.scores) if deal.result else None,
        )

    def with_hidden(self, deal: KardinalDeal) -> Self:  # type: ignore[override]
        hands, stock = [bits_of(hand) for hand in deal.hands], [tile.bit for tile in deal.stock]
        return type(self)(hands, stock, self.ends, self.laid, self.turn, self.drawn, self.scores)

    def copy(self) -> Self:
        return type(self)(
            self.hands.copy(), self.stock.copy(), self.ends, self.laid, self.turn, self.drawn, self.scores
        )

    def play(self, move: Move) -> None:
        if move.tile is not None:
            self._place(move.tile.bit, after(self.ends >> 3, self.ends & 7, move.tile, move))
        elif move.kind == "draw":
            self._draw()
        else:
            self._pass()
        self._end_if_blocked()

    def step(self) -> None:
        hand, ends = self.hands[self.turn], self.ends
        fits = hand & FITS[ends]
        bit, to = self.choose(hand, fits) if fits else NOTHING
        self.do(bit, to)

    def do(self, bit: int, to: int) -> None:
        """Place a tile that leads to the ends `to`; if there is no tile, draw or pass."""
        if bit:
            self._place(bit, to)
        elif self.stock and self.drawn < MOST_DRAWN:
            self._draw()
        else:
            self._pass()
        if not self.stock:
            self._end_if_blocked()

    def choose(self, hand: int, fits: int) -> tuple[int, int]:
        """Return the best of these tiles and the ends after it, or `NOTHING` to draw or pass instead."""
        ends = self.ends
        onto = ONTO[ends]
        if not fits & fits - 1 and len(onto[fits]) == 1 and not fits & WILD:
            return fits, onto[fits][0][0]
        unseen = ALL & ~(self.laid | hand)
        hidden = unseen.bit_count() or 1
        theirs = self.hands[self._after()].bit_count()
        wild = hand & WILD
        best, chosen = -1e9, NOTHING
        if not hand & PLAIN[ends] and (self.stock or self.drawn == MOST_DRAWN):
            best = CLOSED * ((not ends >> 3) + (not ends & 7)) - PLACING
            best += STARVING * (1 - (unseen & PLAIN[ends]).bit_count() / hidden) ** theirs
            if self.drawn < MOST_DRAWN:
                best -= DRAWING
        while fits:
            bit = fits & -fits
            fits ^= bit
            kept = hand ^ bit
            less = 0.0
            if bit & wild:
                less = (KEEP_WILD if self.stock else 0) + (0 if wild ^ bit else KEEP_ANY_WILD)
            for to, worth in onto[bit]:
                plain = PLAIN[to]
                worth += FOLLOWER * (kept & plain).bit_count() - less
                worth += STARVING * (1 - (unseen & plain).bit_count() / hidden) ** theirs
                if worth > best:
                    best, chosen = worth, (bit, to)
        return chosen

    def _after(self) -> int:
        """Return the next seat that has tiles left, or the current one if no other has (KD12)."""
        hands = self.hands
        seat = self.turn - 1
        while not hands[seat] and seat > self.turn - len(hands):
            seat -= 1
        return seat % len(hands)

    def _place(self, bit: int, to: int) -> None:
        self.hands[self.turn] ^= bit
        self.laid |= bit
        self.ends = to
        if any(self.hands):
            self.turn = self._after()
            self.drawn = 0
        else:
            self._score()

    def _draw(self) -> None:
        self.hands[self.turn] |= self.stock.pop()
        self.drawn += 1

    def _pass(self) -> None:
        if self._left() == 1:
            self._score()
            return
        self.turn = self._after()
        self.drawn = 0

    def _left(self) -> int:
        """Return how many seats have tiles left."""
        return sum(1 for hand in self.hands if hand)

    def _end_if_blocked(self) -> None:
        if self.stock or self.scores is not None:
            return
        fits = FITS[self.ends]
        for hand in self.hands:
            if hand & fits:
                return
        self._score()

    def _score(self) -> None:
        extra = sum(map(VALUE.__getitem__, self.stock)) if self._left() == 1 else 0
        self.scores = [value_of(hand) + extra if hand else 0 for hand in self.hands]


def value_of(hand: int) -> int:
    """Return the total of all pips."""
    total = 0
    while hand:
        bit = hand & -hand
        hand ^= bit
        total += VALUE[bit]
    return total
