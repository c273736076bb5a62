"""Knockout: who wins goes on, who loses is out."""

from __future__ import annotations

import random
from collections.abc import Collection

from tournaments.formats.bracket import bracket, rounds_of
from tournaments.formats.duels import Duels, willing
from tournaments.formats.event import Event, SeatedTable, Seating, Standing, Value
from tournaments.formats.history import History
from tournaments.formats.plan import Plan
from tournaments.formats.ranking import written
from tournaments.formats.sentence import Sentence, gettext_noop


class Knockout(Duels):
    slug = "knockout"
    name = gettext_noop("Knockout")
    summary = gettext_noop("Who wins goes on to the next round, who loses is out.")
    uses = frozenset({"third_place", "duplicate"})

    def rounds(self, plan: Plan, entrants: int) -> int:
        return rounds_of(entrants)

    def table_sizes(self, plan: Plan, present: int) -> tuple[int, ...]:
        """Of a first round: only as many play as leave a power of two."""
        return (2,) * (present - 2 ** (rounds_of(present) - 1)) if present > 1 else ()

    def seat(self, event: Event, present: Collection[int], rng: random.Random) -> Seating:
        there = set(willing(event, present))
        drawn = bracket(event)
        number = len(event.rounds)
        if number >= len(drawn.rounds):
            return Seating(())
        slots = list(drawn.rounds[number])
        if number == len(drawn.rounds) - 1 and drawn.third:
            slots.append(drawn.third)
        tables, byes = [], []
        for slot in slots:
            found = tuple(id for id in slot.entrants if id in there)
            if len(found) == 2:
                tables.append(SeatedTable(found))
            elif found:
                byes.append((found[0], Sentence(gettext_noop("You go on without a match."))))
        return Seating(tuple(tables), tuple(byes))

    def standings(self, event: Event) -> list[Standing]:
        history = History(event)
        drawn = bracket(event)
        won = dict.fromkeys(history.entrants, 0)
        for slots in drawn.rounds:
            for slot in slots:
                if slot.winner is not None:
                    won[slot.winner] += 1
        ordered = sorted(won, key=lambda id: (-won[id], history.seed(id)))
        standings: list[Standing] = []
        for id in ordered:
            rank = 1 + sum(other > won[id] for other in won.values())
            standings.append(
                Standing(
                    id,
                    rank,
                    Value("rounds-won", won[id], str(won[id])),
                    rounds=tuple(map(written, history.outings[id])),
                )
            )
        return standings

    def last_round_to_enter(self, plan: Plan, entrants: int) -> int:
        return 1

    def late_rule(self, plan: Plan) -> Sentence:
        return Sentence(gettext_noop("You may enter only before the start: the bracket is drawn then."))

    def why_this_table(self, event: Event, entrant: int) -> list[Sentence]:
        return []

    def why_this_rank(self, event: Event, entrant: int) -> list[Sentence]:
        return []

    def what_is_needed(self, event: Event, entrant: int) -> list[Sentence]:
        return []
