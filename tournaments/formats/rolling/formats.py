"""Rolling tables as a format."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping
from typing import Any, ClassVar

from games.rules import Game
from tournaments.formats.event import Event, Seating, Standing
from tournaments.formats.format import Format
from tournaments.formats.plan import Plan, PlanError
from tournaments.formats.rolling import points, reasons, seating
from tournaments.formats.sentence import Sentence, gettext_noop
from tournaments.formats.tables import texts
from tournaments.formats.tables.sizes import seats_served

LATE = gettext_noop("You can join, take a break and come back whenever you like: only what you play counts.")
NO_DUPLICATE = gettext_noop("Rolling tables cannot have the same tiles at all tables.")


class RollingTables(Format):
    """A single timed round, in which free players are seated together; each table scores points by place."""

    slug = "rolling"
    name = gettext_noop("Rolling tables")
    summary = gettext_noop(
        "Until the time is up, whoever is free is seated at once with others who are free. A table brings points by "
        "place; whoever wins three in a row gets more."
    )
    uses = frozenset({"table_size", "fills_up", "plays_out"})
    is_rolling = True
    sample: ClassVar[Mapping[str, Any]] = {"round_minutes": 15, "break_seconds": 10}

    def admits(self, game: Game) -> bool:
        return True

    def check(self, plan: Plan) -> None:
        if not self.admits_game_of(plan):
            raise PlanError("game", Sentence(texts.NOT_FOR_THIS_GAME))
        served = seats_served(plan)
        if plan.table_size not in served:
            raise PlanError("table_size", texts.sizes_served(served))
        if plan.duplicate:
            raise PlanError("duplicate", Sentence(NO_DUPLICATE))

    def rounds(self, plan: Plan, entrants: int) -> int:
        return 1

    def table_sizes(self, plan: Plan, present: int) -> tuple[int, ...]:
        return seating.sizes(plan, present)

    def seats_allowed(self, plan: Plan) -> range:
        return seats_served(plan)

    def seat(self, event: Event, present: Collection[int], rng: random.Random) -> Seating:
        return seating.seat(event, present, rng)

    def standings(self, event: Event) -> list[Standing]:
        return points.standings(event)

    def is_over(self, event: Event) -> bool:
        return bool(event.rounds)

    def last_round_to_enter(self, plan: Plan, entrants: int) -> int:
        """Return a round after the only one, since players may enter as long as it runs."""
        return 2

    def late_rule(self, plan: Plan) -> Sentence:
        return Sentence(LATE)

    def why_this_table(self, event: Event, entrant: int) -> list[Sentence]:
        return reasons.why_this_table(event, entrant)

    def why_this_rank(self, event: Event, entrant: int) -> list[Sentence]:
        return reasons.why_this_rank(event, entrant)

    def what_is_needed(self, event: Event, entrant: int) -> list[Sentence]:
        return reasons.what_is_needed(event, entrant)
