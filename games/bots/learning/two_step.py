"""Two-Step as a network sees it: it rates ways to play the rest of a turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.bots.learning.eyes import Eyes, Inputs, on
from games.bots.playouts.two_step import ALL, BRIDGES, LIKE, SHOWS, TILES, Act, TwoStepPosition, Ways, move_of
from games.rules import Move, View

MOST = 12
"""The most ways to rate: those that look best."""

SET, CARDS, STOCK, COUNTS = 28, 6, 13, 12

_inputs = Inputs()
HELD, HIDDEN, TOP, THEIR_TOP = (_inputs.block(SET) for _ in range(4))
PILE, BELOW, THEIR_PILE = (_inputs.block(SET) for _ in range(3))
ENDS = _inputs.block(49)
CARD, THEIR_CARD = _inputs.block(CARDS), _inputs.block(CARDS)
LEFT, OWN, THEIRS = _inputs.block(STOCK), _inputs.block(4), _inputs.block(4)
KIND = _inputs.block(3)
FREE, FREE_NOW, THEY_BRIDGE = _inputs.block(3), _inputs.block(1), _inputs.block(1)
BRIDGED, KEYS, WAYS, FIT = _inputs.block(4), _inputs.block(4), _inputs.block(COUNTS), _inputs.block(COUNTS)
PILE_FITS, PILE_BRIDGES = _inputs.block(1), _inputs.block(1)


class TwoStepEyes(Eyes):
    """Two-Step. What is seen is a whole position, of which only the parts visible to the seat on turn are used."""

    size = _inputs.size

    def seen_in(self, view: View) -> TwoStepPosition:
        return TwoStepPosition.seen_in(view)

    def seen_at(self, position: TwoStepPosition) -> TwoStepPosition:  # type: ignore[override]
        return position

    def acts_of(self, view: View, moves: Sequence[Move]) -> Iterator[tuple[Move, list[Act]]]:
        for acts in self.acts_at(self.seen_in(view)):
            yield move_of(acts[0]), acts

    def acts_at(self, position: TwoStepPosition) -> list[list[Act]]:  # type: ignore[override]
        return [acts for _, acts in Ways(position).all()[:MOST]]

    def do(self, position: TwoStepPosition, act: list[Act]) -> None:  # type: ignore[override]
        for one in act:
            position.do(one)

    def inputs(self, seen: TwoStepPosition, act: list[Act]) -> list[int]:
        turn, left, right, laid = seen.turn, seen.left, seen.right, seen.laid
        hand, card, pile, stock = seen.hands[turn], len(seen.cards[turn]), seen.discards[turn], len(seen.stock)
        top, their_top, theirs = seen.cards[turn][-1], seen.cards[1 - turn][-1], seen.discards[1 - turn]
        own = hand.bit_count()
        for one in act:
            bit = one.bit
            if one.kind == "place":
                if one.is_left:
                    left = TILES[bit].value - left
                else:
                    right = TILES[bit].value - right
                laid |= bit
            if bit == top:
                card, top = card - 1, 0
            elif hand & bit:
                hand, own = hand ^ bit, own - 1
                if one.kind == "discard":
                    pile = [*pile, bit]
            elif bit:
                pile = pile[:-1]
            elif one.kind == "draw":
                own = min(3, stock)
                stock -= own
        kind = 0 if not top else 1 if act[-1].kind == "draw" else 2
        piled = sum(pile) + sum(theirs)
        hidden = ALL & ~(laid | hand | piled | top | their_top)
        fits = SHOWS[left] | SHOWS[right]
        bridges = BRIDGES[left, right, their_top]
        found = [
            *on(hand, HELD),
            *on(hidden, HIDDEN),
            *on(top, TOP),
            *on(their_top, THEIR_TOP),
            ENDS + 7 * min(left, right) + max(left, right),
            CARD + card,
            THEIR_CARD + len(seen.cards[1 - turn]),
            LEFT + min(stock, STOCK - 1),
            OWN + own,
            THEIRS + min(seen_count(seen), 3),
            KIND + kind,
            WAYS + min((hidden & bridges).bit_count(), COUNTS - 1),
            FIT + min((hidden & fits).bit_count(), COUNTS - 1),
        ]
        if their_top & fits:
            found.append(FREE + kind)
        if pile:
            found += on(pile[-1], PILE)
            if pile[-1] & fits:
                found.append(PILE_FITS)
            if len(pile) > 1:
                found += on(pile[-2], BELOW)
        if theirs:
            found += on(theirs[-1], THEIR_PILE)
            if theirs[-1] & bridges:
                found.append(THEY_BRIDGE)
        if top:
            own_bridges = BRIDGES[left, right, top]
            found += [BRIDGED + (hand & own_bridges).bit_count(), KEYS + (hand & LIKE[top]).bit_count()]
            if top & fits:
                found.append(FREE_NOW)
            if pile and pile[-1] & own_bridges:
                found.append(PILE_BRIDGES)
        return found


def seen_count(seen: TwoStepPosition) -> int:
    """Return how many tiles the opponent will hold in the next turn: three, or fewer if the stock runs out."""
    return min(3, seen.hands[1 - seen.turn].bit_count() + len(seen.stock))
