"""Kardinaldomino (KD1 to KD15): halves that touch make seven, and cardinals go anywhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Self

from games.rules.deal import Deal, DealResult, Event, Laid, deal_blocks, event, placed
from games.rules.game import Game, MatchResult, Option, Preset, Sample, Value, minutes_at
from games.rules.moves import DRAW, PASS, IllegalMove, Move, gettext_noop, place
from games.rules.tiles import Tile, double, full_set, read_tile, value_of
from games.rules.unseen import bits_of

SEVEN = 7  # KD6
MOST_DRAWN = 2  # KD10
CARDINALS = frozenset(map(read_tile, ("6-1", "5-2", "4-3", "0-0")))  # KD7


@cache
def placings(left: int, right: int) -> dict[Tile, list[Move]]:
    """Return the placings of every tile that fits a line with these ends."""
    moves = {tile: _placings_of(tile, left, right) for tile in full_set(6)}
    return {tile: fitting for tile, fitting in moves.items() if fitting}


def _placings_of(tile: Tile, left: int, right: int) -> list[Move]:
    if tile in CARDINALS:
        return [place(tile, where, facing) for where in ("L", "R") for facing in sorted({tile.low, tile.high})]
    return [place(tile, where) for where, end in (("L", left), ("R", right)) if tile.pips & 1 << SEVEN - end]


@cache
def barred_by_drawing(left: int, right: int) -> int:
    """Return the bits of the tiles that a player who draws cannot be holding: all that fit except cardinals (KD9)."""
    return bits_of(tile for tile in placings(left, right) if tile not in CARDINALS)


class KardinalDeal(Deal):
    """One deal of Kardinaldomino: a line with two ends (KD6). `drawn` counts the tiles drawn in this turn.

    `fitting` has the placings of each tile that fits the line.
    """

    game = "kardinal"
    move_kinds = frozenset(("place", "draw", "pass"))
    shows = frozenset(("drawn", "out"))
    wild = bits_of(CARDINALS)

    left: int
    right: int
    fitting: dict[Tile, list[Move]]
    drawn: int

    @classmethod
    def start(cls, options: Mapping[str, Any], seats: int, number: int, deck: Sequence[Tile], first: int) -> Self:
        self = cls(options, seats, number)
        size = 7 if seats == 2 else 5  # KD3
        self.hands, self.stock = deal_blocks(deck, [size] * seats)
        self.told = [("took", seat, size) for seat in range(seats)]
        self.drawn = 0
        self._open()
        return self

    def _open(self) -> None:
        """Open with the highest double that anyone holds (KD4)."""
        doubles = [(tile.high, seat) for seat, hand in enumerate(self.hands) for tile in hand if tile.is_double]
        if not doubles:
            self._end("void", (0,) * self.seats, self.opening)
            return
        pips, seat = max(doubles)
        tile = double(pips)
        higher = bits_of(map(double, range(pips + 1, self.highest + 1)))
        self.told += [("lacks", other, higher) for other in range(self.seats)]
        self.left = self.right = pips
        self.fitting = placings(pips, pips)
        self.hands[seat].remove(tile)
        self.told.append(("showed", seat, tile.bit))
        self.layout.append(Laid(seat, tile, "", pips))
        self.opening.append(event("opened", seat, tile))
        self.turn = self._after(seat)  # KD5

    def _after(self, seat: int) -> int:
        """Return the next seat to the right that has tiles left (KD12)."""
        seat = (seat - 1) % self.seats
        while not self.hands[seat]:
            seat = (seat - 1) % self.seats
        return seat

    # What may be played

    def _list_moves(self) -> list[Move]:
        fitting = self.fitting
        moves: list[Move] = []
        must_place = False
        for tile in self.hands[self.turn]:
            if tile in fitting:
                moves += fitting[tile]
                must_place |= tile not in CARDINALS  # KD9
        moves.sort()
        if not must_place:
            if self.drawn < MOST_DRAWN and self.stock:
                moves.append(DRAW)  # KD10, KD11
            elif self.drawn == MOST_DRAWN or not moves:
                moves.append(PASS)  # KD10, KD11
        return moves

    def _is_openly_forced(self, move: Move) -> bool:
        """Return whether everyone sees that the move is forced.

        A player who draws, or passes after two draws, may be holding back a cardinal (KD11), unless all have been laid.
        """
        if move.kind == "pass" and self.drawn < MOST_DRAWN:
            return True  # nothing fits, and the stock is empty (KD10)
        return move.kind != "place" and CARDINALS.issubset(laid.tile for laid in self.layout)

    # Playing

    def _do(self, move: Move, events: list[Event]) -> None:
        if move.tile is not None:
            self._place(self.turn, move.tile, move, events)
        elif move.kind == "draw":
            self._draw(self.turn, events)
        else:
            self._pass(self.turn, events)
        if not self.stock and self.result is None and not self._anyone_can_place():
            self._score(events)

    def _place(self, seat: int, tile: Tile, move: Move, events: list[Event]) -> None:
        touched = self.left if move.place == "L" else self.right
        out = tile.other(SEVEN - touched) if move.facing is None else move.facing
        if move.place == "L":
            self.left = out
        else:
            self.right = out
        self.fitting = placings(self.left, self.right)
        hand = self.hands[seat]
        hand.remove(tile)
        seen = placed(seat, tile, move.place, out)
        self.layout.append(seen.laid)
        self.told.append(seen.told)
        events.append(seen.event)
        if hand:
            self._end_turn()
            return
        events.append(event("went-out", seat))
        if any(self.hands):
            self._end_turn()
        else:
            self._score(events)

    def _draw(self, seat: int, events: list[Event]) -> None:
        self.told.append(("lacks", seat, barred_by_drawing(self.left, self.right)))
        self.told.append(("took", seat, 1))
        self.hands[seat].append(self.stock.pop())
        self.drawn += 1
        events.append(event("drew", seat, None, None, 1))

    def _pass(self, seat: int, events: list[Event]) -> None:
        if self.drawn == MOST_DRAWN:
            self.told.append(("lacks", seat, barred_by_drawing(self.left, self.right)))
        else:
            self.told.append(("lacks", seat, bits_of(self.fitting)))
        events.append(event("passed", seat))
        if self._left_with_tiles() == 1:
            self._score(events)  # KD12
        else:
            self._end_turn()

    def _end_turn(self) -> None:
        self.drawn = 0
        self.turn = self._after(self.turn)

    def _left_with_tiles(self) -> int:
        return sum(map(bool, self.hands))

    def _anyone_can_place(self) -> bool:
        return self._can_place() or not all(map(self.fitting.keys().isdisjoint, self.hands))

    def _score(self, events: list[Event]) -> None:
        players = self._left_with_tiles()
        extra = value_of(self.stock) if players == 1 else 0  # KD14
        scores = tuple(value_of(hand) + extra if hand else 0 for hand in self.hands)  # KD13
        self._end("out" if players < 2 else "blocked", scores, events)  # KD15

    # What is seen

    def ends(self) -> list[dict[str, Any]]:
        return [{"place": "L", "pips": self.left, "free": 1}, {"place": "R", "pips": self.right, "free": 1}]

    def public(self) -> dict[str, Any]:
        out = [seat for seat, hand in enumerate(self.hands) if not hand]
        return super().public() | {"drawn": self.drawn, "out": out}

    def _revealed_result(self, result: DealResult) -> dict[str, Any]:
        counted = sorted(self.stock) if self._left_with_tiles() == 1 else []  # KD14
        return super()._revealed_result(result) | {"stock": counted}

    def _may_be_running(self) -> bool:
        return bool(self.result or self.stock) or self._anyone_can_place()  # KD12

    # Why a move is refused

    def _why_not(self, move: Move) -> IllegalMove:
        if move.tile is not None:
            return self._why_not_there(move.tile, move)
        fitting = [tile for tile in self.hands[self.turn] if tile in self.fitting]
        if not CARDINALS.issuperset(fitting):
            return IllegalMove(
                "illegal-must-place",
                gettext_noop("You have a fitting tile that is not a cardinal, so you must place a tile."),
            )
        if move.kind == "pass":
            return self._why_not_pass()
        if self.stock:
            return IllegalMove("illegal-drawn-already", gettext_noop("You have already drawn two tiles this turn."))
        return IllegalMove("illegal-stock-empty", gettext_noop("The stock is empty."))

    def _why_not_pass(self) -> IllegalMove:
        if self.stock:
            return IllegalMove("illegal-must-draw", gettext_noop("You may pass only after drawing two tiles."))
        return IllegalMove(
            "illegal-must-place-cardinal", gettext_noop("The stock is empty, so you must place a cardinal.")
        )

    def _why_not_there(self, tile: Tile, move: Move) -> IllegalMove:
        if move.place not in ("L", "R"):
            return self._no_such_move()
        if tile not in self.hands[self.turn]:
            return self._not_held(tile)
        if tile in CARDINALS:
            return IllegalMove(
                "illegal-no-facing", gettext_noop("Say which half of the cardinal {tile} faces out."), tile=tile
            )
        if move.facing is not None:
            return IllegalMove("illegal-facing", gettext_noop("{tile} is not a cardinal."), tile=tile)
        pips = self.left if move.place == "L" else self.right
        return IllegalMove(
            "illegal-no-match",
            gettext_noop("{tile} does not make seven with the end that shows {pips}."),
            tile=tile,
            pips=pips,
        )


class Kardinal(Game):
    """Kardinaldomino: played until somebody exceeds the limit, or for a number of deals and then settled (KD2)."""

    slug = "kardinal"
    name = "Kardinaldomino"
    tagline = gettext_noop("Neighbours make seven, and four cardinals go anywhere.")
    options = {
        "ending": Option(
            ("points", "games"),
            "points",
            gettext_noop("The match ends"),
            {
                "points": gettext_noop("when somebody goes over a limit of points"),
                "games": gettext_noop("after a number of deals"),
            },
        ),
        "limit": Option((50, 100), 100, gettext_noop("Points that lose the match (when played for points)")),
        "games": Option(range(1, 21), 5, gettext_noop("Number of deals (when played for a number of deals)")),
    }
    briefs = {
        "limit": gettext_noop("to %(value)s points"),
        "games": gettext_noop("%(value)s deals"),
        "games=1": gettext_noop("one deal"),
    }
    deal = KardinalDeal
    emblem = (("6-1", 0, 0, 0), ("0-0", 1, 0, 0))
    presets = (
        Preset(
            "fifty",
            gettext_noop("To 50"),
            gettext_noop("A player who goes over 50 points loses. Ten minutes."),
            {"limit": 50},
        ),
        Preset(
            "hundred",
            gettext_noop("To 100"),
            gettext_noop("A player who goes over 100 points loses. Half an hour."),
            {"limit": 100},
        ),
        Preset(
            "five-games",
            gettext_noop("Five deals"),
            gettext_noop("Everyone then settles the differences. A quarter of an hour."),
            {"ending": "games", "games": 5},
        ),
    )
    samples = (
        Sample(2, {"ending": "games", "games": 1}),
        Sample(2, {"ending": "points", "limit": 50}),
        Sample(3, {"ending": "games", "games": 2}),
        Sample(4, {"ending": "points", "limit": 50}),
        Sample(5, {"ending": "games", "games": 1}),
    )
    quick = {"ending": "games", "games": 2}
    touching_halves_match = False

    def seats(self, options: Mapping[str, Any]) -> range:
        return range(2, 6)  # KD1

    def non_default_options(self, options: Mapping[str, Any]) -> dict[str, Value]:
        """Leave out the ending, which follows from the other options."""
        return {name: value for name, value in super().non_default_options(options).items() if name != "ending"}

    def settles(self, options: Mapping[str, Any]) -> bool:
        return bool(options["ending"] == "games")

    def has_fixed_deals(self, options: Mapping[str, Any]) -> bool:
        return self.settles(options)

    def minutes(self, options: Mapping[str, Any], seats: int) -> float:
        return minutes_at(seats, 3.0 * options["games"] if self.settles(options) else 0.25 * options["limit"])

    def outcome(
        self, options: Mapping[str, Any], totals: Sequence[int], deals: Sequence[DealResult]
    ) -> MatchResult | None:
        if options["ending"] == "points":
            return MatchResult(tuple(totals), lowest(totals)) if max(totals) > options["limit"] else None
        if sum(deal.reason != "void" for deal in deals) < options["games"]:
            return None
        settlement = tuple(sum(totals) - len(totals) * total for total in totals)
        return MatchResult(tuple(totals), lowest(totals), settlement)


def lowest(totals: Sequence[int]) -> tuple[int, ...]:
    """Return the seats with the lowest total, which share the win (KD2)."""
    return tuple(seat for seat, total in enumerate(totals) if total == min(totals))
