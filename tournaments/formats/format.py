"""The interface of a format. Each format is one module and one line in `FORMATS`."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from typing import Any, ClassVar

from games.rules import GAMES, Game, Preset
from tournaments.formats.draw import Draw
from tournaments.formats.event import Event, Seating, Standing
from tournaments.formats.plan import Plan
from tournaments.formats.sentence import Sentence


class Format(ABC):
    """A tournament format. Its answers depend only on the arguments; callers seed `rng` to make them reproducible."""

    slug: ClassVar[str]
    name: ClassVar[str]
    """Marked for translation, like `summary`."""
    summary: ClassVar[str]
    uses: ClassVar[frozenset[str]]
    """The fields of a plan that the organiser may choose: `rounds`, `table_size`, `seating`, `cycles`, …"""
    seatings: ClassVar[tuple[str, ...]] = ()
    tie_breaks: ClassVar[tuple[str, ...]] = ()
    """The slugs of the available tie-breaks, in their default order."""
    low_wins: ClassVar[bool] = False
    needs_rounds: ClassVar[bool] = False
    """Tells whether the organiser has to set the number of rounds."""
    by_deals: ClassVar[bool] = False
    """Tells whether every round is a single deal, played as a match of its own."""
    has_bracket: ClassVar[bool] = False
    """Tells whether the loser of a match is out, and a bracket says who meets whom."""
    has_stages: ClassVar[bool] = False
    """Tells whether a qualifying stage is followed by a final."""
    plays_on_alone: ClassVar[bool] = False
    """Tells whether rounds go on even if fewer than two entrants are present, because a bracket waits for nobody."""
    sample: ClassVar[Mapping[str, Any]] = {}
    """Settings with which an organiser, or a simulation, can begin."""
    scores_rounds: ClassVar[bool] = False
    """Tells whether the score is the number of rounds that an entrant has survived."""
    all_meet: ClassVar[bool] = False
    """Tells whether everybody meets everybody, in an order fixed at the start."""
    teams_meet: ClassVar[bool] = False
    """Tells whether teams meet, line against line; `seat` then finds reserves among those present, and `rounds` and
    `table_sizes` assume full teams without reserves."""
    is_rolling: ClassVar[bool] = False
    """Tells whether the event is a single timed round, whose tables open one after another as players become free;
    `seat` then gets an event whose round is running, and seats the players who are free."""

    @abstractmethod
    def admits(self, game: Game) -> bool:
        """Return whether a game can be played in this format, judging by its properties and never by its name."""

    def admits_game_of(self, plan: Plan) -> bool:
        return plan.game in GAMES and self.admits(plan.rules)

    def presets(self, game: Game) -> tuple[Preset, ...]:
        """Return the named ways to play the match of a round; the first is the default."""
        return game.presets

    def lowest_wins(self, plan: Plan) -> bool:
        """Return whether the lowest score wins, which may depend on the plan, as with settlements (KD2)."""
        return self.low_wins

    @abstractmethod
    def check(self, plan: Plan) -> None:
        """Raise PlanError if the plan does not suit the format."""

    @abstractmethod
    def rounds(self, plan: Plan, entrants: int) -> int:
        """Return how many rounds this many entrants play."""

    @abstractmethod
    def table_sizes(self, plan: Plan, present: int) -> tuple[int, ...]:
        """Return the sizes of a round's tables, the largest first; anyone left over has a bye."""

    def seats_allowed(self, plan: Plan) -> range:
        """Return how many may sit at a table."""
        return range(2, 3)

    def options(self, plan: Plan, number: int) -> Mapping[str, Any]:
        """Return the game's options at the tables of round `number`."""
        return plan.options

    @abstractmethod
    def seat(self, event: Event, present: Collection[int], rng: random.Random) -> Seating:
        """Seat the next round; all of `event.rounds` must be over. Never fails, whatever has happened before.

        `present` has the ids of entrants who are there. Others are seated or given byes only where the format requires
        it (a knockout's bracket cannot wait for anybody).
        """

    def can_go_on(self, event: Event, present: Collection[int]) -> bool:
        """Return whether enough entrants are present for another round."""
        return self.plays_on_alone or len(present) > 1

    def next_opponent(self, event: Event, entrant: int) -> int | None:
        """Return the entrant's opponent in the round after `event.rounds`; None if there is none, or not yet."""
        return None

    def is_fixed(self, event: Event) -> bool:
        """Return whether the pairings of the last round are fixed, so that only seats can be exchanged."""
        return self.has_bracket

    def rests_on(self, event: Event, number: int) -> bool:
        """Return whether a later stage that is already seated depends on every result of round `number`."""
        return False

    def still_in(self, event: Event) -> frozenset[int] | None:
        """Return the entrants who can still play, or None if nobody is ever out."""
        if not self.has_bracket:
            return None
        return frozenset(id for draw in self.draws(event) for id in draw.still_in)

    def draws(self, event: Event) -> tuple[Draw, ...]:
        """Return the brackets as far as they are known, the most important first; none in most formats."""
        return ()

    @abstractmethod
    def standings(self, event: Event) -> list[Standing]:
        """Return the current standings of all entrants, the first one first."""

    def uncounted(self, event: Event) -> frozenset[tuple[int, int]]:
        """Return the tables, by round and number, that count for nobody because somebody there has left early."""
        return frozenset()

    @abstractmethod
    def is_over(self, event: Event) -> bool:
        """Return whether there are no more rounds to seat; all rounds so far must be over."""

    @abstractmethod
    def last_round_to_enter(self, plan: Plan, entrants: int) -> int:
        """Return the last round that late entrants may enter; 1 if entering is possible only before the start."""

    def late_scores(self, plan: Plan) -> Mapping[str, str]:
        """Return the choices for how rounds before a late entry count: slugs with descriptions marked for translation,
        the default first. Empty if there is no choice."""
        return {}

    @abstractmethod
    def late_rule(self, plan: Plan) -> Sentence:
        """Explain the rule for late entrants in this format to players who may enter."""

    @abstractmethod
    def why_this_table(self, event: Event, entrant: int) -> list[Sentence]:
        """Explain the entrant's table, or bye, in the last round of `event`."""

    @abstractmethod
    def why_this_rank(self, event: Event, entrant: int) -> list[Sentence]: ...

    @abstractmethod
    def what_is_needed(self, event: Event, entrant: int) -> list[Sentence]:
        """Explain what would still make this entrant first, or improve their rank."""
