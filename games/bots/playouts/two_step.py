"""Two-Step on bit masks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, Self

from games.bots.playouts.position import Position
from games.rules import Move, Tile, View, full_set
from games.rules import moves as text
from games.rules.unseen import bits_of
from games.rules.variants.two_step import ALL_FIVE, CARD, HAND, TwoStepDeal

TILES: dict[int, Tile] = {tile.bit: tile for tile in full_set(6)}
ALL = bits_of(TILES.values())
SHOWS = [bits_of(tile for tile in TILES.values() if pips in tile.halves) for pips in range(7)]
NO_TILE = ALL + 1
LIKE = {bit: SHOWS[tile.high] | SHOWS[tile.low] for bit, tile in TILES.items()}
"""By tile: all tiles that share a number with it."""

FREEING, SOON, DRAWING, LETTING_FREE, BRIDGE = 30.0, 1.0, 5.0, 7.0, 5.0
KEY, KEY_ON_PILE, PILE_FITS, LIVE_ENDS = 2.0, 0.5, 0.5, 1.0
"""The weights of a sound player's ideas, as in `games.bots.two_step`."""


class Act(NamedTuple):
    """A move: a tile is placed, on the left if `is_left`, else on the right, or discarded; without a tile, draw or
    end."""

    kind: str
    bit: int = 0
    is_left: bool = False


DRAW, END = Act("draw"), Act("end")
DISCARD = {bit: Act("discard", bit) for bit in TILES}
PLACE = {(bit, is_left): Act("place", bit, is_left) for bit in TILES for is_left in (True, False)}


def act_of(move: Move) -> Act:
    if move.tile is None:
        return DRAW if move.kind == "draw" else END
    return DISCARD[move.tile.bit] if move.kind == "discard" else PLACE[move.tile.bit, move.place == "L"]


def move_of(act: Act) -> Move:
    if not act.bit:
        return text.DRAW if act.kind == "draw" else text.END
    tile = TILES[act.bit]
    return text.discard(tile) if act.kind == "discard" else text.place(tile, "L" if act.is_left else "R")


def _bridges(ends: int, top: int) -> int:
    """Return the tiles that fit one of these ends and then show a number of `top`."""
    found, wanted = 0, TILES[top].pips
    for bit, tile in TILES.items():
        if 1 << tile.high & ends and 1 << tile.low & wanted:
            found |= bit
        if 1 << tile.low & ends and 1 << tile.high & wanted:
            found |= bit
    return found


BRIDGES = {
    (left, right, top): _bridges(1 << left | 1 << right, top)
    for left in range(7)
    for right in range(7)
    for top in TILES
}


