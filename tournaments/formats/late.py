"""How rounds before a late entry count: the organiser chooses among the choices of the format.

- `missed`: like any missed round.
- `half`: in duels, half a point.
- `average`: at tables, the average of the round.
- `bye`: like a bye.

Rounds that are missed later, by sitting out or not coming, count as missed in any case.
"""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.formats.event import Entrant, Event
from tournaments.formats.plan import Plan, PlanError
from tournaments.formats.sentence import Sentence, gettext_noop

MISSED, HALF, AVERAGE, BYE = "missed", "half", "average", "bye"

NOT_HERE = gettext_noop("In this format, missed rounds of late entrants cannot count like this.")


def check_late_score(plan: Plan, offered: Mapping[str, str]) -> None:
    """Raise PlanError unless the plan's choice is among those that its format offers."""
    if plan.late_score != MISSED and plan.late_score not in offered:
        raise PlanError("late_score", Sentence(NOT_HERE))


def is_before(event: Event, entrant: Entrant, number: int) -> bool:
    """Return whether a round counts for an entrant as the plan says for late entries, rather than as missed."""
    return event.plan.late_score != MISSED and number < entrant.first_round
