"""The arena: bots of several levels play matches against each other, and the shares of the wins tell who is better."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from games.bots.levels import choose
from games.rules import Match, Tile

SURE = 1.96
"""Standard deviations that 95 % of a normal distribution lie within."""


@dataclass(frozen=True)
class Contest:
    """Matches of one game between bots; the same seed plays the same matches."""

    game: str
    seats: int
    levels: Sequence[str]
    seed: int
    options: Mapping[str, Any] = field(default_factory=dict)
    version: int | None = None
    """Of the rules; the current one if None."""

    def open_match(self) -> Match:
        """Raises `OptionsError`."""
        return Match(self.game, self.seats, self.options, self.version)

    def levels_at(self, number: int) -> list[str]:
        """The level of each seat in match `number`: dealt in turn, and moved on by a seat from match to match."""
        return [self.levels[(seat + number) % len(self.levels)] for seat in range(self.seats)]

    def play(self, number: int) -> Match:
        """Match `number`, played to its end. Its decks do not depend on the levels."""
        match, levels = self.open_match(), self.levels_at(number)
        decks = random.Random(f"decks {self.seed} {number}")
        thoughts = random.Random(f"thoughts {self.seed} {number}")
        while match.result is None:
            deal = match.start_deal(shuffled_deck(match, decks))
            while deal.result is None:
                match.play(choose(deal.view(deal.turn), levels[deal.turn], thoughts))
        return match


def shuffled_deck(match: Match, rng: random.Random) -> list[Tile]:
    return rng.sample(match.tiles, len(match.tiles))


@dataclass
class Tally:
    """Who has won how much: shared wins are split among the seats that share them."""

    matches: int = 0
    wins: dict[str, float] = field(default_factory=dict)
    par: dict[str, float] = field(default_factory=dict)
    """The wins that each level would have if all played equally well."""

    def add(self, levels: Sequence[str], winners: Sequence[int]) -> None:
        self.matches += 1
        for level in levels:
            self.wins.setdefault(level, 0)
            self.par[level] = self.par.get(level, 0) + 1 / len(levels)
        for seat in winners:
            self.wins[levels[seat]] += 1 / len(winners)

    def lines(self) -> Iterator[str]:
        """A line for each level: its share of the wins, within what bounds that is sure, and what would be par."""
        for level, wins in sorted(self.wins.items(), key=lambda item: -item[1]):
            low, high = wilson(wins, self.matches)
            par = self.par[level] / self.matches
            yield f"{level:<8} {wins / self.matches:6.1%}  [{low:.1%}, {high:.1%}]  par {par:.1%}"


def wilson(wins: float, matches: int) -> tuple[float, float]:
    """The 95 % interval of a share, after Wilson: right for few matches and for shares near 0 and 1 too."""
    share = wins / matches
    spread = SURE**2 / matches
    middle = share + spread / 2
    half = sqrt(spread * (share * (1 - share) + spread / 4))
    return max(0.0, (middle - half) / (1 + spread)), min(1.0, (middle + half) / (1 + spread))
