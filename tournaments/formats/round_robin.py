"""Round robin: everybody meets everybody, once or twice, in an order that is fixed by the seeds from the start."""

from __future__ import annotations

import random
from collections.abc import Collection

from tournaments.formats.duels import Scored, willing
from tournaments.formats.event import Event, SeatedTable, Seating
from tournaments.formats.plan import Plan, PlanError
from tournaments.formats.sentence import Sentence, gettext_noop


class RoundRobin(Scored):
    slug = "round-robin"
    name = gettext_noop("Round robin")
    summary = gettext_noop("Everybody meets everybody, once or twice.")
    uses = frozenset({"cycles", "tie_breaks", "duplicate"})
    tie_breaks = ("direct", "sonneborn-berger", "game-points", "perfect", "wins", "duplicate", "seed")
    usual = ("direct", "sonneborn-berger", "game-points", "perfect")

    def check(self, plan: Plan) -> None:
        super().check(plan)
        if plan.cycles not in (1, 2):
            raise PlanError("cycles", Sentence(gettext_noop("Everybody meets everybody once or twice.")))

    def rounds(self, plan: Plan, entrants: int) -> int:
        return max(1, entrants - 1 + entrants % 2) * plan.cycles

    def seat(self, event: Event, present: Collection[int], rng: random.Random) -> Seating:
        there = set(willing(event, present))
        tables, byes = [], []
        for pair in meetings(event, len(event.rounds)):
            found = tuple(id for id in pair if id in there)
            if len(found) == 2:
                tables.append(SeatedTable(found))
            elif found:
                byes.append((found[0], Sentence(gettext_noop("You have a bye in this round; it counts as a win."))))
        return Seating(tuple(tables), tuple(byes))

    def last_round_to_enter(self, plan: Plan, entrants: int) -> int:
        return 1

    def late_rule(self, plan: Plan) -> Sentence:
        return Sentence(gettext_noop("You may enter only before the start: all meetings are fixed then."))

    def why_this_table(self, event: Event, entrant: int) -> list[Sentence]:
        return []


def meetings(event: Event, index: int) -> list[tuple[int | None, ...]]:
    """Of the round after `index` others, in the order of the seats; None where the number of entrants is odd."""
    ids: list[int | None] = [entrant.id for entrant in sorted(event.entrants, key=lambda entrant: entrant.seed)]
    if len(ids) % 2:
        ids.append(None)
    if not ids:
        return []
    cycle, step = divmod(index, len(ids) - 1)
    fixed, rest = ids[0], ids[1:]
    circle = [fixed, *rest[len(rest) - step :], *rest[: len(rest) - step]]
    pairs = [(circle[at], circle[-1 - at]) for at in range(len(circle) // 2)]
    return [two[::-1] if ((step if at == 0 else at) + cycle) % 2 else two for at, two in enumerate(pairs)]
