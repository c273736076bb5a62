"""Two-Step (TS1 to TS16): two players, a line of tiles, and a dance card to get rid of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Self

from games.rules.deal import Deal, DealResult, Event, deal_blocks, event, laid
from games.rules.game import Game, MatchResult, Option, Preset, Sample
from games.rules.moves import DRAW, END, IllegalMove, Move, discard, gettext_noop, place
from games.rules.tiles import Tile, double, full_set
from games.rules.unseen import bits_of

CARD = 5  # TS4
HAND = 3  # TS4
ALL_FIVE = 2
"""The score of a deal if the loser still has all five tiles of the dance card (TS1)."""

_DISCARDS = {tile: discard(tile) for tile in full_set(6)}


@cache
def placings(left: int, right: int) -> dict[Tile, list[Move]]:
    """Return the placings of every tile that fits a line with these ends (TS9)."""
    moves = {tile: _placings_of(tile, left, right) for tile in full_set(6)}
    return {tile: fitting for tile, fitting in moves.items() if fitting}


def _placings_of(tile: Tile, left: int, right: int) -> list[Move]:
    return [place(tile, where) for where, end in (("L", left), ("R", right)) if tile.pips & 1 << end]


class TwoStepDeal(Deal):
    """One deal of Two-Step.

    A dance card is its face-up tile in `tops` (None if the card is empty) and the rest in `face_down`, the next one
    last. `discards` are the discard piles, the top last. `fitting` has the placings of each tile that fits the line.
    """

    game = "two-step"
    move_kinds = frozenset(("place", "draw", "discard", "end"))
    shows = frozenset(("cards", "discards"))

    tops: list[Tile | None]
    face_down: list[list[Tile]]
    discards: list[list[Tile]]
    left: int
    right: int
    fitting: dict[Tile, list[Move]]
    began_empty: bool
    placed: bool
    idle_turns: int

    @classmethod
    def start(cls, options: Mapping[str, Any], seats: int, number: int, deck: Sequence[Tile], first: int) -> Self:
        self = cls(options, seats, number)
        (*cards, hand_0, hand_1), self.stock = deal_blocks(deck, [CARD, CARD, HAND, HAND])  # TS5
        self.tops = [card[0] for card in cards]
        self.face_down = [card[:0:-1] for card in cards]
        self.hands = [hand_0, hand_1]
        self.discards = [[], []]
        self.told = [("took", 0, HAND), ("took", 1, HAND)]
        self.began_empty = False
        self.placed = True
        self.idle_turns = 0
        self._open()
        return self

    def _open(self) -> None:
        """Open with the highest double in a hand, or else on top of a dance card (TS6)."""
        tops = [[top] for top in self.tops if top is not None]
        doubles = _doubles_in(self.hands) or _doubles_in(tops)
        if not doubles:
            self._end("void", (0, 0), self.opening)
            return
        pips, self.turn = max(doubles)  # TS7
        tile = double(pips)
        in_hand = tile in self.hands[self.turn]
        higher = bits_of(map(double, range(pips + 1 if in_hand else 0, self.highest + 1)))
        self.told += [("lacks", 0, higher), ("lacks", 1, higher)]
        self.left = self.right = pips
        self.fitting = placings(pips, pips)
        self.layout.append(laid(self.turn, tile, "", pips))
        self.opening.append(event("opened", self.turn, tile))
        self._take(self.turn, tile, self.opening)

    def _take(self, seat: int, tile: Tile, events: list[Event]) -> None:
        """Remove a tile that is being placed from the hand, dance card or discard pile that it came from (TS10)."""
        hand = self.hands[seat]
        if tile in hand:
            hand.remove(tile)
            self.told.append(("showed", seat, tile.bit))
        elif tile == self.tops[seat]:
            self._turn_up(seat, events)
        else:
            self.discards[seat].pop()

    def _turn_up(self, seat: int, events: list[Event]) -> None:
        """Turn up the next tile of the dance card, if there is one (TS11)."""
        if self.face_down[seat]:
            top = self.tops[seat] = self.face_down[seat].pop()
            events.append(event("turned-up", seat, top))
        else:
            self.tops[seat] = None

    # What may be played

    def _list_moves(self) -> list[Move]:
        hand, fitting = self.hands[self.turn], self.fitting
        moves: list[Move] = []
        for tile in self._sources(self.turn):
            if tile in fitting:
                moves += fitting[tile]
        for tile in hand:
            moves.append(_DISCARDS[tile])  # TS13
        if not hand:
            moves.append(END)
            if self.stock:
                moves.append(DRAW)  # TS12
        moves.sort()
        return moves

    def _sources(self, seat: int) -> list[Tile]:
        """Return the tiles that the seat may place (TS10)."""
        sources = self.hands[seat] + self.discards[seat][-1:]
        if top := self.tops[seat]:
            sources.append(top)
        return sources

    def _is_openly_forced(self, move: Move) -> bool:
        """Return whether the move ends a turn with an empty hand; all playable tiles are then face up (TS10, TS13)."""
        return move.kind == "end"

    # Playing

    def _do(self, move: Move, events: list[Event]) -> None:
        seat = self.turn
        if move.tile is None:
            self._draw_or_end(seat, move, events)
        elif move.kind == "place":
            self._place(seat, move.tile, move.place, events)
        else:
            self._discard(seat, move.tile, events)
        if not self.stock and self.result is None and not self._anyone_can_place():
            self._end("void", (0, 0), events)  # TS15

    def _draw_or_end(self, seat: int, move: Move, events: list[Event]) -> None:
        if move.kind == "draw":
            self._fill(seat, "drew", events)
        else:
            events.append(event("ended", seat))
            self._end_turn(events)

    def _place(self, seat: int, tile: Tile, end: str, events: list[Event]) -> None:
        if end == "L":
            out = self.left = tile.other(self.left)
        else:
            out = self.right = tile.other(self.right)
        self.fitting = placings(self.left, self.right)
        self.placed = True
        self.layout.append(laid(seat, tile, end, out))
        events.append(event("placed", seat, tile, end))
        self._take(seat, tile, events)
        if self.tops[seat] is None:
            self._win(seat, events)

    def _discard(self, seat: int, tile: Tile, events: list[Event]) -> None:
        self.hands[seat].remove(tile)
        self.told.append(("showed", seat, tile.bit))
        self.discards[seat].append(tile)
        events.append(event("discarded", seat, tile))
        self._end_turn(events)

    def _fill(self, seat: int, kind: str, events: list[Event]) -> None:
        """Fill the hand up to three tiles, or with what is left (TS8, TS12)."""
        hand = self.hands[seat]
        count = min(HAND - len(hand), len(self.stock))
        if count:
            hand += self.stock[: -count - 1 : -1]
            del self.stock[-count:]
            self.told.append(("took", seat, count))
            events.append(event(kind, seat, None, None, count))

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
        return self._can_place() or not self.fitting.keys().isdisjoint(self._sources(1 - self.turn))

    def _win(self, seat: int, events: list[Event]) -> None:
        points = ALL_FIVE if self._card_size(1 - seat) == CARD else 1  # TS1
        self._end("out", (points, 0) if seat == 0 else (0, points), events)  # TS14

    # What is seen

    def ends(self) -> list[dict[str, Any]]:
        return [{"place": "L", "pips": self.left, "free": 1}, {"place": "R", "pips": self.right, "free": 1}]

    def public(self) -> dict[str, Any]:
        cards = [{"top": top, "left": self._card_size(seat)} for seat, top in enumerate(self.tops)]
        return super().public() | {"cards": cards, "discards": [pile.copy() for pile in self.discards]}

    def _card_size(self, seat: int) -> int:
        return len(self.face_down[seat]) + (self.tops[seat] is not None)

    def _revealed_result(self, result: DealResult) -> dict[str, Any]:
        cards = [[top, *rest[::-1]] if top else [] for top, rest in zip(self.tops, self.face_down, strict=True)]
        return super()._revealed_result(result) | {"cards": cards}

    def copy(self) -> Self:
        twin = super().copy()
        twin.tops = self.tops.copy()
        twin.face_down = [tiles.copy() for tiles in self.face_down]
        twin.discards = [pile.copy() for pile in self.discards]
        return twin

    def _hidden_piles(self) -> list[list[Tile]]:
        piles = super()._hidden_piles()
        return piles if self.result else [*piles, *self.face_down]

    def _unseen(self) -> int:
        laid = bits_of([laid.tile for laid in self.layout])  # including tiles that were never in a hand
        tops = bits_of(top for top in self.tops if top is not None)
        return super()._unseen() & ~(laid | tops)

    def _may_be_running(self) -> bool:
        return bool(self.result or self.stock) or self._anyone_can_place()  # TS15

    # Why a move is refused

    def _why_not(self, move: Move) -> IllegalMove:
        if move.kind == "draw":
            return self._why_not_draw()
        if move.tile is None:
            return IllegalMove(
                "illegal-hand-left", gettext_noop("You have tiles in hand: end the turn by discarding one.")
            )
        if move.kind == "discard":
            return self._not_held(move.tile)
        return self._why_not_there(move.tile, move)

    def _why_not_draw(self) -> IllegalMove:
        if self.hands[self.turn]:
            return IllegalMove("illegal-hand-left", gettext_noop("You may draw only with an empty hand."))
        return IllegalMove("illegal-stock-empty", gettext_noop("The stock is empty."))

    def _why_not_there(self, tile: Tile, move: Move) -> IllegalMove:
        if move.place not in ("L", "R") or move.facing is not None:
            return self._no_such_move()
        if tile not in self._sources(self.turn):
            return IllegalMove(
                "illegal-not-held",
                gettext_noop("{tile} is not in your hand, nor face up on your dance card or discard pile."),
                tile=tile,
            )
        pips = self.left if move.place == "L" else self.right
        return IllegalMove(
            "illegal-no-match", gettext_noop("{tile} does not fit the end that shows {pips}."), tile=tile, pips=pips
        )


def _doubles_in(hands: Sequence[Sequence[Tile]]) -> list[tuple[int, int]]:
    return [(tile.high, seat) for seat, hand in enumerate(hands) for tile in hand if tile.is_double]


class TwoStep(Game):
    """Two-Step: points for each deal won, up to the target (TS1, TS2)."""

    slug = "two-step"
    name = "Two-Step"
    tagline = gettext_noop("A dance for two: clear your dance card, tile by tile.")
    options = {"target": Option(range(1, 11), 10, gettext_noop("Points to win"))}
    briefs = {"target": gettext_noop("first to %(value)s")}
    deal = TwoStepDeal
    emblem = (("5-3", 0, 0, 0), ("5-2", 1, 0.5, 0))
    presets = (
        Preset("three", gettext_noop("First to 3"), gettext_noop("Three points win. Ten minutes."), {"target": 3}),
        Preset(
            "five", gettext_noop("First to 5"), gettext_noop("Five points win. A quarter of an hour."), {"target": 5}
        ),
        Preset("ten", gettext_noop("First to 10"), gettext_noop("The full distance. Half an hour."), {"target": 10}),
    )
    samples = (Sample(2, {"target": 1}), Sample(2, {"target": 3}))
    quick = {"target": 2}
    high_wins = True
    perfect = ALL_FIVE
    drags_at_random = True
    final_totals = gettext_noop(
        "A match to %(target)s ends when one player has %(target)s points, or one more if the last win brings 2; the "
        "other has fewer than %(target)s."
    )

    def seats(self, options: Mapping[str, Any]) -> range:
        return range(2, 3)

    def minutes(self, options: Mapping[str, Any], seats: int) -> float:
        return 3.0 * options["target"]

    def outcome(
        self, options: Mapping[str, Any], totals: Sequence[int], deals: Sequence[DealResult]
    ) -> MatchResult | None:
        winners = tuple(seat for seat, total in enumerate(totals) if total >= options["target"])
        return MatchResult(tuple(totals), winners) if winners else None

    def can_have(self, options: Mapping[str, Any], totals: Sequence[int]) -> bool:
        """Return whether at most one player has reached the target (TS2), with a last win of 1 or 2 (TS1)."""
        return sum(total >= options["target"] for total in totals) <= 1 and max(totals) <= options["target"] + 1

    def can_end_with(self, options: Mapping[str, Any], totals: Sequence[int]) -> bool:
        """Return whether exactly one player has reached the target (TS2)."""
        return self.can_have(options, totals) and max(totals) >= options["target"]
