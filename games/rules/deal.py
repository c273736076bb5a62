"""What a deal is: one shuffle under one game's rules, played to its end and scored."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, Self

from games.rules.moves import Move
from games.rules.tiles import Tile


class Laid(NamedTuple):
    """A tile on the layout, in the order of laying.

    `place` is the PLACE of its move without a cardinal's facing: a tile's text (Chicken Foot), `L` or `R`;
    empty for the deal's first tile. `out` is the half that does not touch: the new open end's pips.
    """

    seat: int
    tile: Tile
    place: str
    out: int


class Event(NamedTuple):
    """Something that everyone at the table sees happen; hidden tiles are never named, only counted.

    `kind` is one of: opened, placed, drew, filled, turned-up, discarded, passed, ended, foot, foot-done,
    went-out, deal-over.
    """

    kind: str
    seat: int | None = None
    tile: Tile | None = None
    place: str | None = None
    count: int = 0


@dataclass(frozen=True, slots=True)
class DealResult:
    """How a deal ended: `out`, `blocked` or `void`, and the points of each seat (CF17, KD13, TS1)."""

    reason: str
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class View:
    """What one seat (or an onlooker: `seat` None) may see; JSON-ready, and all that a bot gets.

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


class Deal(ABC):
    """One shuffle under one game's rules. Never reads a clock, never rolls dice."""

    game: ClassVar[str]

    seats: int
    number: int
    turn: int
    result: DealResult | None
    layout: list[Laid]
    opening: list[Event]

    @classmethod
    @abstractmethod
    def start(cls, options: Mapping[str, Any], seats: int, number: int, deck: Sequence[Tile], first: int) -> Self:
        """Deal `deck`, do what no one decides (CF6, KD4, TS6), and report it in `opening`."""

    @abstractmethod
    def legal_moves(self) -> list[Move]:
        """In plain string order; empty once there is a result."""

    @abstractmethod
    def play(self, move: Move) -> list[Event]:
        """Play for the seat on turn, in place; `IllegalMove` leaves everything as it was."""

    @abstractmethod
    def copy(self) -> Self: ...

    @abstractmethod
    def view(self, seat: int | None) -> View: ...

    @abstractmethod
    def imagine(self, seat: int, rng: random.Random) -> Self:
        """A full deal that fits what `seat` has seen, the rest dealt anew; depends on nothing else."""
