"""What a network looks at: the same few numbers of a position, whether it comes from a view or from a playout."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any

from games.bots.playouts import Position
from games.rules import Move, View


class Inputs:
    """Numbers the inputs of a network, block by block."""

    def __init__(self) -> None:
        self.size = 0

    def block(self, size: int) -> int:
        """Return the first of so many new inputs."""
        self.size += size
        return self.size - size


class Eyes(ABC):
    """How a network sees a game. What it rates are acts: what a seat may do, as far as it is foreseen.

    Every input is on or off, and those that are on are listed. All that a position says about hidden tiles is ignored.
    """

    size: int
    """The number of inputs."""

    @abstractmethod
    def seen_in(self, view: View) -> Any:
        """Return what the seat on turn sees."""

    @abstractmethod
    def seen_at(self, position: Position) -> Any:
        """Return the same of a position."""

    @abstractmethod
    def acts_of(self, view: View, moves: Sequence[Move]) -> Iterable[tuple[Move, Any]]:
        """Return acts and the moves that they begin with."""

    @abstractmethod
    def acts_at(self, position: Position) -> Sequence[Any]:
        """Return all acts of the seat on turn."""

    @abstractmethod
    def do(self, position: Position, act: Any) -> None:
        """Carry out an act."""

    @abstractmethod
    def inputs(self, seen: Any, act: Any) -> list[int]:
        """Return the inputs that are on after an act."""


def on(bits: int, first: int) -> list[int]:
    """Return the inputs for tiles, given by their bits."""
    found = []
    while bits:
        bit = bits & -bits
        bits ^= bit
        found.append(first + bit.bit_length() - 1)
    return found
