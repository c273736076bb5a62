"""Chicken Foot (CF1–CF17): arms around a starter tile, and three toes on every double."""

from __future__ import annotations

import random
from bisect import insort
from collections.abc import Mapping, Sequence
from typing import Any, Self

from games.rules.deal import Deal, DealResult, Event, Laid, deal_blocks
from games.rules.game import Game, MatchResult, Option, add_up
from games.rules.moves import DRAW, PASS, IllegalMove, Move, gettext_noop, place
from games.rules.tiles import HIGHEST, Tile, double, full_set, read_tile, value_of

HAND = 7  # CF2
ARMS = 4  # CF9
TOES = 3  # CF12
DOUBLE_BLANK = 50  # CF17


def touching(tile: Tile, target: Tile) -> int:
    """The number that both show, by which one is placed on the other (CF8)."""
    return (tile.pips & target.pips).bit_length() - 1


_PLACINGS: dict[Tile, dict[Tile, Move]] = {
    target: {tile: place(tile, target) for tile in full_set(HIGHEST) if tile.pips & target.pips and tile != target}
    for target in full_set(HIGHEST)
}
"""Every placing there is: `_PLACINGS[target][tile]`."""


class ChickenFootDeal(Deal):
    """One round of Chicken Foot.

    `open_ends[n]` are the tiles whose open half shows n, sorted. While `must` is a tile, only that one may be served,
    `left` times more: the starter tile until its arms are there (CF9), a double until its toes are (CF12). Otherwise
    every open end may be. `open_pips` has the bits of all numbers that fit somewhere now.
    """

    game = "chicken-foot"

    starter: Tile
    open_ends: list[list[Tile]]
    open_pips: int
    must: Tile | None
    left: int
    drawn: Tile | None

    @classmethod
    def start(cls, options: Mapping[str, Any], seats: int, number: int, deck: Sequence[Tile], first: int) -> Self:
        self = cls(options, seats, number)
        self.hands, self.stock = deal_blocks(deck, [HAND] * seats)
        self.starter = double(options["high"] + 1 - number)  # CF3
        self.open_ends = [[] for _ in range(options["set"] + 1)]
        self.drawn = None
        self._open(self._find_starter(first))
        return self

    def _find_starter(self, first: int) -> int:
        """The seat that places the starter tile: its holder, or who draws it (CF6)."""
        for seat, hand in enumerate(self.hands):
            if self.starter in hand:
                return seat
        seat = first
        while self._draw(seat, self.opening) is not self.starter:
            seat = self._after(seat)
        return seat

    def _open(self, seat: int) -> None:
        self.hands[seat].remove(self.starter)
        self.layout.append(Laid(seat, self.starter, "", self.starter.high))
        self.opening.append(Event("opened", seat, self.starter))
        self._demand(self.starter, ARMS)
        self.turn = self._after(seat)  # CF7
        self._end_if_blocked(self.opening)

    def _after(self, seat: int) -> int:
        """The next seat clockwise."""
        return (seat + 1) % self.seats

    def _draw(self, seat: int, events: list[Event]) -> Tile:
        tile = self.stock.pop()
        self.hands[seat].append(tile)
        events.append(Event("drew", seat, count=1))
        return tile

    # What may be played

    def _list_moves(self) -> list[Move]:
        if self.drawn is not None:
            return [*self._placings([self.drawn]), PASS]  # CF10
        return self._placings(self.hands[self.turn]) or [DRAW if self.stock else PASS]  # CF10, CF11

    def _placings(self, tiles: Sequence[Tile]) -> list[Move]:
        if self.must is not None:  # CF9, CF12
            onto = _PLACINGS[self.must]
            moves = [onto[tile] for tile in tiles if tile.pips & self.open_pips]
        else:
            moves = []
            for tile in tiles:
                if tile.pips & self.open_pips:
                    moves += [_PLACINGS[target][tile] for target in self.open_ends[tile.high]]
                    if not tile.is_double:
                        moves += [_PLACINGS[target][tile] for target in self.open_ends[tile.low]]
        moves.sort()
        return moves

    def _can_place(self, seat: int) -> bool:
        return any(tile.pips & self.open_pips for tile in self.hands[seat])

    # Playing

    def _do(self, move: Move, events: list[Event]) -> None:
        seat = self.turn
        if move.kind == "place":
            self._place(seat, move.tile, read_tile(move.place), events)
        elif move.kind == "draw":
            self._draw_in_turn(seat, events)
        else:
            events.append(Event("passed", seat))
            self._end_turn()
        if self.result is None:
            self._end_if_blocked(events)

    def _draw_in_turn(self, seat: int, events: list[Event]) -> None:
        tile = self._draw(seat, events)
        if tile.pips & self.open_pips:
            self.drawn = tile
        else:
            self._end_turn()  # CF10

    def _place(self, seat: int, tile: Tile, target: Tile, events: list[Event]) -> None:
        touching_pips = touching(tile, target)
        self.hands[seat].remove(tile)
        self.layout.append(Laid(seat, tile, target, tile.other(touching_pips)))
        events.append(Event("placed", seat, tile, target))
        if self.must is None:
            self.open_ends[touching_pips].remove(target)
        self._grow(seat, tile, tile.other(touching_pips), events)
        if self.hands[seat]:
            self._end_turn()
        else:
            self._end("out", events)  # CF15

    def _grow(self, seat: int, tile: Tile, out: int, events: list[Event]) -> None:
        """The new tile's own ends, and what must be served from now on."""
        if tile.is_double:
            events.append(Event("foot", seat, tile))
            self._demand(tile, TOES)  # CF12
            return
        insort(self.open_ends[out], tile)
        if self.must is not None:
            self.left -= 1
            if self.left:
                return
            if self.must is not self.starter:
                events.append(Event("foot-done", seat, self.must))
            self.must = None  # CF13
        self.open_pips = sum(1 << pips for pips, ends in enumerate(self.open_ends) if ends)

    def _demand(self, tile: Tile, count: int) -> None:
        """Nothing else may be served until `tile` has been, `count` times."""
        self.must = tile
        self.left = count
        self.open_pips = tile.pips

    def _end_turn(self) -> None:
        self.drawn = None
        self.turn = self._after(self.turn)

    def _end_if_blocked(self, events: list[Event]) -> None:
        if not self.stock and not any(map(self._can_place, range(self.seats))):
            self._end("blocked", events)  # CF16

    def _end(self, reason: str, events: list[Event]) -> None:
        self.drawn = None
        self.result = DealResult(reason, tuple(map(points, self.hands)))
        events.append(Event("deal-over"))

    # What is seen

    def ends(self) -> list[dict[str, Any]]:
        if self.must is not None:
            return [{"place": self.must, "pips": self.must.high, "free": self.left}]
        return [{"place": tile, "pips": pips, "free": 1} for pips, ends in enumerate(self.open_ends) for tile in ends]

    def public(self) -> dict[str, Any]:
        must = None
        if self.must is not None and self.result is None:
            kind = "arms" if self.must is self.starter else "foot"
            must = {"kind": kind, "tile": self.must, "left": self.left}
        return super().public() | {"starter": self.starter, "must": must, "drawn": self.drawn is not None}

    def mine(self, seat: int) -> dict[str, Any]:
        return super().mine(seat) | {"drawn": self.drawn if seat == self.turn else None}

    def copy(self) -> Self:
        twin = super().copy()
        twin.open_ends = [ends.copy() for ends in self.open_ends]
        return twin

    def imagine(self, seat: int, rng: random.Random) -> Self:
        twin = self.copy()
        unseen = sorted(tile for other, hand in enumerate(self.hands) if other != seat for tile in hand)
        unseen = sorted(unseen + self.stock)
        rng.shuffle(unseen)
        for other in range(self.seats):
            if other != seat:
                twin.hands[other] = [unseen.pop() for _ in self.hands[other]]
        twin.stock = unseen
        twin._legal = None
        return twin

    # Why a move is refused

    def _why_not(self, move: Move) -> IllegalMove:
        return IllegalMove("illegal-move", gettext_noop("This move is not legal now."))


