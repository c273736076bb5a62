"""Descending doubles and table rounds: events at tables of any number of seats.

`results` has the rules for scoring, byes and missed rounds; see also `tie_breaks`, `sizes` and `seating`. Entrants may
come late to any round, even the last; the plan says how the rounds before count (`late`).
"""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from games.rules import Game, Preset
from tournaments.formats.event import Event, SeatedTable, Seating, Standing
from tournaments.formats.format import Format
from tournaments.formats.handicap import HANDICAP
from tournaments.formats.late import MISSED
from tournaments.formats.partners import partners, together
from tournaments.formats.plan import Plan, PlanError
from tournaments.formats.sentence import Sentence, gettext_noop
from tournaments.formats.tables import reasons, seating
from tournaments.formats.tables import texts as words
from tournaments.formats.tables.history import Past
from tournaments.formats.tables.results import results
from tournaments.formats.tables.sizes import seats_served, sizes
from tournaments.formats.tables.standings import chosen, standings

SPREAD, STANDINGS, RANDOM, FIXED = "spread", "standings", "random", "fixed"
MOST_ROUNDS = 100


class TableFormat(Format):
    """The base class of formats at tables of any size."""

    seatings = (SPREAD, STANDINGS, RANDOM, FIXED)
    low_wins = True

    @abstractmethod
    def most_rounds(self, plan: Plan) -> int:
        """Return the largest possible number of rounds."""

    @abstractmethod
    def too_many_rounds(self, plan: Plan) -> Sentence: ...

    def check(self, plan: Plan) -> None:
        if not self.admits_game_of(plan):
            raise PlanError("game", Sentence(words.NOT_FOR_THIS_GAME))
        served = seats_served(plan)
        if plan.table_size not in served:
            raise PlanError("table_size", words.sizes_served(served))
        if plan.seating not in self.seatings:
            raise PlanError("seating", Sentence(words.NO_SUCH_SEATING))
        if any(slug not in self.tie_breaks for slug in plan.tie_breaks):
            raise PlanError("tie_breaks", Sentence(words.NO_SUCH_TIE_BREAK))
        if plan.duplicate and not plan.rules.has_fixed_deals(plan.options):
            raise PlanError("duplicate", Sentence(words.DUPLICATE_NEEDS_DEALS))
        if not 0 <= plan.rounds <= self.most_rounds(plan) or self.rounds(plan, 0) < 1:
            raise PlanError("rounds", self.too_many_rounds(plan))

    def lowest_wins(self, plan: Plan) -> bool:
        """Return whether the lowest score wins; with settlements, the highest does (KD2)."""
        return not plan.rules.settles(plan.options)

    def table_sizes(self, plan: Plan, present: int) -> tuple[int, ...]:
        return sizes(plan, present)

    def seats_allowed(self, plan: Plan) -> range:
        return seats_served(plan)

    def seat(self, event: Event, present: Collection[int], rng: random.Random) -> Seating:
        there = set(present)
        people = [
            one.id for one in sorted(event.entrants, key=lambda one: one.seed) if one.id in there and not one.is_out
        ]
        event = replace(event, apart=event.apart | partners(event))
        past, ranks = Past(event.rounds), self._ranks(event)
        parts = self.table_sizes(event.plan, len(people))
        sitting_out = seating.byes(past, people, len(people) - sum(parts), rng)
        seated = [one for one in people if one not in sitting_out]
        circles = self._circles(event, past, ranks, seated, parts, rng) if parts else []
        return Seating(
            tables=tuple(
                SeatedTable(
                    seating.on_seats(past, circle, rng),
                    (*words.of_table(event.plan, past, circle, ranks), *together(event, circle)),
                )
                for circle in circles
            ),
            byes=tuple((one, words.of_bye(len(people), parts)) for one in people if one in sitting_out),
        )

    def _circles(
        self,
        event: Event,
        past: Past,
        ranks: dict[int, int],
        people: list[int],
        parts: tuple[int, ...],
        rng: random.Random,
    ) -> list[list[int]]:
        """Return the tables, the leaders' first; with fixed seating, in their old order."""
        match event.plan.seating:
            case "fixed":
                return seating.in_old_order(past, seating.fixed(past, people, parts, rng, event.apart))
            case "standings":
                return seating.by_standings(ranks, people, parts, rng, event.apart)
            case "random":
                circles = seating.by_lot(people, parts, rng, event.apart)
            case _:
                left = self.rounds(event.plan, len(event.entrants)) - len(event.rounds)
                circles = seating.spread(past, people, parts, left > 1, rng, event.apart)
        return sorted(circles, key=lambda circle: sorted(ranks[one] for one in circle))

    def _ranks(self, event: Event) -> dict[int, int]:
        return {one.entrant: one.rank for one in self.standings(event)}

    def standings(self, event: Event) -> list[Standing]:
        low_wins = self.lowest_wins(event.plan)
        return standings(event, results(event, low_wins), low_wins, chosen(event.plan.tie_breaks, self.tie_breaks))

    def _situation(self, event: Event, entrant: int) -> reasons.Situation:
        low_wins = self.lowest_wins(event.plan)
        return reasons.Situation(
            event=event,
            who=entrant,
            rounds=self.rounds(event.plan, len(event.entrants)),
            low_wins=low_wins,
            is_over=self.is_over(event),
            of_all=results(event, low_wins),
            standings=self.standings(event),
        )

    def is_over(self, event: Event) -> bool:
        """Return whether the last round is over, or fewer than two entrants are left."""
        still_in = sum(not one.is_out for one in event.entrants)
        return len(event.rounds) >= self.rounds(event.plan, len(event.entrants)) or still_in < 2

    def last_round_to_enter(self, plan: Plan, entrants: int) -> int:
        return self.rounds(plan, entrants)

    def late_scores(self, plan: Plan) -> Mapping[str, str]:
        return words.LATE_SCORES

    def late_rule(self, plan: Plan) -> Sentence:
        low, high = words.LATE.get(plan.late_score, words.LATE[MISSED])
        return Sentence(low if self.lowest_wins(plan) else high)

    def why_this_table(self, event: Event, entrant: int) -> list[Sentence]:
        before = self._ranks(replace(event, rounds=event.rounds[:-1]))
        return words.why_this_table(event, before, entrant)

    def why_this_rank(self, event: Event, entrant: int) -> list[Sentence]:
        return reasons.why_this_rank(self._situation(event, entrant))

    def what_is_needed(self, event: Event, entrant: int) -> list[Sentence]:
        return reasons.what_is_needed(self._situation(event, entrant))


