"""The inputs of a network, which are the same whether a position comes from a view or from a playout."""

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
        """Add a block of inputs; return the number of its first one."""
        self.size += size
        return self.size - size


class Eyes(ABC):
    """How a network sees a game. It rates acts: what a seat may do next, as far as it can be foreseen.

    Every input is on or off; a list of inputs names those that are on. Anything that a position knows about hidden
    tiles is ignored.
    """

    size: int
    """The number of inputs."""

    @abstractmethod
    def seen_in(self, view: View) -> Any:
        """Return what the seat on turn sees."""

    @abstractmethod
    def seen_at(self, position: Position) -> Any:
        """Return what the seat on turn sees in a position."""

    @abstractmethod
    def acts_of(self, view: View, moves: Sequence[Move]) -> Iterable[tuple[Move, Any]]:
        """Return acts, each with the move that it begins with."""

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