@dataclass(slots=True)
class TwoStepPosition(Position):
    """A deal of Two-Step. The face-up tile of a dance card is last.

    `plan` are the moves that the seat on turn intends to make, the next one last.
    """

    hands: list[int]
    cards: list[list[int]]
    discards: list[list[int]]
    stock: list[int]
    left: int
    right: int
    laid: int
    turn: int
    began_empty: bool
    placed: bool
    idle_turns: int
    scores: list[int] | None
    plan: list[Act] = field(default_factory=list, compare=False)

    @classmethod
    def of(cls, deal: TwoStepDeal) -> Self:  # type: ignore[override]
        return cls(
            [bits_of(hand) for hand in deal.hands],
            cards_of(deal),
            [[tile.bit for tile in pile] for pile in deal.discards],
            [tile.bit for tile in deal.stock],
            deal.left,
            deal.right,
            bits_of([laid.tile for laid in deal.layout]),
            deal.turn,
            deal.began_empty,
            deal.placed,
            deal.idle_turns,
            list(deal.result.scores) if deal.result else None,
        )

    @classmethod
    def seen_in(cls, view: View) -> Self:
        """Return the position as a seat sees it; hidden tiles have bits that belong to no tile."""
        assert view.mine is not None
        public, seat = view.public, view.mine["seat"]
        hands = [((1 << count) - 1) * NO_TILE for count in public["hands"]]
        hands[seat] = bits_of(view.mine["hand"])
        left, right = (end["pips"] for end in public["ends"])
        return cls(
            hands,
            [[0] * (card["left"] - 1) + [card["top"].bit] for card in public["cards"]],
            [[tile.bit for tile in pile] for pile in public["discards"]],
            [0] * public["stock"],
            left,
            right,
            bits_of([laid.tile for laid in view.layout]),
            seat,
            began_empty=False,
            placed=False,
            idle_turns=0,
            scores=None,
        )

    def with_hidden(self, deal: TwoStepDeal) -> Self:  # type: ignore[override]
        twin = self.copy()
        twin.hands = [bits_of(hand) for hand in deal.hands]
        twin.cards = cards_of(deal)
        twin.stock = [tile.bit for tile in deal.stock]
        return twin

    def copy(self) -> Self:
        return type(self)(
            self.hands.copy(),
            [card.copy() for card in self.cards],
            [pile.copy() for pile in self.discards],
            self.stock.copy(),
            self.left,
            self.right,
            self.laid,
            self.turn,
            self.began_empty,
            self.placed,
            self.idle_turns,
            self.scores,
        )

    def play(self, move: Move) -> None:
        self.plan = []
        self.do(act_of(move))

    def mean_to(self, acts: list[Act]) -> None:
        """Commit the seat on turn to these acts."""
        self.plan = acts[::-1]

    def step(self) -> None:
        if not self.plan:
            self.plan = Foresight(self).best()
        self.do(self.plan.pop())

    def do(self, act: Act) -> None:
        """Play an act for the seat on turn."""
        kind, bit, turn = act.kind, act.bit, self.turn
        if kind == "place":
            self._place(bit, act.is_left)
        elif kind == "discard":
            self.hands[turn] ^= bit
            self.discards[turn].append(bit)
            self._end_turn()
        elif kind == "draw":
            self._fill()
        else:
            self._end_turn()
        if not self.stock and self.scores is None and not self._anyone_can_place():
            self.scores = [0, 0]

    def _place(self, bit: int, is_left: bool) -> None:
        turn, value = self.turn, TILES[bit].value
        if is_left:
            self.left = value - self.left
        else:
            self.right = value - self.right
        self.placed = True
        self.laid |= bit
        if self.hands[turn] & bit:
            self.hands[turn] ^= bit
        elif self.cards[turn][-1] == bit:
            self.cards[turn].pop()
            if not self.cards[turn]:
                points = ALL_FIVE if len(self.cards[1 - turn]) == CARD else 1
                self.scores = [0, points] if turn else [points, 0]
        else:
            self.discards[turn].pop()

    def _fill(self) -> None:
        turn, stock = self.turn, self.stock
        for _ in range(min(HAND - self.hands[turn].bit_count(), len(stock))):
            self.hands[turn] |= stock.pop()

    def _end_turn(self) -> None:
        self.idle_turns = self.idle_turns + 1 if self.began_empty and not self.placed else 0
        if self.idle_turns == 2:
            self.scores = [0, 0]
            return
        self.turn = 1 - self.turn
        self._fill()
        self.began_empty = not self.hands[self.turn]
        self.placed = False

    def _anyone_can_place(self) -> bool:
        fits = SHOWS[self.left] | SHOWS[self.right]
        for hand, card, pile in zip(self.hands, self.cards, self.discards, strict=True):
            if (hand | card[-1]) & fits or (pile and pile[-1] & fits):
                return True
        return False


def cards_of(deal: TwoStepDeal) -> list[list[int]]:
    """Return the tiles of the dance cards, the face-up one last."""
    return [[tile.bit for tile in (*below, top) if tile] for below, top in zip(deal.face_down, deal.tops, strict=True)]


