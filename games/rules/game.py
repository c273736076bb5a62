"""What a game is besides its deals: its name, options, tiles, and how deals decide a match."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from games.rules.deal import Deal, DealResult
from games.rules.json_input import quoted
from games.rules.moves import gettext_noop
from games.rules.tiles import Tile, full_set

Value = int | str


class OptionsError(ValueError):
    """Options or seats that a game does not have: one plain sentence."""


class Option(NamedTuple):
    """The values that an option may have, and the one it has if nothing is said."""

    values: Sequence[Value]
    default: Value


class Preset(NamedTuple):
    """A way to play that has a name: `name` and `words` are marked for translation."""

    key: str
    name: str
    words: str
    options: Mapping[str, Any] = {}
    for_many: Mapping[str, Any] = {}
    """The options for more players than those of `options` allow."""

    def options_for(self, rules: Game, seats: int) -> dict[str, Any]:
        """All options, named, as they are for so many players."""
        few = rules.complete(self.options)
        return few if seats in rules.seats(few) else rules.complete(self.for_many)


class Sample(NamedTuple):
    """A table at which the game can be played, for whoever tries it out."""

    seats: int
    options: Mapping[str, Any]


STANDARD = Preset("standard", gettext_noop("As usual"), gettext_noop("All rules as they are usually played."))


@dataclass(frozen=True, slots=True)
class MatchResult:
    """How a match ended; `settlement` only where differences are settled (KD2)."""

    totals: tuple[int, ...]
    winners: tuple[int, ...]
    settlement: tuple[int, ...] | None = None


class Game(ABC):
    """One rule-set: everything that holds for all its matches, and whatever else others ask about a game.

    Nobody compares slugs: what differs from game to game is asked for here.
    """

    slug: ClassVar[str]
    version: ClassVar[int] = 1
    """Of its rules: a match is replayed under the version that it was opened with (see `registry`)."""
    name: ClassVar[str]
    tagline: ClassVar[str] = ""
    """One sentence, marked for translation."""
    options: ClassVar[Mapping[str, Option]]
    deal: ClassVar[type[Deal]]
    shape: ClassVar[str] = "line"
    """What its layouts look like: a `line` with two ends, or a `tree` of arms and toes."""
    emblem: ClassVar[tuple[tuple[str, float, float, float], ...]] = (("6-5", 0, 0, 0),)
    """Some tiles, each with x, y and angle as in a layout."""
    presets: ClassVar[tuple[Preset, ...]] = (STANDARD,)
    """The first is what is played when nothing is said."""
    presets_by_deals: ClassVar[tuple[Preset, ...]] = ()
    """For events in which each deal is a match of its own (see `deal_alone`)."""
    samples: ClassVar[tuple[Sample, ...]]
    """Tables on which the contract of all games is held: the smallest, the largest, odd options; the first is a short
    match of two."""
    quick: ClassVar[Mapping[str, Any]] = {}
    """Options of a match that is soon over."""
    high_wins: ClassVar[bool] = False
    """Whether points are good to have; else they are pips left."""
    perfect: ClassVar[int | None] = None
    """What a deal brings that was won while the other still had everything, where that is told apart (TS1)."""
    drags_at_random: ClassVar[bool] = False
    """Whether a match takes far longer if nobody thinks."""

    @abstractmethod
    def seats(self, options: Mapping[str, Any]) -> range:
        """How many may play."""

    @abstractmethod
    def outcome(
        self, options: Mapping[str, Any], totals: Sequence[int], deals: Sequence[DealResult]
    ) -> MatchResult | None:
        """Who has won by these deals, in order, and their totals; None while the match goes on."""

    @abstractmethod
    def minutes(self, options: Mapping[str, Any], seats: int) -> float:
        """How long a match of players who think a little takes, as it was seen or is to be expected."""

    def settles(self, options: Mapping[str, Any]) -> bool:
        """Whether in the end the differences are settled (KD2)."""
        return False

    def has_fixed_deals(self, options: Mapping[str, Any]) -> bool:
        """Whether every match has the same number of deals, so that two can be compared deal by deal."""
        return self.last_deal(options) is not None

    def deal_alone(self, options: Mapping[str, Any], number: int) -> dict[str, Any] | None:
        """The options of a match that is only deal `number` of one with these; None if it cannot be played alone."""
        return None

    def perfect_deals(self, scores: Sequence[int]) -> int:
        """How many of these deals of one seat were won while the other still had everything."""
        return 0 if self.perfect is None else scores.count(self.perfect)

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


def minutes_at(seats: int, minutes: float) -> float:
    """What takes four players so many minutes, for another number of them."""
    return minutes * (0.5 + seats / 8)
