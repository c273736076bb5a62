"""Holds what both formats with a bracket have in common."""

from __future__ import annotations

from tournaments.formats.brackets.bracket import rounds_of
from tournaments.formats.duels.base import Duels
from tournaments.formats.plan import Plan
from tournaments.formats.sentence import Sentence, gettext_noop


class WithBracket(Duels):
    """A format whose bracket is drawn at the start, and who meets in later rounds follows from it."""

    has_bracket = True
    plays_on_alone = True

    def table_sizes(self, plan: Plan, present: int) -> tuple[int, ...]:
        """Return the sizes of a first round, in which just enough play to leave a power of two."""
        return (2,) * (present - 2 ** (rounds_of(present) - 1)) if present > 1 else ()

    def last_round_to_enter(self, plan: Plan, entrants: int) -> int:
        return 1

    def late_rule(self, plan: Plan) -> Sentence:
        return Sentence(gettext_noop("You can enter only before the start, when the bracket is drawn."))