class Foresight:
    """The ways to play the rest of a turn, up to where something is revealed: the top of the dance card is placed,
    three tiles are drawn, or the turn ends."""

    frees_at_once = True
    """Tells whether to consider nothing else once the top can be placed."""

    def __init__(self, at: TwoStepPosition) -> None:
        self.at = at
        turn = at.turn
        self.top, self.their_top = at.cards[turn][-1], at.cards[1 - turn][-1]
        self.pile = at.discards[turn]
        theirs = at.discards[1 - turn]
        self.their_discard = theirs[-1] if theirs else 0
        seen = at.laid | at.hands[turn] | sum(at.discards[0]) | sum(theirs) | self.top | self.their_top
        self.hidden = ALL & ~seen
        self.count = self.hidden.bit_count() or 1

    def best(self) -> list[Act]:
        """Return the acts of the best way, the last one first."""
        at = self.at
        self.most, self.way = -1e9, [END]
        self.seen: set[tuple[int, int, int, int]] = set()
        self._go_on(at.left, at.right, at.hands[at.turn], len(self.pile), [])
        return self.way[::-1]

    def _go_on(self, left: int, right: int, hand: int, piled: int, acts: list[Act]) -> None:
        place = (left, right, hand, piled)
        if place in self.seen:
            return
        self.seen.add(place)
        fits = SHOWS[left] | SHOWS[right]
        if self.top & fits:
            worth = FREEING + SOON / (len(acts) + 1)
            for is_left in (True, False) if left != right else (True,):
                if self.top & SHOWS[left if is_left else right]:
                    value = TILES[self.top].value
                    ends = (value - left, right) if is_left else (left, value - right)
                    self._note(worth + self._pile_fits(*ends, piled), [*acts, PLACE[self.top, is_left]])
            if self.frees_at_once:
                return
        self._end(left, right, hand, piled, acts)
        sources = hand & fits
        while sources:
            bit = sources & -sources
            sources ^= bit
            self._place(left, right, hand ^ bit, piled, acts, bit)
        if piled and self.pile[piled - 1] & fits:
            self._place(left, right, hand, piled - 1, acts, self.pile[piled - 1])

    def _place(self, left: int, right: int, hand: int, piled: int, acts: list[Act], bit: int) -> None:
        value = TILES[bit].value
        if bit & SHOWS[left]:
            self._go_on(value - left, right, hand, piled, [*acts, PLACE[bit, True]])
        if bit & SHOWS[right] and left != right:
            self._go_on(left, value - right, hand, piled, [*acts, PLACE[bit, False]])

    def _end(self, left: int, right: int, hand: int, piled: int, acts: list[Act]) -> None:
        """Note the ways that end the turn here, or draw."""
        if not hand:
            worth = LIVE_ENDS * (self.hidden & (SHOWS[left] | SHOWS[right])).bit_count() / self.count
            worth += self._pile_fits(left, right, piled) + self._key_on_pile(piled)
            if self.at.stock:
                self._note(worth + DRAWING, [*acts, DRAW])
            self._note(worth - self._harm(left, right), [*acts, END])
            return
        worth = LIVE_ENDS * (self.hidden & (SHOWS[left] | SHOWS[right])).bit_count() / self.count
        worth -= self._harm(left, right)
        fits, like = SHOWS[left] | SHOWS[right], LIKE[self.top]
        worth += KEY * (hand & like).bit_count()
        rest = hand
        while rest:
            bit = rest & -rest
            rest ^= bit
            more = PILE_FITS if bit & fits else 0.0
            if bit & like:
                more += KEY_ON_PILE - KEY
            self._note(worth + more, [*acts, DISCARD[bit]])

    def _harm(self, left: int, right: int) -> float:
        """Return the value of these ends to the opponent."""
        if self.their_top & (SHOWS[left] | SHOWS[right]):
            return LETTING_FREE
        bridges = BRIDGES[left, right, self.their_top]
        harm = BRIDGE * (self.hidden & bridges).bit_count() / self.count
        return harm + BRIDGE if self.their_discard & bridges else harm

    def _pile_fits(self, left: int, right: int, piled: int) -> float:
        return PILE_FITS if piled and self.pile[piled - 1] & (SHOWS[left] | SHOWS[right]) else 0.0

    def _key_on_pile(self, piled: int) -> float:
        return KEY_ON_PILE if piled and self.pile[piled - 1] & LIKE[self.top] else 0.0

    def _note(self, worth: float, acts: list[Act]) -> None:
        if worth > self.most:
            self.most, self.way = worth, acts


class Ways(Foresight):
    """All ways to play the rest of a turn, not only the best."""

    frees_at_once = False

    def all(self) -> list[tuple[float, list[Act]]]:
        """Return the ways with their estimated values, the best first; of those that lead to the same, only one."""
        self.found: list[tuple[float, list[Act]]] = []
        self.best()
        return sorted(self.found, key=lambda way: -way[0])

    def _note(self, worth: float, acts: list[Act]) -> None:
        self.found.append((worth, acts))


def ways(view: View) -> Iterator[tuple[Move, list[Act]]]:
    """Yield the ways to play the rest of a turn, those that look best first."""
    for _, acts in Ways(TwoStepPosition.seen_in(view)).all():
        yield move_of(acts[0]), acts
