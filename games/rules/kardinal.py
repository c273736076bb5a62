"""Kardinaldomino (KD1–KD15): halves that touch make seven, and cardinals go anywhere."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Self

from games.rules.deal import Deal, DealResult, Event, Laid, deal_blocks
from games.rules.game import Game, MatchResult, Option, add_up, lowest
from games.rules.moves import DRAW, PASS, IllegalMove, Move, gettext_noop, place
from games.rules.tiles import Tile, full_set, read_tile, value_of

SEVEN = 7  # KD6
MOST_DRAWN = 2  # KD10
CARDINALS = frozenset(map(read_tile, ("6-1", "5-2", "4-3", "0-0")))  # KD7


@cache
def placings(left: int, right: int) -> dict[Tile, list[Move]]:
    """The placings of every tile that fits a line with these ends."""
    moves = {tile: _placings_of(tile, left, right) for tile in full_set(6)}
    return {tile: fitting for tile, fitting in moves.items() if fitting}


def _placings_of(tile: Tile, left: int, right: int) -> list[Move]:
    if tile in CARDINALS:
        return [place(tile, where, facing) for where in ("L", "R") for facing in sorted({tile.low, tile.high})]
    return [place(tile, where) for where, end in (("L", left), ("R", right)) if tile.pips & 1 << SEVEN - end]


class KardinalDeal(Deal):
    """One game of Kardinaldomino. `drawn` counts the tiles drawn in this turn."""

    game = "kardinal"

    left: int
    right: int
    drawn: int

    @classmethod
    def start(cls, options: Mapping[str, Any], seats: int, number: int, deck: Sequence[Tile], first: int) -> Self:
        self = cls(options, seats, number)
        self.hands, self.stock = deal_blocks(deck, [7 if seats == 2 else 5] * seats)  # KD3
        self.drawn = 0
        self._open()
        return self

    def _open(self) -> None:
        """Who holds the highest double starts with it (KD4)."""
        doubles = [(tile.value, seat, tile) for seat, hand in enumerate(self.hands) for tile in hand if tile.is_double]
        if not doubles:
            self._end("void", (0,) * self.seats, self.opening)
            return
        _, seat, tile = max(doubles)
        self.hands[seat].remove(tile)
        self.left = self.right = tile.high
        self.layout.append(Laid(seat, tile, "", tile.high))
        self.opening.append(Event("opened", seat, tile))
        self.turn = self._after(seat)  # KD5

    def _after(self, seat: int) -> int:
        """The next seat to the right that has tiles left (KD12)."""
        seat = (seat - 1) % self.seats
        while not self.hands[seat]:
            seat = (seat - 1) % self.seats
        return seat

    # What may be played

    def _list_moves(self) -> list[Move]:
        fitting = placings(self.left, self.right)
        tiles = [tile for tile in self.hands[self.turn] if tile in fitting]
        moves = [move for tile in tiles for move in fitting[tile]]
        moves.sort()
        if all(tile in CARDINALS for tile in tiles):
            if self.drawn < MOST_DRAWN and self.stock:
                moves.append(DRAW)  # KD10, KD11
            elif self.drawn == MOST_DRAWN or not tiles:
                moves.append(PASS)  # KD10, KD11
        return moves

    # Playing

    def _do(self, move: Move, events: list[Event]) -> None:
        seat = self.turn
        if move.kind == "place":
            self._place(seat, move, events)
        elif move.kind == "draw":
            self.hands[seat].append(self.stock.pop())
            self.drawn += 1
            events.append(Event("drew", seat, count=1))
        else:
            self._pass(seat, events)
        if self.result is None and not self.stock and not self._anyone_can_place():
            self._score(events)

    def _place(self, seat: int, move: Move, events: list[Event]) -> None:
        tile = move.tile
        touched = self.left if move.place == "L" else self.right
        out = tile.other(SEVEN - touched) if move.facing is None else move.facing
        if move.place == "L":
            self.left = out
        else:
            self.right = out
        self.hands[seat].remove(tile)
        self.layout.append(Laid(seat, tile, move.place, out))
        events.append(Event("placed", seat, tile, move.place))
        if not self.hands[seat]:
            events.append(Event("went-out", seat))
        self._end_turn(events)

    def _pass(self, seat: int, events: list[Event]) -> None:
        events.append(Event("passed", seat))
        if self._left_with_tiles() == 1:
            self._score(events)  # KD12
        else:
            self._end_turn(events)

    def _end_turn(self, events: list[Event]) -> None:
        self.drawn = 0
        if any(self.hands):
            self.turn = self._after(self.turn)
        else:
            self._score(events)

    def _left_with_tiles(self) -> int:
        return sum(1 for hand in self.hands if hand)

    def _anyone_can_place(self) -> bool:
        fitting = placings(self.left, self.right)
        return any(tile in fitting for hand in self.hands for tile in hand)

    def _score(self, events: list[Event]) -> None:
        players = self._left_with_tiles()
        extra = value_of(self.stock) if players == 1 else 0  # KD14
        scores = tuple(value_of(hand) + extra if hand else 0 for hand in self.hands)  # KD13
        self._end("out" if players < 2 else "blocked", scores, events)  # KD15

    def _end(self, reason: str, scores: tuple[int, ...], events: list[Event]) -> None:
        self.result = DealResult(reason, scores)
        events.append(Event("deal-over"))

    # What is seen

    def ends(self) -> list[dict[str, Any]]:
        return [{"place": "L", "pips": self.left, "free": 1}, {"place": "R", "pips": self.right, "free": 1}]

    def public(self) -> dict[str, Any]:
        out = [seat for seat, hand in enumerate(self.hands) if not hand]
        return super().public() | {"drawn": self.drawn, "out": out}

    def imagine(self, seat: int, rng: random.Random) -> Self:
        raise NotImplementedError

    def _why_not(self, move: Move) -> IllegalMove:
        return IllegalMove("illegal-move", gettext_noop("This move is not legal now."))


class Kardinal(Game):
    """The match: until somebody is over the limit, or a number of deals and a settlement (KD2)."""

    slug = "kardinal"
    name = "Kardinaldomino"
    options = {
        "ending": Option(("points", "games"), "points"),
        "limit": Option((50, 100), 100),
        "games": Option(range(1, 21), 5),
    }
    deal = KardinalDeal

    def seats(self, options: Mapping[str, Any]) -> range:
        return range(2, 6)  # KD1

    def outcome(self, options: Mapping[str, Any], deals: Sequence[DealResult]) -> MatchResult | None:
        totals = add_up(deals)
        if options["ending"] == "points":
            return MatchResult(totals, lowest(totals)) if max(totals) > options["limit"] else None
        if sum(deal.reason != "void" for deal in deals) < options["games"]:
            return None
        settlement = tuple(sum(totals) - len(totals) * total for total in totals)
        return MatchResult(totals, lowest(totals), settlement)
