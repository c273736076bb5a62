"""Two-Step (TS1–TS16): two players, a line of tiles, and a dance card to get rid of."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Self

from games.rules.deal import Deal, DealResult, Event, Laid, deal_blocks
from games.rules.game import Game, MatchResult, Option, add_up
from games.rules.moves import DRAW, END, IllegalMove, Move, discard, gettext_noop, place
from games.rules.tiles import Tile, full_set

CARD = 5  # TS4
HAND = 3  # TS4

_DISCARDS = {tile: discard(tile) for tile in full_set(6)}


@cache
def placings(left: int, right: int) -> dict[Tile, list[Move]]:
    """The placings of every tile that fits a line with these ends (TS9)."""
    moves = {tile: _placings_of(tile, left, right) for tile in full_set(6)}
    return {tile: fitting for tile, fitting in moves.items() if fitting}


def _placings_of(tile: Tile, left: int, right: int) -> list[Move]:
    return [place(tile, where) for where, end in (("L", left), ("R", right)) if tile.pips & 1 << end]


class TwoStepDeal(Deal):
    """One game of Two-Step.

    `cards` are the dance cards and `discards` the discard piles, each with its face-up tile last.
    """

    game = "two-step"

    cards: list[list[Tile]]
    discards: list[list[Tile]]
    left: int
    right: int
    began_empty: bool
    placed: bool
    idle_turns: int

    @classmethod
    def start(cls, options: Mapping[str, Any], seats: int, number: int, deck: Sequence[Tile], first: int) -> Self:
        self = cls(options, seats, number)
        blocks, self.stock = deal_blocks(deck, [CARD, CARD, HAND, HAND])  # TS5
        self.cards = [blocks[0][::-1], blocks[1][::-1]]
        self.hands = blocks[2:]
        self.discards = [[], []]
        self.began_empty = False
        self.placed = True
        self.idle_turns = 0
        self._open()
        return self

    def _open(self) -> None:
        """The highest double in a hand, else on top of a dance card, opens (TS6)."""
        tops = [card[-1:] for card in self.cards]
        for places in (self.hands, tops):
            doubles = [(tile.value, seat, tile) for seat in (0, 1) for tile in places[seat] if tile.is_double]
            if doubles:
                _, seat, tile = max(doubles)
                self.turn = seat  # TS7
                self.left = self.right = tile.high
                self.layout.append(Laid(seat, tile, "", tile.high))
                self.opening.append(Event("opened", seat, tile))
                self._take(seat, tile, self.opening)
                return
        self._end("void", (0, 0), self.opening)

    def _take(self, seat: int, tile: Tile, events: list[Event]) -> None:
        """Take a tile that is placed from where it was (TS10)."""
        if tile in self.hands[seat]:
            self.hands[seat].remove(tile)
        elif tile in self.cards[seat][-1:]:
            card = self.cards[seat]
            card.pop()
            if card:
                events.append(Event("turned-up", seat, card[-1]))  # TS11
        else:
            self.discards[seat].pop()

    # What may be played

    def _list_moves(self) -> list[Move]:
        hand = self.hands[self.turn]
        fitting = placings(self.left, self.right)
        moves = [move for tile in self._sources(self.turn) if tile in fitting for move in fitting[tile]]
        moves.sort()
        if hand:
            moves += [_DISCARDS[tile] for tile in sorted(hand)]  # TS13
        elif self.stock:
            moves += [DRAW, END]  # TS12
        else:
            moves.append(END)
        return moves

    def _sources(self, seat: int) -> list[Tile]:
        """The tiles that the seat may place (TS10)."""
        return self.hands[seat] + self.cards[seat][-1:] + self.discards[seat][-1:]

    # Playing

    def _do(self, move: Move, events: list[Event]) -> None:
        seat = self.turn
        if move.kind == "place":
            self._place(seat, move, events)
        elif move.kind == "draw":
            self._fill(seat, "drew", events)
        elif move.kind == "discard":
            self.hands[seat].remove(move.tile)
            self.discards[seat].append(move.tile)
            events.append(Event("discarded", seat, move.tile))
            self._end_turn(events)
        else:
            events.append(Event("ended", seat))
            self._end_turn(events)
        if self.result is None and not self.stock and not self._anyone_can_place():
            self._end("void", (0, 0), events)  # TS15

    def _place(self, seat: int, move: Move, events: list[Event]) -> None:
        tile = move.tile
        if move.place == "L":
            out = self.left = tile.other(self.left)
        else:
            out = self.right = tile.other(self.right)
        self.placed = True
        self.layout.append(Laid(seat, tile, move.place, out))
        events.append(Event("placed", seat, tile, move.place))
        self._take(seat, tile, events)
        if not self.cards[seat]:
            self._win(seat, events)

    def _fill(self, seat: int, kind: str, events: list[Event]) -> None:
        """Fill the hand up to three, or with what is left (TS8, TS12)."""
        hand = self.hands[seat]
        count = min(HAND - len(hand), len(self.stock))
        if count:
            hand += [self.stock.pop() for _ in range(count)]
            events.append(Event(kind, seat, count=count))

    def _end_turn(self, events: list[Event]) -> None:
        self.idle_turns = self.idle_turns + 1 if self.began_empty and not self.placed else 0
        if self.idle_turns == 2:
            self._end("void", (0, 0), events)  # TS16
            return
        self.turn = 1 - self.turn
        self._fill(self.turn, "filled", events)
        self.began_empty = not self.hands[self.turn]
        self.placed = False

    def _anyone_can_place(self) -> bool:
        fitting = placings(self.left, self.right)
        return any(tile in fitting for seat in (0, 1) for tile in self._sources(seat))

    def _win(self, seat: int, events: list[Event]) -> None:
        points = 2 if len(self.cards[1 - seat]) == CARD else 1  # TS1
        self._end("out", (points, 0) if seat == 0 else (0, points), events)  # TS14

    def _end(self, reason: str, scores: tuple[int, int], events: list[Event]) -> None:
        self.result = DealResult(reason, scores)
        events.append(Event("deal-over"))

    # What is seen

    def ends(self) -> list[dict[str, Any]]:
        return [{"place": "L", "pips": self.left, "free": 1}, {"place": "R", "pips": self.right, "free": 1}]

    def public(self) -> dict[str, Any]:
        cards = [{"top": card[-1] if card else None, "left": len(card)} for card in self.cards]
        return super().public() | {"cards": cards, "discards": [pile.copy() for pile in self.discards]}

    def _laid_open(self, result: DealResult) -> dict[str, Any]:
        return super()._laid_open(result) | {"cards": [card[::-1] for card in self.cards]}

    def copy(self) -> Self:
        twin = super().copy()
        twin.cards = [card.copy() for card in self.cards]
        twin.discards = [pile.copy() for pile in self.discards]
        return twin

    def imagine(self, seat: int, rng: random.Random) -> Self:
        raise NotImplementedError

    def _why_not(self, move: Move) -> IllegalMove:
        return IllegalMove("illegal-move", gettext_noop("This move is not legal now."))


class TwoStep(Game):
    """The match: points for each deal won, up to the target (TS1, TS2)."""

    slug = "two-step"
    name = "Two-Step"
    options = {"target": Option(range(1, 11), 10)}
    deal = TwoStepDeal

    def seats(self, options: Mapping[str, Any]) -> range:
        return range(2, 3)

    def outcome(self, options: Mapping[str, Any], deals: Sequence[DealResult]) -> MatchResult | None:
        totals = add_up(deals)
        winners = tuple(seat for seat, total in enumerate(totals) if total >= options["target"])
        return MatchResult(totals, winners) if winners else None
