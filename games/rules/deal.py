"""A deal: one shuffle under one game's rules, played to its end and scored."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, ClassVar, NamedTuple, Self

from games.rules.learnt import Learnt
from games.rules.moves import IllegalMove, Move, gettext_noop
from games.rules.tiles import Tile, full_set
from games.rules.unseen import Place, Told, Unknown, bits_of, places_in_hands, shown_bits, ways_to_lie


class Laid(NamedTuple):
    """A tile on the layout, in the order of laying.

    `place` is the PLACE of its move without a cardinal's facing: a tile's text (Chicken Foot), `L` or `R`; empty for
    the deal's first tile. `out` is the half that does not touch: the pips of the new open end.
    """

    seat: int
    tile: Tile
    place: str
    out: int


class Event(NamedTuple):
    """Something that everyone at the table sees happen. Hidden tiles are counted, never named.

    `kind` is one of: opened, placed, drew, filled, turned-up, discarded, passed, ended, foot, foot-done, went-out,
    deal-over.
    """

    kind: str
    seat: int | None = None
    tile: Tile | None = None
    place: str | None = None
    count: int = 0  # type: ignore[assignment]  # hides tuple.count, which is not needed


@cache
def all_bits(highest: int) -> int:
    """Return the bits of all tiles of a set."""
    return bits_of(full_set(highest))


laid = lru_cache(4096)(Laid)
event = lru_cache(4096)(Event)
"""Cached constructors of `Laid` and `Event`, since the same few recur in every deal."""


class Placed(NamedTuple):
    """What everyone sees and learns when a tile is placed from a hand."""

    laid: Laid
    event: Event
    told: Told


@lru_cache(1 << 14)
def placed(seat: int, tile: Tile, place: str, out: int) -> Placed:
    """Return what everyone sees and learns when a tile is placed; cached, like tiles and moves."""
    return Placed(Laid(seat, tile, place, out), Event("placed", seat, tile, place), ("showed", seat, tile.bit))


@dataclass(frozen=True, slots=True)
class DealResult:
    """How a deal ended (`out`, `blocked` or `void`) and the points of each seat (CF17, KD13, TS1)."""

    reason: str
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class View:
    """Everything that one seat (or an onlooker: `seat` None) may see, ready for JSON. Bots get nothing else.

    `layout` only grows within a deal; `public` is the same for all; `mine` is None for an onlooker.
    """

    game: str
    options: Mapping[str, Any]
    seats: int
    number: int
    seat: int | None
    layout: tuple[Laid, ...]
    public: Mapping[str, Any]
    mine: Mapping[str, Any] | None
    version: int = 1
    """The version of the game's rules."""


