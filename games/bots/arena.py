"""The arena: bots of several levels play matches against each other, and their shares of the wins are compared."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import sqrt
from typing import Any

from games.bots.levels import choose_in
from games.rules import Match, Tile

Watch = Callable[[Match, Callable[[], None]], None]
"""Called with a match and a function that makes its next move."""

SURE = 1.96
"""95 % of a normal distribution lies within this many standard deviations."""


@dataclass(frozen=True)
class Contest:
    """Matches of one game between bots. The same seed gives the same matches."""

    game: str
    seats: int
    levels: Sequence[str]
    seed: int
    options: Mapping[str, Any] = field(default_factory=dict)
    version: int | None = None
    """The version of the rules; None for the current one."""

    def open_match(self) -> Match:
        """Open a match. Raises `OptionsError`."""
        return Match(self.game, self.seats, self.options, self.version)

    def levels_at(self, number: int) -> list[str]:
        """Return the level of each seat in match `number`; levels rotate by one seat from match to match."""
        return [self.levels[(seat + number) % len(self.levels)] for seat in range(self.seats)]

    def play(self, number: int, watch: Watch | None = None) -> Match:
        """Play match `number` to its end; if `watch` is given, it has to make each move. The decks do not depend on the
        levels."""
        match, levels = self.open_match(), self.levels_at(number)
        decks = random.Random(f"decks {self.seed} {number}")
        thoughts = random.Random(f"thoughts {self.seed} {number}")
        while match.result is None:
            deal = match.start_deal(shuffled_deck(match, decks))
            while deal.result is None:
                move = partial(self._move, match, levels[deal.turn], thoughts)
                if watch:
                    watch(match, move)
                else:
                    move()
        return match

    def _move(self, match: Match, level: str, rng: random.Random) -> None:
        assert match.deal is not None
        match.play(choose_in(match.deal, level, rng))


def shuffled_deck(match: Match, rng: random.Random) -> list[Tile]:
    return rng.sample(match.tiles, len(match.tiles))


@dataclass
class Tally:
    """The wins of each level; a shared win is split among its winners."""

    matches: int = 0
    wins: dict[str, float] = field(default_factory=dict)
    par: dict[str, float] = field(default_factory=dict)
    """The wins that each level would have if all were equally strong."""

    def add(self, levels: Sequence[str], winners: Sequence[int]) -> None:
        self.matches += 1
        for level in levels:
            self.wins.setdefault(level, 0)
            self.par[level] = self.par.get(level, 0) + 1 / len(levels)
        for seat in winners:
            self.wins[levels[seat]] += 1 / len(winners)

    def lines(self) -> Iterator[str]:
        """Yield a line for each level: its share of the wins, the 95 % interval, and the share at equal strength."""
        for level, wins in sorted(self.wins.items(), key=lambda item: -item[1]):
            low, high = wilson(wins, self.matches)
            par = self.par[level] / self.matches
            yield f"{level:<8} {wins / self.matches:6.1%}  [{low:.1%}, {high:.1%}]  par {par:.1%}"


def wilson(wins: float, matches: int) -> tuple[float, float]:
    """Return the 95 % Wilson interval of a share, which is also valid for few matches and for shares near 0 and 1."""
    share = wins / matches
    spread = SURE**2 / matches
    middle = share + spread / 2
    half = sqrt(spread * (share * (1 - share) + spread / 4))
    return max(0.0, (middle - half) / (1 + spread)), min(1.0, (middle + half) / (1 + spread))
