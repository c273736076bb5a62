"""The past choices of seats in a deal, and their likelihood if the seats held what an imagined deal gives them.

How closely a player keeps to sound play is not known beforehand, but is inferred: the more choices an imagined deal
leaves unexplained, the less a further one counts.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cache
from math import factorial
from typing import Any, NamedTuple

from games.bots.playouts import Position
from games.rules import Deal, Event, Tile

KEEPS = 4
"""How closely others are expected to keep to sound play: as if `KEEPS - 1` sound choices had been seen already."""


class Choice(NamedTuple):
    """A choice of a seat, in a position whose hands only have the right sizes."""

    position: Any
    seat: int
    took: int
    """How many tiles the seat had taken by then."""
    shown: int
    """The bits of the tiles that it had shown by then."""
    did: Any


class Past(ABC):
    """The choices of all seats but one, in order. It holds nothing but what everyone has seen."""

    def __init__(self, deal: Deal, seat: int) -> None:
        self.deal, self.seat = deal, seat
        self.took, self.shown = [0] * deal.seats, [0] * deal.seats
        self.stock = len(deal.stock)
        self.outs = {laid.tile: laid.out for laid in deal.layout}
        self.choices: list[Choice] = []
        for kind, one, what in deal.told:
            if kind == "took":
                self.took[one] += what
        for event in deal.events:
            if event.seat is not None:
                self._take(event.seat, -event.count)
        self._open(deal.layout[0].seat, deal.layout[0].tile)
        for event in deal.events:
            if event.seat is not None:
                self._see(event, event.seat)
        self.known: list[dict[int, bool | None]] = [{} for _ in self.choices]
        """Cache of whether each choice was sound, by all the tiles that the seat had taken by then."""

    @abstractmethod
    def _open(self, seat: int, tile: Tile) -> None:
        """Set up the position after a seat has laid the first tile."""

    @abstractmethod
    def _see(self, event: Event, seat: int) -> None:
        """Take in the next event, which is a seat's."""

    @abstractmethod
    def is_sound(self, choice: Choice, hand: int) -> bool | None:
        """Return whether a sound player with this hand might have made the same choice, or None if there was none."""

    def _take(self, seat: int, count: int) -> None:
        self.took[seat] += count
        self.stock -= count

    def _show(self, seat: int, tile: Tile) -> None:
        self.shown[seat] |= tile.bit

    def _hands(self) -> list[int]:
        """Return hands of the right sizes, with arbitrary tiles."""
        return [(1 << took - shown.bit_count()) - 1 for took, shown in zip(self.took, self.shown, strict=True)]

    def _note(self, position: Position, seat: int, did: Any) -> None:
        if seat != self.seat:
            self.choices.append(Choice(position, seat, self.took[seat], self.shown[seat], did))

    def likelihood(self, world: Deal) -> float:
        """Return the likelihood of what the others have chosen, if they held what they hold in this world."""
        taken = [[tile.bit for tile in tiles] for tiles in world.taken]
        sound, other = [0] * len(taken), [0] * len(taken)
        for choice in self.choices:
            seat = choice.seat
            is_sound = self.is_sound(choice, sum(taken[seat][: choice.took]) & ~choice.shown)
            if is_sound:
                sound[seat] += 1
            elif is_sound is not None:
                other[seat] += 1
        return likelihood_of(sound, other)


def likelihood_of(sound: Sequence[int], other: Sequence[int]) -> float:
    """Return the likelihood of each seat's making these numbers of sound and of other choices."""
    found = 1.0
    for one, two in zip(sound, other, strict=True):
        found *= chance(one, two)
    return found


@cache
def chance(sound: int, other: int) -> float:
    """Return the probability that a player makes these numbers of sound and of other choices, in a given order.

    The prior of the share of unsound choices is a beta distribution that favours small shares.
    """
    return KEEPS * factorial(sound + KEEPS - 1) * factorial(other) / factorial(sound + other + KEEPS)
