"""A game as a whole: its name, options and tiles, and how deals decide a match."""

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
    """Options or seats that a game does not have; the message is one plain sentence."""


class Option(NamedTuple):
    """The allowed values of an option, and its default."""

    values: Sequence[Value]
    default: Value
    label: str = ""
    """Marked for translation, like `words`. An option without a label is shown by its name."""
    words: Mapping[Value, str] = {}
    """Labels of values that are not self-explanatory."""


class Preset(NamedTuple):
    """A named way to play. `name` and `words` are marked for translation."""

    key: str
    name: str
    words: str
    options: Mapping[str, Any] = {}
    for_many: Mapping[str, Any] = {}
    """The options if there are more players than `options` allow."""

    def options_for(self, rules: Game, seats: int) -> dict[str, Any]:
        """Return all options, complete, for this number of players."""
        few = rules.complete(self.options)
        return few if seats in rules.seats(few) else rules.complete(self.for_many)


class Sample(NamedTuple):
    """A table at which the game can be played, for tests."""

    seats: int
    options: Mapping[str, Any]


STANDARD = Preset("standard", gettext_noop("As usual"), gettext_noop("All rules as they are usually played."))


@dataclass(frozen=True, slots=True)
class MatchResult:
    """How a match ended. `settlement` is only set where differences are settled (KD2)."""

    totals: tuple[int, ...]
    winners: tuple[int, ...]
    settlement: tuple[int, ...] | None = None


class Game(ABC):
    """One version of one game: the rules of its matches, and everything the rest of the site needs to know about it.

    Never compare slugs: whatever differs between games is an attribute or a method here.
    """

    slug: ClassVar[str]
    version: ClassVar[int] = 1
    """The version of the rules. A match is replayed under the version it was opened with (see `registry`)."""
    name: ClassVar[str]
    tagline: ClassVar[str] = ""
    """One sentence, marked for translation."""
    options: ClassVar[Mapping[str, Option]]
    briefs: ClassVar[Mapping[str, str]] = {}
    """Options with their %(value)s in a few words, marked for translation; a key such as `games=1` is for one value."""
    sample_move: ClassVar[str] = "5-3@R"
    """A move as text, as an example for players who type theirs."""
    deal: ClassVar[type[Deal]]
    shape: ClassVar[str] = "line"
    """The shape of its layouts: a `line` with two ends, or a `tree` of arms and toes."""
    emblem: ClassVar[tuple[tuple[str, float, float, float], ...]] = (("6-5", 0, 0, 0),)
    """Tiles for the game's emblem, each with x, y and angle as in a layout."""
    presets: ClassVar[tuple[Preset, ...]] = (STANDARD,)
    """The first one is the default."""
    presets_by_deals: ClassVar[tuple[Preset, ...]] = ()
    """Presets for events in which each deal is a match of its own (see `deal_alone`)."""
    samples: ClassVar[tuple[Sample, ...]]
    """Tables for the contract tests that every game passes: the smallest, the largest, unusual options. The first is a
    short match for two."""
    quick: ClassVar[Mapping[str, Any]] = {}
    """Options of a short match."""
    high_wins: ClassVar[bool] = False
    """Tells whether the highest total wins; otherwise points are the pips left in hand, and the lowest wins."""
    perfect: ClassVar[int | None] = None
    """The score of a deal won before the opponent got rid of any tile, in games that reward this (TS1)."""
    touching_halves_match: ClassVar[bool] = True
    """Tells whether touching halves always show the same number (in Kardinaldomino they add up to seven)."""
    drags_at_random: ClassVar[bool] = False
    """Tells whether a match takes far longer when moves are random."""

    final_totals: ClassVar[str] = ""
    """A sentence that says which totals a match can end with, shown when others are refused. Marked for translation,
    with the options as placeholders; empty if all totals are possible."""

    @abstractmethod
    def seats(self, options: Mapping[str, Any]) -> range:
        """Return the possible numbers of seats."""

    @abstractmethod
    def outcome(
        self, options: Mapping[str, Any], totals: Sequence[int], deals: Sequence[DealResult]
    ) -> MatchResult | None:
        """Return the result after these deals (in order, with their totals), or None while the match goes on."""

    @abstractmethod
    def minutes(self, options: Mapping[str, Any], seats: int) -> float:
        """Return how many minutes a match usually takes, measured or estimated, between players who think a little."""

    def can_have(self, options: Mapping[str, Any], totals: Sequence[int]) -> bool:
        """Return whether a match can have these totals while it is played, or at its end."""
        return True

    def can_end_with(self, options: Mapping[str, Any], totals: Sequence[int]) -> bool:
        """Return whether a match that is played to its end can have these totals."""
        return True

    def settles(self, options: Mapping[str, Any]) -> bool:
        """Return whether the differences are settled at the end (KD2)."""
        return False

    def has_fixed_deals(self, options: Mapping[str, Any]) -> bool:
        """Return whether every match has the same number of deals, so that two can be compared deal by deal."""
        return self.last_deal(options) is not None

    def deal_alone(self, options: Mapping[str, Any], number: int) -> dict[str, Any] | None:
        """Return the options of a match that consists of deal `number` alone, or None if it cannot be played alone."""
        return None

    def perfect_deals(self, scores: Sequence[int]) -> int:
        """Return how many of one seat's deals had the score `perfect`."""
        return 0 if self.perfect is None else scores.count(self.perfect)

    def set_of(self, options: Mapping[str, Any]) -> int:
        """Return the highest number of pips in the set."""
        return 6

    def tiles(self, options: Mapping[str, Any]) -> tuple[Tile, ...]:
        return full_set(self.set_of(options))

    def first(self, previous: Deal | None) -> int:
        """Return the seat that draws first when a starter must be found (CF6); 0 in games without such draws."""
        return 0

    def last_deal(self, options: Mapping[str, Any]) -> int | None:
        """Return the number of the last deal if it is fixed beforehand (CF3), else None."""
        return None

    def non_default_options(self, options: Mapping[str, Any]) -> dict[str, Value]:
        """Return the options that differ from their defaults, which may depend on the options before them."""
        return {name: value for name, value in options.items() if value != self.option(name, options).default}

    def option(self, name: str, chosen: Mapping[str, Any]) -> Option:
        """Return the values of an option, which may depend on the options before it."""
        return self.options[name]

    def complete(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return all options, defaults filled in. Raises `OptionsError` for an unknown option or a value out of
        range."""
        for name in given:
            if name not in self.options:
                raise OptionsError(f"{self.name} has no option {quoted(name)}.")
        chosen: dict[str, Any] = {}
        for name in self.options:
            option = self.option(name, chosen)
            value = given.get(name, option.default)
            if type(value) not in (int, str) or value not in option.values:
                raise OptionsError(f'The option "{name}" of {self.name} cannot be {quoted(value)}.')
            chosen[name] = value
        return chosen

    def check_seats(self, seats: int, options: Mapping[str, Any]) -> None:
        allowed = self.seats(options)
        if type(seats) is not int or seats not in allowed:
            raise OptionsError(f"{self.name} with these options is for {allowed[0]} to {allowed[-1]} players.")


def minutes_at(seats: int, minutes: float) -> float:
    """Return the minutes for this number of seats, given those for four."""
    return minutes * (0.5 + seats / 8)
