"""The past choices in Two-Step."""

from __future__ import annotations

from collections.abc import Sequence

from games.bots.past.choices import Choice, Past
from games.bots.playouts.two_step import DISCARD, DRAW, END, FREEING, PLACE, Act, Foresight, TwoStepPosition
from games.rules import Event, Tile
from games.rules.variants.two_step import TwoStepDeal

NEARLY = 0.8
"""Ways to free the top count as equally good if they differ by no more than this: players consider more than we do."""


class TwoStepPast(Past):
    """The choices of how to play a turn, up to where something was revealed."""

    deal: TwoStepDeal

    def _open(self, seat: int, tile: Tile) -> None:
        deal = self.deal
        if all(event.kind != "turned-up" for event in deal.opening):
            self._show(seat, tile)
        self.left = self.right = tile.high
        self.laid = tile.bit
        self.tops = [self._first_top(one) for one in range(deal.seats)]
        self.piles: list[list[int]] = [[] for _ in range(deal.seats)]
        self._begin(seat)

    def _first_top(self, seat: int) -> int:
        """Return the top of a dance card after the opening: the tile placed before the first one was turned up, or the
        current top if none has been."""
        events = self.deal.events
        for number, event in enumerate(events):
            if event.kind == "turned-up" and event.seat == seat:
                before = events[number - 1].tile
                assert before is not None
                return before.bit
        top = self.deal.tops[seat]
        return top.bit if top else 0

    def _begin(self, seat: int) -> None:
        cards, piles = [[top] for top in self.tops], [pile.copy() for pile in self.piles]
        stock = [0] * self.stock
        self.start = TwoStepPosition(
            [0, 0], cards, piles, stock, self.left, self.right, self.laid, seat, False, False, 0, None
        )
        self.took_then, self.shown_then = self.took[seat], self.shown[seat]
        self.acts: list[Act] = []

    def _close(self, seat: int, then: int) -> None:
        """End a choice, after which something is revealed or the turn is over; begin the next, by seat `then`."""
        if seat != self.seat:
            self.choices.append(Choice(self.start, seat, self.took_then, self.shown_then, self.acts))
        self._begin(then)

    def _see(self, event: Event, seat: int) -> None:
        kind, tile = event.kind, event.tile
        if kind == "filled":
            self._take(seat, event.count)
            self._begin(seat)
        elif kind == "drew":
            self.acts.append(DRAW)
            self._take(seat, event.count)
            self._close(seat, seat)
        elif kind == "ended":
            self.acts.append(END)
            self._close(seat, 1 - seat)
        elif kind == "discarded" and tile:
            self.acts.append(DISCARD[tile.bit])
            self.piles[seat].append(tile.bit)
            self._show(seat, tile)
            self._close(seat, 1 - seat)
        elif kind == "turned-up" and tile:
            self.tops[seat] = tile.bit
            self._close(seat, seat)
        elif kind == "placed" and tile:
            self._place(seat, tile, is_left=event.place == "L")

    def _place(self, seat: int, tile: Tile, *, is_left: bool) -> None:
        self.acts.append(PLACE[tile.bit, is_left])
        if is_left:
            self.left = tile.value - self.left
        else:
            self.right = tile.value - self.right
        self.laid |= tile.bit
        if self.piles[seat][-1:] == [tile.bit]:
            self.piles[seat].pop()
        elif self.tops[seat] != tile.bit:
            self._show(seat, tile)

    def is_sound(self, choice: Choice, hand: int) -> bool | None:
        choice.position.hands[choice.seat] = hand
        return Hindsight(choice.position, choice.did).is_as_good()


class Hindsight(Foresight):
    """The best way to play a turn, compared with what was done."""

    def __init__(self, at: TwoStepPosition, did: Sequence[Act]) -> None:
        super().__init__(at)
        self.did = _outcome(did)
        self.worth = -1e9

    def is_as_good(self) -> bool:
        self.best()
        return self.worth >= self.most - (NEARLY if self.most > FREEING else 0.0)

    def _note(self, worth: float, acts: list[Act]) -> None:
        if worth > self.most:
            self.most = worth
        if worth > self.worth and acts[-1].bit == self.did[1] and _outcome(acts) == self.did:
            self.worth = worth


def _outcome(acts: Sequence[Act]) -> tuple[int, int, str]:
    """Return the bits of the tiles that were played, that of the last one, and the kind of the last act."""
    return sum(act.bit for act in acts), acts[-1].bit, acts[-1].kind
