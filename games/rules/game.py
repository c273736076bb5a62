"""What a game is besides its deals: its name, options, tiles, and how deals decide a match."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from games.rules.deal import Deal, DealResult
from games.rules.json_input import quoted
from games.rules.tiles import Tile, full_set

Value = int | str


class OptionsError(ValueError):
    """Options or seats that a game does not have: one plain sentence."""


class Option(NamedTuple):
    """The values that an option may have, and the one it has if nothing is said."""

    values: Sequence[Value]
    default: Value


@dataclass(frozen=True, slots=True)
class MatchResult:
    """How a match ended; `settlement` only where differences are settled (KD2)."""

    totals: tuple[int, ...]
    winners: tuple[int, ...]
    settlement: tuple[int, ...] | None = None


class Game(ABC):
    """One rule-set: everything that holds for all its matches."""

    slug: ClassVar[str]
    version: ClassVar[int] = 1
    """Of its rules: a match is replayed under the version that it was opened with (see `registry`)."""
    name: ClassVar[str]
    options: ClassVar[Mapping[str, Option]]
    deal: ClassVar[type[Deal]]
    shape: ClassVar[str] = "line"
    """What its layouts look like: a `line` with two ends, or a `tree` of arms and toes."""

    @abstractmethod
    def seats(self, options: Mapping[str, Any]) -> range:
        """How many may play."""

    @abstractmethod
    def outcome(
        self, options: Mapping[str, Any], totals: Sequence[int], deals: Sequence[DealResult]
    ) -> MatchResult | None:
        """Who has won by these deals, in order, and their totals; None while the match goes on."""

    def set_of(self, options: Mapping[str, Any]) -> int:
        """The highest number of the set."""
        return 6

    def tiles(self, options: Mapping[str, Any]) -> tuple[Tile, ...]:
        return full_set(self.set_of(options))

    def first(self, previous: Deal | None) -> int:
        """The seat that draws first when a starter must be found (CF6); 0 where it is of no use."""
        return 0

    def last_deal(self, options: Mapping[str, Any]) -> int | None:
        """The number of the last deal, where that is fixed beforehand (CF3)."""
        return None

    def option(self, name: str, chosen: Mapping[str, Any]) -> Option:
        """What an option may be, once those before it are chosen."""
        return self.options[name]

    def complete(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """All options, defaults filled in; `OptionsError` for an unknown one or a value out of range."""
        for name in given:
            if name not in self.options:
                raise OptionsError(f"{self.name} has no option {quoted(name)}.")
        chosen: dict[str, Any] = {}
        for name in self.options:
            values, default = self.option(name, chosen)
            value = given.get(name, default)
            if type(value) not in (int, str) or value not in values:
                raise OptionsError(f'The option "{name}" of {self.name} cannot be {quoted(value)}.')
            chosen[name] = value
        return chosen

    def check_seats(self, seats: int, options: Mapping[str, Any]) -> None:
        allowed = self.seats(options)
        if type(seats) is not int or seats not in allowed:
            raise OptionsError(f"{self.name} with these options is for {allowed[0]} to {allowed[-1]} players.")