class DescendingDoubles(TableFormat):
    """Every round is one deal (CF3): round k starts with the k-th highest double of the plan."""

    slug = "descending-doubles"
    name = gettext_noop("Descending doubles")
    summary = gettext_noop(
        "Every round is one deal with the next lower double, at a new table each time. The fewest points win."
    )
    uses = frozenset({"rounds", "table_size", "seating", "duplicate", "tie_breaks", "teams", HANDICAP, "handicap_most"})
    tie_breaks = ("zero-deals", "lowest-deal")
    by_deals = True

    def admits(self, game: Game) -> bool:
        """Return whether the game's deals can be played one by one, each different from the others."""
        return game.deal_alone(game.complete({}), 1) is not None

    def presets(self, game: Game) -> tuple[Preset, ...]:
        return game.presets_by_deals or game.presets

    def rounds(self, plan: Plan, entrants: int) -> int:
        return min(plan.rounds or self.most_rounds(plan), self.most_rounds(plan))

    def most_rounds(self, plan: Plan) -> int:
        return plan.rules.last_deal(plan.options) or 1

    def too_many_rounds(self, plan: Plan) -> Sentence:
        return Sentence(words.DOUBLES, {"most": self.most_rounds(plan)})

    def options(self, plan: Plan, number: int) -> Mapping[str, Any]:
        return plan.rules.deal_alone(plan.options, number) or plan.options


class TableRounds(TableFormat):
    """Every round is a match with the options of the plan."""

    slug = "table-rounds"
    name = gettext_noop("Table rounds")
    summary = gettext_noop(
        "Every round is a match at a new table. The fewest points in all rounds win, or the highest settlement."
    )
    uses = frozenset({"rounds", "table_size", "seating", "duplicate", "tie_breaks", "teams", HANDICAP, "handicap_most"})
    tie_breaks = ("rounds-won", "best-round", "zero-deals", "lowest-deal")
    needs_rounds = True

    def admits(self, game: Game) -> bool:
        """Return whether more than two can play, and points are the pips left in hand."""
        return game.seats(game.complete({}))[-1] > 2 and not game.high_wins

    def rounds(self, plan: Plan, entrants: int) -> int:
        return min(plan.rounds, self.most_rounds(plan))

    def most_rounds(self, plan: Plan) -> int:
        return MOST_ROUNDS

    def too_many_rounds(self, plan: Plan) -> Sentence:
        return Sentence(words.ROUNDS, {"most": self.most_rounds(plan)})
