"""The past choices in Chicken Foot."""

from __future__ import annotations

from games.bots.past.choices import Choice, Past
from games.bots.playouts.chicken_foot import SETS, SHOWS, ChickenFootPosition, points_of
from games.rules import Event, Tile
from games.rules.variants.chicken_foot.deal import ARMS


class ChickenFootPast(Past):
    """The choices of which tile of the hand to place; after drawing there is hardly a choice."""

    def _open(self, seat: int, tile: Tile) -> None:
        self._show(seat, tile)
        seats, highest, pips = self.deal.seats, self.deal.highest, tile.high
        ends, points, fitting = [0] * (highest + 1), [0] * seats, SHOWS[pips]
        self.at = ChickenFootPosition(
            SETS[highest], [0] * seats, [], points, ends, 0, pips, ARMS, fitting, 0, tile.bit, 0, None
        )
        self.drew = -1

    def _see(self, event: Event, seat: int) -> None:
        at, tile = self.at, event.tile
        if event.kind == "drew":
            self._take(seat, 1)
            self.drew = seat
        elif event.kind == "placed" and tile:
            at.turn, at.hands, at.stock = seat, self._hands(), [0] * self.stock
            if seat != self.drew:
                self._note(at.copy(), seat, tile.bit)
            at.do(tile.bit, tile.value - self.outs[tile])
            at.scores = None
            self._show(seat, tile)
            self.drew = -1

    def is_sound(self, choice: Choice, hand: int) -> bool | None:
        position: ChickenFootPosition = choice.position
        fits = hand & position.fitting
        if not fits & fits - 1:
            return None
        position.points[choice.seat] = points_of(hand)
        return bool(position.choose(hand, fits, choice.did)[0] == choice.did)