class Deal(ABC):
    """One shuffle under one game's rules. Never reads a clock and never rolls dice.

    `hands` hold each seat's tiles in the order they came; `stock` is drawn from its end; `opening` lists the events at
    the start, and `told` is what everyone has learnt about hidden hands. Each game lists the legal moves in
    `_list_moves` and carries them out in `_do`.

    `events` are what everyone has seen since. In an imagined deal, `taken` lists for each of the hidden hands all tiles
    that it ever took, oldest first.
    """

    game: ClassVar[str]
    version: ClassVar[int] = 1
    """The version of the rules, equal to that of the `Game`."""
    move_kinds: ClassVar[frozenset[str]]
    """The kinds of moves that this game has."""
    shows: ClassVar[frozenset[str]] = frozenset()
    """The keys of `public` that only this game has."""
    wild: ClassVar[int] = 0
    """The bits of the tiles that fit everywhere."""
    highest: int = 6
    """The highest number of pips in the set."""

    options: Mapping[str, Any]
    seats: int
    number: int
    turn: int
    result: DealResult | None
    layout: list[Laid]
    opening: list[Event]
    hands: list[list[Tile]]
    stock: list[Tile]
    events: list[Event]
    told: list[Told]
    taken: list[list[Tile]]

    def __init__(self, options: Mapping[str, Any], seats: int, number: int) -> None:
        self.options = options
        self.seats = seats
        self.number = number
        self.turn = 0
        self.result = None
        self.layout = []
        self.opening = []
        self.events = []
        self.told = []
        self.taken = []
        self._legal: list[Move] | None = None
        self._learnt = Learnt(seats)

    @classmethod
    @abstractmethod
    def start(cls, options: Mapping[str, Any], seats: int, number: int, deck: Sequence[Tile], first: int) -> Self:
        """Deal `deck` and make the automatic opening moves (CF6, KD4, TS6), reporting them in `opening`."""

    def legal_moves(self) -> list[Move]:
        """Return the legal moves in string order; none once there is a result."""
        if self._legal is None:
            self._legal = self._list_moves() if self.result is None else []
        return self._legal.copy()

    def openly_forced(self) -> Move | None:
        """Return the only legal move, if everyone who sees it played will know that there was no other.

        The house may play such a move early. If only the player knows that a move is forced, playing it early would
        reveal something about hidden tiles.
        """
        legal = self.legal_moves()
        return legal[0] if len(legal) == 1 and self._is_openly_forced(legal[0]) else None

    def play(self, move: Move) -> list[Event]:
        """Play a move for the seat on turn, in place. Raises `IllegalMove`, which changes nothing."""
        if move not in (self._legal or self.legal_moves()):
            raise self._refusal(move)
        self._legal = None
        events: list[Event] = []
        self._do(move, events)
        self.events += events
        return events

    def copy(self) -> Self:
        """Return an independent deal in the same position. Cheap, as bots search with it."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.layout = self.layout.copy()
        twin.hands = [hand.copy() for hand in self.hands]
        twin.stock = self.stock.copy()
        twin.events = self.events.copy()
        twin.told = self.told.copy()
        twin._learnt = Learnt(self.seats)
        return twin

    def view(self, seat: int | None) -> View:
        mine = None if seat is None else self.mine(seat)
        return View(
            self.game,
            self.options,
            self.seats,
            self.number,
            seat,
            tuple(self.layout),
            self.public(),
            mine,
            self.version,
        )

    def public(self) -> dict[str, Any]:
        """Return what everyone may know, apart from the layout."""
        return {
            "turn": self.turn if self.result is None else None,
            "hands": [len(hand) for hand in self.hands],
            "stock": len(self.stock),
            "ends": self.ends() if self.result is None else [],
            "result": None if self.result is None else self._revealed_result(self.result),
            "told": [] if self.result else self._all_learnt(),
        }

    def mine(self, seat: int) -> dict[str, Any]:
        """Return what only `seat` may know."""
        legal = self.legal_moves() if seat == self.turn else []
        return {"seat": seat, "hand": self.hands[seat].copy(), "legal": legal}

    def imagine(self, seat: int, rng: random.Random) -> Self:
        """Return a random full deal consistent with everything that `seat` has seen; all are equally likely.

        The result depends on nothing that the seat cannot see.
        """
        return next(self.worlds(seat, rng))

    def worlds(self, seat: int, rng: random.Random) -> Iterator[Self]:
        """Yield such deals endlessly. Each resembles the one before it, which makes them cheaper than those of
        `imagine`."""
        unknown = self.unknown_to(seat)
        yield from self.lying(unknown, ways_to_lie(unknown.places, unknown.tiles, rng))

    def lying(self, unknown: Unknown, ways: Iterable[Sequence[Tile]]) -> Iterator[Self]:
        """Yield this deal with the unknown tiles in each of these arrangements, leaving out those in which it would
        have ended already."""
        for arrangement in ways:
            taken: list[list[Tile]] = [[] for _ in range(self.seats + len(self._hidden_piles()))]
            for place, tile in zip(unknown.places, arrangement, strict=True):
                taken[place.pile].append(tile)
            piles = [[tile for tile in pile if not tile.bit & unknown.shown] for pile in taken]
            twin = self._with_hidden({other: piles[other] for other in unknown.hands}, piles[self.seats :])
            twin.taken = taken[: self.seats]
            if twin._may_be_running():
                yield twin

    def unknown_to(self, seat: int) -> Unknown:
        """Return what `seat` cannot see, and where each hidden tile may be."""
        hands = [] if self.result else [other for other in range(self.seats) if other != seat]
        piles = self._hidden_piles()
        hidden = sum(map(bits_of, (*piles, *(self.hands[other] for other in hands))))
        shown = shown_bits(self.told, hands)
        places = places_in_hands(self.told, hands, hidden)
        places += [Place(self.seats + number, hidden) for number, pile in enumerate(piles) for _ in pile]
        tiles = [tile for tile in full_set(self.highest) if tile.bit & (hidden | shown)]
        return Unknown(hands, places, tiles, shown)

    def _hidden_piles(self) -> list[list[Tile]]:
        """Return the piles outside the hands whose tiles nobody can see."""
        return [self.stock]

    def _with_hidden(self, hands: Mapping[int, list[Tile]], piles: Sequence[list[Tile]]) -> Self:
        """Return this deal with other tiles in these hands and in the hidden piles."""
        twin = self.copy()
        twin._legal = None
        for seat, hand in hands.items():
            twin.hands[seat] = hand
        for pile, tiles in zip(twin._hidden_piles(), piles, strict=True):
            pile[:] = tiles
        return twin

    def _may_be_running(self) -> bool:
        """Return whether a deal that is still running could have these hidden tiles; True for a deal that is over.

        With some arrangements nobody could place a tile any more, and the deal would have ended.
        """
        return True

    def _revealed_result(self, result: DealResult) -> dict[str, Any]:
        return {"reason": result.reason, "scores": list(result.scores), "hands": [hand.copy() for hand in self.hands]}

    def _all_learnt(self) -> list[dict[str, Any]]:
        """Return what everyone has learnt about hidden hands, ready for JSON."""
        self._learnt.update(self.told)
        return self._learnt.as_json(list(map(len, self.hands)), self._unseen(), self.wild)

    def _unseen(self) -> int:
        """Return the bits of the tiles that nobody has seen yet."""
        return all_bits(self.highest) & ~self._learnt.shown

    @abstractmethod
    def ends(self) -> list[dict[str, Any]]:
        """Return the ends where tiles may be placed now: place, pips, and how many may still go there.

        Only called once a tile has been laid.
        """

    @abstractmethod
    def _list_moves(self) -> list[Move]:
        """Return the legal moves, sorted; only called while the deal is running."""

    @abstractmethod
    def _do(self, move: Move, events: list[Event]) -> None:
        """Play a legal move and append to `events` what everyone may know of it."""

    def _can_place(self) -> bool:
        """Return whether the seat on turn can place a tile; placings come before all other moves."""
        return self.legal_moves()[0].kind == "place"

    def _end(self, reason: str, scores: tuple[int, ...], events: list[Event]) -> None:
        """End the deal."""
        self.result = DealResult(reason, scores)
        self._legal = None
        events.append(event("deal-over"))

    def _is_openly_forced(self, move: Move) -> bool:
        """Return whether, to everyone's knowledge, this move is only ever legal when it is the only one.

        False by default: then the house never plays early.
        """
        return False

    def _refusal(self, move: Move) -> IllegalMove:
        if self.result is not None:
            return IllegalMove("illegal-deal-over", gettext_noop("The deal is over."))
        if move.kind not in self.move_kinds:
            return self._no_such_move()
        if move.tile is not None and move.tile.high > self.highest:
            return IllegalMove("illegal-no-such-tile", gettext_noop("This set has no {tile}."), tile=move.tile)
        return self._why_not(move)

    def _no_such_move(self) -> IllegalMove:
        return IllegalMove("illegal-no-such-move", gettext_noop("This game has no such move."))

    def _not_held(self, tile: Tile) -> IllegalMove:
        return IllegalMove("illegal-not-held", gettext_noop("You do not hold {tile}."), tile=tile)

    @abstractmethod
    def _why_not(self, move: Move) -> IllegalMove:
        """Return why a move is not legal now; it is of a kind that this game has."""


def deal_blocks(deck: Sequence[Tile], sizes: Sequence[int]) -> tuple[list[list[Tile]], list[Tile]]:
    """Split the deck into blocks of these sizes, from the front, and the remaining stock with its next tile last."""
    blocks = []
    used = 0
    for size in sizes:
        blocks.append(list(deck[used : used + size]))
        used += size
    return blocks, list(deck[used:])[::-1]
