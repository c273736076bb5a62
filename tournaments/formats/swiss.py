"""Swiss: every round you meet somebody with a score like yours whom you have not met; nobody is ever out."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence

from tournaments.formats.duels import Scored, before, willing
from tournaments.formats.event import Event, SeatedTable, Seating
from tournaments.formats.history import History
from tournaments.formats.pairing import pair
from tournaments.formats.plan import Plan
from tournaments.formats.sentence import Sentence, Who, gettext_noop


class Swiss(Scored):
    slug = "swiss"
    name = gettext_noop("Swiss")
    summary = gettext_noop("Every round you meet somebody with a score like yours whom you have not met yet.")
    uses = frozenset({"rounds", "tie_breaks", "duplicate"})
    tie_breaks = (
        "buchholz",
        "buchholz-cut",
        "direct",
        "sonneborn-berger",
        "game-points",
        "perfect",
        "wins",
        "duplicate",
        "seed",
    )
    usual = ("buchholz", "direct", "game-points", "perfect")

    def rounds(self, plan: Plan, entrants: int) -> int:
        """Enough to tell all of them apart and one more, but not more than there are opponents."""
        if plan.rounds:
            return plan.rounds
        opponents = entrants - 1 + entrants % 2
        return max(1, min((entrants - 1).bit_length() + 1, opponents))

    def seat(self, event: Event, present: Collection[int], rng: random.Random) -> Seating:
        history = History(event)
        pairs, bye = pair(history, willing(event, present))
        tables = tuple(SeatedTable(_seats(history, both, rng), _why_these(history, both)) for both in pairs)
        return Seating(tables, () if bye is None else ((bye, _why_bye(history, bye)),))

    def last_round_to_enter(self, plan: Plan, entrants: int) -> int:
        return (self.rounds(plan, entrants) + 1) // 2

    def late_rule(self, plan: Plan) -> Sentence:
        return Sentence(
            gettext_noop("You may come late during the first half of the rounds; a round missed brings no points.")
        )

    def why_this_table(self, event: Event, entrant: int) -> list[Sentence]:
        if not event.rounds:
            return []
        history = History(before(event))
        for table in event.rounds[-1].tables:
            if entrant in table.entrants:
                return list(_why_these(history, table.entrants))
        if entrant in event.rounds[-1].byes:
            return [_why_bye(history, entrant)]
        return []


def _seats(history: History, both: tuple[int, int], rng: random.Random) -> tuple[int, int]:
    """Who has had the first seat less often has it now."""
    one, other = both
    more = history.starts(one) - history.starts(other)
    first = rng.random() < 0.5
    return (one, other) if more < 0 or (more == 0 and first) else (other, one)


def _why_these(history: History, both: Sequence[int]) -> tuple[Sentence, ...]:
    one, other = both
    return (Sentence(gettext_noop("{one} and {other} have near scores."), {"one": Who(one), "other": Who(other)}),)


def _why_bye(history: History, id: int) -> Sentence:
    return Sentence(gettext_noop("The number of players is odd, so one has a bye; it counts as a win."))
