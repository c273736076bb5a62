"""The base class of the two formats with a bracket."""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Collection, Iterable, Sequence
from typing import Generic, Protocol, TypeVar

from tournaments.formats.brackets.bracket import kept_apart, rounds_of
from tournaments.formats.draw import Draw, Slots
from tournaments.formats.duels.base import Duels, willing
from tournaments.formats.event import Event, SeatedTable, Seating, Standing
from tournaments.formats.no_shows import NEVER_CAME, never_came
from tournaments.formats.plan import Plan
from tournaments.formats.sentence import Sentence, gettext_noop


class Drawn(Protocol):
    """A bracket as played so far."""

    @property
    def draws(self) -> tuple[Draw, ...]: ...

    def slots(self, index: int) -> Slots: ...

    def resting(self, index: int, there: Iterable[int]) -> list[int]: ...


B = TypeVar("B", bound=Drawn)
Asked = TypeVar("Asked", contravariant=True)


class Reasons(Protocol[Asked]):
    """The explanations for brackets of one kind."""

    def why_these(self, drawn: Asked, at: int, both: tuple[int, ...], /) -> tuple[Sentence, ...]: ...

    def why_bye(self, drawn: Asked, at: int, own: int, /) -> Sentence: ...

    def why_this_table(self, event: Event, drawn: Asked, own: int, /) -> list[Sentence]: ...

    def why_this_rank(self, drawn: Asked, standings: Sequence[Standing], own: int, /) -> list[Sentence]: ...

    def what_is_needed(self, event: Event, drawn: Asked, own: int, /) -> list[Sentence]: ...


class WithBracket(Duels, Generic[B]):
    """A format whose bracket is drawn at the start and determines the pairings of later rounds."""

    has_bracket = True
    plays_on_alone = True
    reasons: Reasons[B]

    @abstractmethod
    def bracket(self, event: Event) -> B: ...

    def table_sizes(self, plan: Plan, present: int) -> tuple[int, ...]:
        """Return the table sizes of the first round, in which just enough entrants play to leave a power of two."""
        return (2,) * (present - 2 ** (rounds_of(present) - 1)) if present > 1 else ()

    def last_round_to_enter(self, plan: Plan, entrants: int) -> int:
        return 1

    def late_rule(self, plan: Plan) -> Sentence:
        return Sentence(gettext_noop("You can enter only before the start, when the bracket is drawn."))

    def seat(self, event: Event, present: Collection[int], rng: random.Random) -> Seating:
        """Seat the next round; the better seed has the first seat in odd rounds, the other entrant in even ones."""
        drawn, there, at = self.bracket(event), willing(event, present), len(event.rounds)
        tables, byes = [], []
        pairs = [slot.entrants for slot in drawn.slots(at)]
        for pair in pairs if at else kept_apart(event, pairs, set(there)):
            found = tuple(id for id in there if id in pair)
            if len(found) == 2:
                tables.append(SeatedTable(found[::-1] if at % 2 else found, self.reasons.why_these(drawn, at, found)))
            elif found:
                byes.append((found[0], self.reasons.why_bye(drawn, at, found[0])))
        byes += [(id, self.reasons.why_bye(drawn, at, id)) for id in drawn.resting(at, there)]
        return Seating(tuple(tables), tuple(byes))

    def draws(self, event: Event) -> tuple[Draw, ...]:
        return self.bracket(event).draws

    def why_this_table(self, event: Event, entrant: int) -> list[Sentence]:
        return self.reasons.why_this_table(event, self.bracket(event), entrant)

    def why_this_rank(self, event: Event, entrant: int) -> list[Sentence]:
        said = [Sentence(NEVER_CAME)] if entrant in never_came(event) else []
        return [*self.reasons.why_this_rank(self.bracket(event), self.standings(event), entrant), *said]

    def what_is_needed(self, event: Event, entrant: int) -> list[Sentence]:
        return self.reasons.what_is_needed(event, self.bracket(event), entrant)
