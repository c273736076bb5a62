"""A deal of Chicken Foot (CF6 to CF17): arms around a starter tile, and three toes on every double."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Self

from games.rules.deal import Deal, Event, Laid, deal_blocks, event, placed
from games.rules.moves import DRAW, PASS, IllegalMove, Move, gettext_noop, place
from games.rules.tiles import HIGHEST, Tile, double, full_set, read_tile
from games.rules.unseen import Told, bits_of

HAND = 7  # CF2
ARMS = 4  # CF9
TOES = 3  # CF12
DOUBLE_BLANK = 50  # CF17


def touching(tile: Tile, target: Tile) -> int:
    """Return the number that both tiles show and that joins them (CF8)."""
    return (tile.pips & target.pips).bit_length() - 1


@lru_cache(4096)
def showing(pips: int) -> int:
    """Return the bits of all tiles that show any of these numbers (`pips` has a bit for each)."""
    return bits_of(tile for tile in full_set(HIGHEST) if tile.pips & pips)


_PLACINGS: dict[Tile, dict[Tile, Move]] = {
    tile: {target: place(tile, target) for target in full_set(HIGHEST) if tile.pips & target.pips and tile != target}
    for tile in full_set(HIGHEST)
}
"""Every possible placing: `_PLACINGS[tile][target]`."""


class ChickenFootDeal(Deal):
    """One deal of Chicken Foot.

    `open_ends[n]` are the tiles whose open half shows n. While `must` is a tile, only that one may be served, `left`
    more times: the starter tile until it has its arms (CF9), a double until it has its toes (CF12). Otherwise every
    open end may be served. `open_pips` has the bits of all numbers that fit somewhere now.
    """

    game = "chicken-foot"
    move_kinds = frozenset(("place", "draw", "pass"))
    shows = frozenset(("starter", "must", "drawn"))

    starter: Tile
    open_ends: list[list[Tile]]
    open_pips: int
    must: Tile | None
    left: int
    drawn: Tile | None

    @classmethod
    def start(cls, options: Mapping[str, Any], seats: int, number: int, deck: Sequence[Tile], first: int) -> Self:
        self = cls(options, seats, number)
        self.highest = options["set"]
        self.hands, self.stock = deal_blocks(deck, [HAND] * seats)
        self.told = [("took", seat, HAND) for seat in range(seats)]
        self.starter = double(options["high"] + 1 - number)  # CF3
        self.open_ends = [[] for _ in range(options["set"] + 1)]
        self.drawn = None
        self._open(self._find_starter(first))
        return self

    def _find_starter(self, first: int) -> int:
        """Return the seat that places the starter tile: the one that holds it, or the one that draws it (CF6)."""
        for seat, hand in enumerate(self.hands):
            if self.starter in hand:
                return seat
        seat = first
        while self._draw(seat, self.opening) != self.starter:
            seat = self._after(seat)
        self.told.append(("holds", seat, self.starter.bit))
        return seat

    def _open(self, seat: int) -> None:
        self.hands[seat].remove(self.starter)
        self.told.append(("showed", seat, self.starter.bit))
        self.layout.append(Laid(seat, self.starter, "", self.starter.high))
        self.opening.append(event("opened", seat, self.starter))
        self._demand(self.starter, ARMS)
        self.turn = self._after(seat)  # CF7
        self._end_if_blocked(self.opening)

    def _after(self, seat: int) -> int:
        """Return the next seat clockwise."""
        return (seat + 1) % self.seats

    def _draw(self, seat: int, events: list[Event]) -> Tile:
        tile = self.stock.pop()
        self.hands[seat].append(tile)
        self.told.append(("took", seat, 1))
        events.append(event("drew", seat, None, None, 1))
        return tile

    # What may be played

    def _list_moves(self) -> list[Move]:
        if self.drawn is not None:
            return [*self._placings([self.drawn]), PASS]  # CF10
        return self._placings(self.hands[self.turn]) or [DRAW if self.stock else PASS]  # CF10, CF11

    def _placings(self, tiles: Sequence[Tile]) -> list[Move]:
        moves = []
        for tile in tiles:
            if tile.pips & self.open_pips:
                onto = _PLACINGS[tile]
                if self.must is not None:
                    moves.append(onto[self.must])  # CF9, CF12
                else:
                    moves += [onto[target] for pips in tile.halves for target in self.open_ends[pips]]
        moves.sort()
        return moves

    def _is_openly_forced(self, move: Move) -> bool:
        """Return whether everyone sees that the move is forced: a player who can place may neither draw nor pass (CF10,
        CF11)."""
        return self.drawn is None and move.kind != "place"

    # Playing

    def _do(self, move: Move, events: list[Event]) -> None:
        seat = self.turn
        if move.tile is not None:
            self._place(seat, move.tile, read_tile(move.place), events)
        elif move.kind == "draw":
            self._draw_in_turn(seat, events)
        else:
            self._pass(seat, events)
        if not self.stock and self.result is None:
            self._end_if_blocked(events)

    def _draw_in_turn(self, seat: int, events: list[Event]) -> None:
        lacks: Told = ("lacks", seat, showing(self.open_pips))
        if self.stock[-1].pips & self.open_pips:
            self.told.append(lacks)
            self.drawn = self._draw(seat, events)
            self.told.append(("holds", seat, showing(self.open_pips)))  # otherwise the turn would be over (CF10)
        else:
            self._draw(seat, events)
            self.told.append(lacks)
            self._end_turn()  # CF10

    def _pass(self, seat: int, events: list[Event]) -> None:
        if self.drawn is None:
            self.told.append(("lacks", seat, showing(self.open_pips)))
        events.append(event("passed", seat))
        self._end_turn()

    def _place(self, seat: int, tile: Tile, target: Tile, events: list[Event]) -> None:
        pips = touching(tile, target)
        out = tile.other(pips)
        hand = self.hands[seat]
        hand.remove(tile)
        if self.drawn is not None:
            self.told.append(("holds", seat, tile.bit))  # only the drawn tile may be placed (CF10)
        seen = placed(seat, tile, target, out)
        self.told.append(seen.told)
        self.layout.append(seen.laid)
        events.append(seen.event)
        if tile.is_double:
            events.append(event("foot", seat, tile))
            self._close(target, pips)
            self._demand(tile, TOES)  # CF12
        elif self.must is not None:
            self.open_ends[out].append(tile)
            self._serve(seat, events)
        else:
            self.open_ends[out].append(tile)
            self._close(target, pips)
            self.open_pips |= 1 << out
        if hand:
            self._end_turn()
        else:
            self._score("out", events)  # CF15

    def _close(self, target: Tile, pips: int) -> None:
        """Remove an open end."""
        self.open_ends[pips].remove(target)
        if not self.open_ends[pips]:
            self.open_pips &= ~(1 << pips)

    def _demand(self, tile: Tile, count: int) -> None:
        """Require `tile` to be served `count` times before anything else may be."""
        self.must = tile
        self.left = count
        self.open_pips = tile.pips

    def _serve(self, seat: int, events: list[Event]) -> None:
        """Count a tile placed on `must`; after the last one, return to normal play (CF9, CF13)."""
        self.left -= 1
        if self.left:
            return
        if self.must != self.starter:
            events.append(event("foot-done", seat, self.must))
        self.must = None
        self.open_pips = sum(1 << pips for pips, ends in enumerate(self.open_ends) if ends)

    def _end_turn(self) -> None:
        self.drawn = None
        self.turn = self._after(self.turn)

    def _end_if_blocked(self, events: list[Event]) -> None:
        if not self.stock and not self._can_place() and not any(map(self._fits, range(self.seats))):
            self._score("blocked", events)  # CF16

    def _fits(self, seat: int) -> bool:
        """Return whether a seat has a tile that can be placed now."""
        return any(tile.pips & self.open_pips for tile in self.hands[seat])

    def _score(self, reason: str, events: list[Event]) -> None:
        self.drawn = None
        self._end(reason, tuple(map(points, self.hands)), events)

    # What is seen

    def ends(self) -> list[dict[str, Any]]:
        if self.must is not None:
            return [{"place": self.must, "pips": self.must.high, "free": self.left}]
        return [{"place": tile, "pips": pips, "free": 1} for pips, ends in enumerate(self.open_ends) for tile in ends]

    def public(self) -> dict[str, Any]:
        must = None
        if self.must is not None and self.result is None:
            kind = "arms" if self.must == self.starter else "foot"
            must = {"kind": kind, "tile": self.must, "left": self.left}
        return super().public() | {"starter": self.starter, "must": must, "drawn": self.drawn is not None}

    def mine(self, seat: int) -> dict[str, Any]:
        return super().mine(seat) | {"drawn": self.drawn if seat == self.turn else None}

    def copy(self) -> Self:
        twin = super().copy()
        twin.open_ends = [ends.copy() for ends in self.open_ends]
        return twin

    def _with_hidden(self, hands: Mapping[int, list[Tile]], piles: Sequence[list[Tile]]) -> Self:
        twin = super()._with_hidden(hands, piles)
        if twin.drawn is not None:
            twin.drawn = twin.hands[twin.turn][-1]
        return twin

    def _may_be_running(self) -> bool:
        return bool(self.result or self.stock) or any(map(self._fits, range(self.seats)))  # CF16

    # Why a move is refused

    def _why_not(self, move: Move) -> IllegalMove:
        if move.tile is not None:
            return self._why_not_there(move.tile, move.place)
        if self.drawn is not None:
            return IllegalMove(
                "illegal-drawn-already",
                gettext_noop("You have already drawn: place {tile} or pass."),
                tile=self.drawn,
            )
        if self._fits(self.turn):
            return IllegalMove(
                "illegal-must-place", gettext_noop("You have a tile that can be placed, so you must place one.")
            )
        if self.stock:
            return IllegalMove("illegal-must-draw", gettext_noop("You have no tile that can be placed: draw one."))
        return IllegalMove("illegal-stock-empty", gettext_noop("The stock is empty, so you can only pass."))

    def _why_not_there(self, tile: Tile, place: str) -> IllegalMove:
        if place in ("L", "R"):
            return self._no_such_move()
        if tile not in self.hands[self.turn]:
            return self._not_held(tile)
        if all(laid.tile != place for laid in self.layout):
            return IllegalMove("illegal-not-laid", gettext_noop("{place} is not on the table."), place=place)
        if self.must is not None and place != self.must:
            return self._must_serve(self.must)
        if not tile.pips & read_tile(place).pips:
            return IllegalMove(
                "illegal-no-match", gettext_noop("{tile} does not fit on {place}."), tile=tile, place=place
            )
        return IllegalMove(
            "illegal-no-end", gettext_noop("{place} has no open end where {tile} fits."), tile=tile, place=place
        )

    def _must_serve(self, tile: Tile) -> IllegalMove:
        if tile == self.starter:
            return IllegalMove(
                "illegal-arms", gettext_noop("All four arms of {tile} must hold a tile first."), tile=tile
            )
        return IllegalMove(
            "illegal-foot", gettext_noop("You must first complete the chicken foot on {tile}."), tile=tile
        )


def points(hand: Sequence[Tile]) -> int:
    """Return the pips left in hand; 0-0 counts 50 (CF17)."""
    return sum(tile.value or DOUBLE_BLANK for tile in hand)
