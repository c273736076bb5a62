"""The interface of a format: one module for each, one line in `FORMATS`."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from typing import Any, ClassVar

from tournaments.formats.event import Event, Seating, Standing
from tournaments.formats.plan import Plan
from tournaments.formats.sentence import Sentence


class Format(ABC):
    """Every answer depends on the arguments alone; `rng` is seeded by the caller, so that asking twice agrees."""

    slug: ClassVar[str]
    name: ClassVar[str]
    """Marked for translation, as `summary` is."""
    summary: ClassVar[str]
    games: ClassVar[tuple[str, ...]]
    uses: ClassVar[frozenset[str]]
    """The fields of a plan that the organiser chooses: `rounds`, `table_size`, `seating`, `cycles`, ..."""
    seatings: ClassVar[tuple[str, ...]] = ()
    tie_breaks: ClassVar[tuple[str, ...]] = ()
    """Slugs of those that may be chosen, in the usual order."""
    low_wins: ClassVar[bool] = False

    def lowest_wins(self, plan: Plan) -> bool:
        """Where `low_wins` depends on the plan, as with settlements (KD2)."""
        return self.low_wins

    @abstractmethod
    def check(self, plan: Plan) -> None:
        """Raises PlanError."""

    @abstractmethod
    def rounds(self, plan: Plan, entrants: int) -> int:
        """How many rounds so many entrants play."""

    @abstractmethod
    def table_sizes(self, plan: Plan, present: int) -> tuple[int, ...]:
        """The sizes of a round's tables, the largest first; what is missing to `present` has a bye."""

    def options(self, plan: Plan, number: int) -> Mapping[str, Any]:
        """The game's options at the tables of round `number`."""
        return plan.options

    @abstractmethod
    def seat(self, event: Event, present: Collection[int], rng: random.Random) -> Seating:
        """The next round, after `event.rounds`, all of which are over; never fails, whatever has happened before.

        `present`: the ids of those who are there. Others may be named only where the format must (a knockout's
        bracket knows no absence: see `byes`)."""

    def next_opponent(self, event: Event, entrant: int) -> int | None:
        """Whom this entrant is to meet in the round after `event.rounds`, where that is fixed before it is seated; None
        if it is not, or nobody."""
        return None

    @abstractmethod
    def standings(self, event: Event) -> list[Standing]:
        """Of all entrants, the first first, as far as the event has got."""

    @abstractmethod
    def is_over(self, event: Event) -> bool:
        """Whether there is no further round to seat, every round so far being over."""

    @abstractmethod
    def last_round_to_enter(self, plan: Plan, entrants: int) -> int:
        """The last round into which one may still come late; 1 if only before the start."""

    @abstractmethod
    def late_rule(self, plan: Plan) -> Sentence:
        """What coming late means here, said before anyone enters."""

    @abstractmethod
    def why_this_table(self, event: Event, entrant: int) -> list[Sentence]:
        """Of the last round of `event`; of a bye, too."""

    @abstractmethod
    def why_this_rank(self, event: Event, entrant: int) -> list[Sentence]: ...

    @abstractmethod
    def what_is_needed(self, event: Event, entrant: int) -> list[Sentence]:
        """What would still make this entrant first, or lift the rank."""
