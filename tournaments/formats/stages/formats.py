"""Events in stages: a qualifying stage in one or several groups, then a final for those who go on.

`split` decides on the groups and on who goes on. The standings begin with the finalists in the order of the final, then
come those of the consolation, if there is one, then all others by their place in the group and their score. Finalists
who are level in the final are in the order of the qualifying.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from games.rules import Game, Preset
from tournaments.formats.draw import CONSOLATION, Draw
from tournaments.formats.duels.swiss import Swiss
from tournaments.formats.event import Event, SeatedTable, Seating, Standing
from tournaments.formats.format import Format
from tournaments.formats.plan import Plan, PlanError
from tournaments.formats.sentence import Sentence, gettext_noop
from tournaments.formats.stages import reasons
from tournaments.formats.stages.ranking import standings
from tournaments.formats.stages.split import (
    QUALIFYING_IN_GROUPS,
    Split,
    deciding_plan,
    qualifying_plan,
    qualifying_rounds,
)
from tournaments.formats.tables.formats import TableFormat

MOST_GROUPS, MOST_ADVANCING = 16, 64


class Stages(Format):
    """A qualifying stage and a final, each in a format of the organiser's choice. `formats` has the available ones."""

    slug = "stages"
    name = gettext_noop("Qualifying and final")
    summary = gettext_noop("First everybody plays, in groups if you like; then the best play a final.")
    uses = frozenset(
        {
            "qualifying", "groups", "advancing", "deciding", "deciding_rounds",
            "rounds", "table_size", "seating", "cycles", "third_place", "consolation",
        }
    )  # fmt: skip
    needs_rounds = True
    seatings: ClassVar[tuple[str, ...]] = TableFormat.seatings
    has_stages = True
    plays_on_alone = True
    sample: ClassVar[Mapping[str, Any]] = {
        "qualifying": "swiss", "groups": 1, "advancing": 4, "deciding": "knockout", "deciding_rounds": 1
    }  # fmt: skip

    def __init__(self, formats: Mapping[str, Format]) -> None:
        self.formats = formats

    def _plan(self, plan: Plan) -> Plan:
        """Return the plan as this format reads it."""
        return replace(plan, duplicate=False, tie_breaks=())

    def _qualifying(self, plan: Plan) -> Format:
        return self.formats[plan.qualifying]

    def _deciding(self, plan: Plan) -> Format:
        return self.formats[plan.deciding]

    def split(self, event: Event) -> Split:
        plan = self._plan(event.plan)
        return Split(replace(event, plan=plan), self._qualifying(plan), self._deciding(plan))

    # --- Plans ---

    def stages(self, game: Game) -> tuple[list[Format], list[Format]]:
        """Return the formats to choose from for the qualifying, and for the final."""
        admitting = [one for one in self.formats.values() if one.admits(game)]
        return [one for one in admitting if one.slug in QUALIFYING_IN_GROUPS], admitting

    def admits(self, game: Game) -> bool:
        return any(one.admits(game) for one in self.formats.values())

    def presets(self, game: Game) -> tuple[Preset, ...]:
        return game.presets

    def check(self, plan: Plan) -> None:
        plan = self._plan(plan)
        if not self.admits_game_of(plan):
            raise PlanError("game", Sentence(gettext_noop("This game cannot be played in this format.")))
        if plan.qualifying not in QUALIFYING_IN_GROUPS or not self._qualifying(plan).admits_game_of(plan):
            raise PlanError("qualifying", Sentence(gettext_noop("The qualifying cannot be played in this format.")))
        if plan.deciding not in self.formats or not self._deciding(plan).admits_game_of(plan):
            raise PlanError("deciding", Sentence(gettext_noop("The final cannot be played in this format.")))
        if self._deciding(plan).by_deals and not self._qualifying(plan).seatings:
            template = gettext_noop("A final by single deals follows only on a qualifying at tables.")
            raise PlanError("deciding", Sentence(template))
        if not 1 <= plan.groups <= MOST_GROUPS:
            template = gettext_noop("There can be 1 to {most} groups.")
            raise PlanError("groups", Sentence(template, {"most": MOST_GROUPS}))
        if not max(2, plan.groups) <= plan.advancing <= MOST_ADVANCING:
            template = gettext_noop("From {least} to {most} can go on: at least one of each group.")
            raise PlanError("advancing", Sentence(template, {"least": max(2, plan.groups), "most": MOST_ADVANCING}))
        self._qualifying(plan).check(qualifying_plan(plan))
        try:
            self._deciding(plan).check(deciding_plan(plan))
        except PlanError as error:
            raise PlanError("deciding_rounds" if error.at == "rounds" else error.at, error.sentence) from error

    def rounds(self, plan: Plan, entrants: int) -> int:
        plan = self._plan(plan)
        deciding, its = self._deciding(plan), deciding_plan(plan)
        others = max(0, entrants - plan.advancing)
        consolation = deciding.rounds(its, others) if plan.consolation and others else 0
        final = deciding.rounds(its, min(plan.advancing, entrants))
        return self._length(plan, entrants) + max(final, consolation)

    def _length(self, plan: Plan, entrants: int) -> int:
        return qualifying_rounds(self._qualifying(plan), qualifying_plan(plan), entrants)

    def table_sizes(self, plan: Plan, present: int) -> tuple[int, ...]:
        plan = self._plan(plan)
        size, more = divmod(present, plan.groups)
        groups = [size + 1] * more + [size] * (plan.groups - more)
        qualifying, its = self._qualifying(plan), qualifying_plan(plan)
        return tuple(sorted((one for group in groups for one in qualifying.table_sizes(its, group)), reverse=True))

    def seats_allowed(self, plan: Plan) -> range:
        return self._qualifying(self._plan(plan)).seats_allowed(qualifying_plan(self._plan(plan)))

    def options(self, plan: Plan, number: int) -> Mapping[str, Any]:
        plan = self._plan(plan)
        if not self._qualifying(plan).seatings:
            return plan.options
        length = self._length(plan, 0)  # at tables, the length does not depend on the entrants
        if number <= length:
            return self._qualifying(plan).options(qualifying_plan(plan), number)
        return self._deciding(plan).options(deciding_plan(plan), number - length)

    def last_round_to_enter(self, plan: Plan, entrants: int) -> int:
        plan = self._plan(plan)
        return self._qualifying(plan).last_round_to_enter(qualifying_plan(plan), -(-entrants // plan.groups))

    def late_scores(self, plan: Plan) -> Mapping[str, str]:
        plan = self._plan(plan)
        return self._qualifying(plan).late_scores(qualifying_plan(plan)) if plan.qualifying else {}

    def late_rule(self, plan: Plan) -> Sentence:
        plan = self._plan(plan)
        return self._qualifying(plan).late_rule(qualifying_plan(plan))

    # --- Seating ---

    def seat(self, event: Event, present: Collection[int], rng: random.Random) -> Seating:
        split = self.split(event)
        if len(event.rounds) >= split.length:
            seatings = [self._seated(split.deciding, stage, present, rng) for stage in split.last_stages]
            return _together(seatings)
        seatings = []
        for at, group in enumerate(split.groups):
            if len(group.rounds) < len(event.rounds) or split.qualifying.is_over(group):
                byes = tuple(one.id for one in group.entrants if one.id in set(present) and not one.is_out)
                seatings.append(Seating((), tuple((id, reasons.group_is_done(id)) for id in byes)))
                continue
            seating = self._seated(split.qualifying, group, present, rng)
            seatings.append(_of_group(seating, at) if len(split.groups) > 1 else seating)
        return _together(seatings)

    def _seated(self, format: Format, part: Event, present: Collection[int], rng: random.Random) -> Seating:
        if format.is_over(part):
            return Seating(())
        ids = {one.id for one in part.entrants}
        return format.seat(part, [id for id in present if id in ids], rng)

    def is_over(self, event: Event) -> bool:
        split = self.split(event)
        return len(event.rounds) >= split.length and all(map(split.deciding.is_over, split.last_stages))

    def is_fixed(self, event: Event) -> bool:
        split = self.split(event)
        return len(split.groups) > 1 or not split.is_qualifying or split.qualifying.all_meet

    def rests_on(self, event: Event, number: int) -> bool:
        split = self.split(event)
        return not split.is_qualifying and number <= split.length

    def next_opponent(self, event: Event, entrant: int) -> int | None:
        split = self.split(event)
        if len(event.rounds) >= split.length:
            return None
        return split.qualifying.next_opponent(split.groups[split.group_of(entrant)], entrant)

    # --- Standings and reasons ---

    def standings(self, event: Event) -> list[Standing]:
        return standings(self.split(event))

    def uncounted(self, event: Event) -> frozenset[tuple[int, int]]:
        split = self.split(event)
        first = (table for group in split.groups for table in split.qualifying.uncounted(group))
        last = (table for stage in split.last_stages for table in split.deciding.uncounted(stage))
        return frozenset((*first, *((number + split.length, table) for number, table in last)))

    def draws(self, event: Event) -> tuple[Draw, ...]:
        split = self.split(event)
        return tuple(
            replace(draw, first=draw.first + split.length, kind=CONSOLATION if at else draw.kind)
            for at, stage in enumerate(split.last_stages)
            for draw in split.deciding.draws(stage)
        )

    def still_in(self, event: Event) -> frozenset[int] | None:
        split = self.split(event)
        if not split.is_decided:
            return None
        return frozenset(id for stage in split.last_stages for id in self._still_in(split.deciding, stage))

    def _still_in(self, format: Format, stage: Event) -> Collection[int]:
        found = format.still_in(stage)
        return [one.id for one in stage.entrants] if found is None else found

    def why_this_table(self, event: Event, entrant: int) -> list[Sentence]:
        return reasons.why_this_table(self.split(event), entrant)

    def why_this_rank(self, event: Event, entrant: int) -> list[Sentence]:
        return reasons.why_this_rank(self.split(event), entrant)

    def what_is_needed(self, event: Event, entrant: int) -> list[Sentence]:
        return reasons.what_is_needed(self.split(event), entrant)


class SwissCut(Stages):
    slug = "swiss-cut"
    name = gettext_noop("Swiss with a final bracket")
    summary = gettext_noop("Some rounds of Swiss for everybody; then the best play a knockout.")
    uses = frozenset({"rounds", "advancing", "third_place", "consolation", "tie_breaks"})
    tie_breaks = tuple(slug for slug in Swiss.tie_breaks if slug != "duplicate")
    usual = Swiss.usual
    seatings = ()
    needs_rounds = False
    sample: ClassVar[Mapping[str, Any]] = {"advancing": 4}

    def _plan(self, plan: Plan) -> Plan:
        return replace(plan, qualifying="swiss", groups=1, deciding="knockout", deciding_rounds=0, duplicate=False)

    def admits(self, game: Game) -> bool:
        return self.formats["swiss"].admits(game)


def _together(seatings: Collection[Seating]) -> Seating:
    return Seating(
        tuple(table for seating in seatings for table in seating.tables),
        tuple(bye for seating in seatings for bye in seating.byes),
    )


def _of_group(seating: Seating, group: int) -> Seating:
    """Return the seating with the group named first among the reasons."""
    tables = tuple(SeatedTable(table.entrants, (reasons.in_group(group), *table.why)) for table in seating.tables)
    return Seating(tables, seating.byes)
