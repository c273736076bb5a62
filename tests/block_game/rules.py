"""A plain block game for two to four: no drawing, players who cannot place pass, and the fewest points win."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

from games.rules import Deal, DealResult, Event, Game, IllegalMove, Laid, MatchResult, Move, Option, Sample, Tile
from games.rules.deal import deal_blocks
from games.rules.game import minutes_at
from games.rules.moves import PASS, gettext_noop, place
from games.rules.tiles import full_set, value_of
from games.rules.unseen import bits_of

HAND = 7


def precedence(tile: Tile) -> tuple[bool, int, int]:
    """Return a sort key: the highest tile in any hand opens, and doubles come first."""
    return tile.is_double, tile.value, tile.high


class BlockDeal(Deal):
    """A line with two ends. `passes` counts consecutive passes."""

    game = "block"
    move_kinds = frozenset(("place", "pass"))

    left: int
    right: int
    passes: int

    @classmethod
    def start(cls, options: Mapping[str, Any], seats: int, number: int, deck: Sequence[Tile], first: int) -> Self:
        self = cls(options, seats, number)
        self.hands, self.stock = deal_blocks(deck, [HAND] * seats)
        self.told = [("took", seat, HAND) for seat in range(seats)]
        self.passes = 0
        self._open()
        return self

    def _open(self) -> None:
        tile = max((tile for hand in self.hands for tile in hand), key=precedence)
        self.turn = next(seat for seat, hand in enumerate(self.hands) if tile in hand)
        higher = bits_of(other for other in full_set(self.highest) if precedence(other) > precedence(tile))
        self.told += [("lacks", seat, higher) for seat in range(self.seats)]
        self.left, self.right = tile.high, tile.low
        self.opening.append(Event("opened", self.turn, tile))
        self._lay(tile, "", tile.low)

    def _lay(self, tile: Tile, where: str, out: int) -> None:
        """Lay a tile for the seat on turn, and move on to the next seat."""
        self.hands[self.turn].remove(tile)
        self.told.append(("showed", self.turn, tile.bit))
        self.layout.append(Laid(self.turn, tile, where, out))
        self.turn = (self.turn + 1) % self.seats

    def ends(self) -> list[dict[str, Any]]:
        return [{"place": "L", "pips": self.left, "free": 1}, {"place": "R", "pips": self.right, "free": 1}]

    def _list_moves(self) -> list[Move]:
        ends = (("L", self.left), ("R", self.right))
        hand = self.hands[self.turn]
        return sorted(place(tile, where) for tile in hand for where, pips in ends if pips in tile.halves) or [PASS]

    def _do(self, move: Move, events: list[Event]) -> None:
        seat = self.turn
        if move.tile is None:
            self._pass(events)
        else:
            self._place(move.tile, move.place, events)
        if not self.hands[seat]:
            self._score("out", events)
        elif self.passes == self.seats:
            self._score("blocked", events)

    def _pass(self, events: list[Event]) -> None:
        fitting = (tile for tile in full_set(self.highest) if tile.pips & (1 << self.left | 1 << self.right))
        self.told.append(("lacks", self.turn, bits_of(fitting)))
        events.append(Event("passed", self.turn))
        self.passes += 1
        self.turn = (self.turn + 1) % self.seats

    def _place(self, tile: Tile, where: str, events: list[Event]) -> None:
        if where == "L":
            out = self.left = tile.other(self.left)
        else:
            out = self.right = tile.other(self.right)
        events.append(Event("placed", self.turn, tile, where))
        self.passes = 0
        self._lay(tile, where, out)

    def _score(self, reason: str, events: list[Event]) -> None:
        self._end(reason, tuple(map(value_of, self.hands)), events)

    def _why_not(self, move: Move) -> IllegalMove:
        if move.tile is None:
            return IllegalMove("illegal-can-place", gettext_noop("You have a tile that fits, so you cannot pass."))
        if move.place not in ("L", "R") or move.facing is not None:
            return self._no_such_move()
        if move.tile not in self.hands[self.turn]:
            return self._not_held(move.tile)
        return IllegalMove("illegal-no-match", gettext_noop("{tile} does not fit there."), tile=move.tile)


class BlockGame(Game):
    """A fixed number of deals; the fewest points win."""

    slug = "block"
    name = "Block"
    tagline = gettext_noop("Place a tile or pass: nobody draws.")
    options = {"deals": Option(range(1, 11), 3, gettext_noop("Deals in a match"))}
    deal = BlockDeal
    samples = (Sample(2, {"deals": 1}), Sample(2, {"deals": 3}), Sample(3, {"deals": 2}), Sample(4, {"deals": 1}))
    quick = {"deals": 1}

    def seats(self, options: Mapping[str, Any]) -> range:
        return range(2, 5)

    def last_deal(self, options: Mapping[str, Any]) -> int:
        return int(options["deals"])

    def minutes(self, options: Mapping[str, Any], seats: int) -> float:
        return minutes_at(seats, 3.0 * options["deals"])

    def outcome(
        self, options: Mapping[str, Any], totals: Sequence[int], deals: Sequence[DealResult]
    ) -> MatchResult | None:
        if len(deals) < options["deals"]:
            return None
        return MatchResult(tuple(totals), tuple(seat for seat, total in enumerate(totals) if total == min(totals)))