def points(hand: Sequence[Tile]) -> int:
    """The pips left in hand; 0-0 counts 50 (CF17)."""
    return sum(tile.value or DOUBLE_BLANK for tile in hand)


class ChickenFoot(Game):
    """The match: a deal for each double from `high` down to `low` (CF3), and the fewest points win (CF4)."""

    slug = "chicken-foot"
    name = "Chicken Foot"
    options = {
        "set": Option((9, 12, 15, 18), 9),
        "high": Option(range(HIGHEST + 1), 9),
        "low": Option(range(HIGHEST + 1), 0),
    }
    deal = ChickenFootDeal

    def option(self, name: str, chosen: Mapping[str, Any]) -> Option:
        if name == "high":
            return Option(range(chosen["set"] + 1), chosen["set"])
        if name == "low":
            return Option(range(chosen["high"] + 1), 0)
        return self.options[name]

    def set_of(self, options: Mapping[str, Any]) -> int:
        return options["set"]

    def seats(self, options: Mapping[str, Any]) -> range:
        """As many as leave at least one tile in the stock (CF1, CF2)."""
        return range(2, (len(self.tiles(options)) - 1) // HAND + 1)

    def first(self, previous: Deal | None) -> int:
        """The seat after the one that placed the last starter tile (CF6)."""
        return 0 if previous is None else (previous.layout[0].seat + 1) % previous.seats

    def outcome(self, options: Mapping[str, Any], deals: Sequence[DealResult]) -> MatchResult | None:
        if len(deals) <= options["high"] - options["low"]:
            return None
        totals = add_up(deals)
        ranks = [rank(total, [deal.scores[seat] for deal in deals]) for seat, total in enumerate(totals)]
        return MatchResult(totals, tuple(seat for seat, its in enumerate(ranks) if its == min(ranks)))


def rank(total: int, scores: Sequence[int]) -> tuple[int, int, int]:
    """The lowest wins: total (CF4), then more deals without points, then the lower of the other deals (CF5)."""
    return total, -scores.count(0), min(filter(None, scores), default=0)
