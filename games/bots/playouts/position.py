"""A deal on bit masks: what all games have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Self

from games.rules import Deal, Move


class Position(ABC):
    """A deal with all its tiles known, imagined or not. `scores` are set when it is over.

    A set of tiles is a number that has the bits of the tiles; a pile is a list of such bits, the next tile last.
    """

    __slots__ = ()

    turn: int
    scores: list[int] | None

    @classmethod
    @abstractmethod
    def of(cls, deal: Deal) -> Self:
        """Return the position of a deal."""

    @abstractmethod
    def with_hidden(self, deal: Deal) -> Self:
        """Return the position of a deal that only differs from this one in its hidden tiles."""

    @abstractmethod
    def copy(self) -> Self:
        """Return an independent position."""

    @abstractmethod
    def play(self, move: Move) -> None:
        """Play a legal move for the seat on turn."""

    @abstractmethod
    def step(self) -> None:
        """Play a move as a sound player would who does not think ahead."""

    def finish(self) -> list[int]:
        """Play the deal to its end; return the points of each seat."""
        while self.scores is None:
            self.step()
        return self.scores
