"""The base classes of Swiss, round robin and knockout: tables of two, and the plans that they refuse."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import ClassVar

from games.rules import Game
from tournaments.formats.duels import reasons
from tournaments.formats.duels.history import History
from tournaments.formats.duels.prospects import Prospects
from tournaments.formats.duels.ranking import rank
from tournaments.formats.duels.tie_breaks import TIE_BREAKS
from tournaments.formats.event import Event, Standing
from tournaments.formats.format import Format
from tournaments.formats.no_shows import CAME, never_came
from tournaments.formats.plan import Plan, PlanError
from tournaments.formats.sentence import Sentence, gettext_noop

MOST_ROUNDS = 100


class Duels(Format):
    """A format with two seats at every table. `entrants[0]` has the first seat, which matters in some games."""

    usual: ClassVar[tuple[str, ...]] = ()
    """The tie-breaks of a plan that names none."""

    def admits(self, game: Game) -> bool:
        """Return whether two can play the game."""
        return 2 in game.seats(game.complete({}))

    def check(self, plan: Plan) -> None:
        if not self.admits_game_of(plan):
            raise PlanError("game", Sentence(gettext_noop("This game cannot be played in this format.")))
        if not 0 <= plan.rounds <= MOST_ROUNDS:
            raise PlanError(
                "rounds", Sentence(gettext_noop("There can be at most {most} rounds."), {"most": MOST_ROUNDS})
            )
        for slug in plan.tie_breaks:
            if slug not in self.tie_breaks:
                raise PlanError("tie_breaks", Sentence(gettext_noop("This format does not have this tie-break.")))
            if TIE_BREAKS[slug].is_for_duplicate and not plan.duplicate:
                raise PlanError(
                    "tie_breaks",
                    Sentence(gettext_noop("Seats can be compared only where all tables have the same decks.")),
                )
        if len(set(plan.tie_breaks)) < len(plan.tie_breaks):
            raise PlanError("tie_breaks", Sentence(gettext_noop("Name each tie-break once.")))

    def tie_breaks_of(self, plan: Plan) -> tuple[str, ...]:
        """Return the tie-breaks in order; if the plan names none, duplicate events compare seats first."""
        if plan.tie_breaks:
            return plan.tie_breaks
        return ("duplicate", *self.usual) if plan.duplicate else self.usual

    def table_sizes(self, plan: Plan, present: int) -> tuple[int, ...]:
        return (2,) * (present // 2)

    def is_over(self, event: Event) -> bool:
        return len(event.rounds) >= self.rounds(event.plan, len(event.entrants))


def willing(event: Event, present: Collection[int]) -> list[int]:
    """Return the entrants who are present and have not withdrawn, the best seed first."""
    there = set(present)
    entrants = (entrant for entrant in event.entrants if entrant.id in there and not entrant.is_out)
    return [entrant.id for entrant in sorted(entrants, key=lambda entrant: entrant.seed)]


def before(event: Event) -> Event:
    """Return the event as it was when the last round was seated."""
    return replace(event, rounds=event.rounds[:-1])


def not_there() -> Sentence:
    return Sentence(gettext_noop("You were not there when this round was seated."))


class Scored(Duels):
    """A format in which everybody plays on and the score decides."""

    def standings(self, event: Event) -> list[Standing]:
        return rank(History(self.counted(event)), self.tie_breaks_of(event.plan), self.behind_all(event))

    def behind_all(self, event: Event) -> dict[int, str]:
        """Return the entrants who rank behind all others whatever their score, with the slug of the reason."""
        return dict.fromkeys(never_came(event), CAME)

    def counted(self, event: Event) -> Event:
        """Return the event with only those results that count for the standings."""
        return event

    def why_this_rank(self, event: Event, entrant: int) -> list[Sentence]:
        before = reasons.before_you_came(History(self.counted(event)), entrant)
        behind, absentees = self.behind_all(event), never_came(event)
        return [*reasons.why_this_rank(self.standings(event), entrant, behind, absentees), *before]

    def what_is_needed(self, event: Event, entrant: int) -> list[Sentence]:
        left = max(0, self.rounds(event.plan, len(event.entrants)) - len(event.rounds))
        history, own = History(self.counted(event)), self.rounds_left(event, entrant)
        prospects = Prospects(history, entrant, left, self.still_to_meet(event, entrant), left - own)
        last = self.last_round_to_enter(event.plan, len(event.entrants))
        return reasons.what_is_needed(prospects, self.standings(event), may_others_come=len(event.rounds) < last)

    def rounds_left(self, event: Event, entrant: int) -> int:
        """Return how many of the rounds that are not seated yet the entrant can score in."""
        return max(0, self.rounds(event.plan, len(event.entrants)) - len(event.rounds))

    def still_to_meet(self, event: Event, entrant: int) -> Mapping[int, int]:
        """Return how often the entrant will meet each opponent in rounds not seated yet, as far as that is fixed."""
        return {}

    @abstractmethod
    def rounds(self, plan: Plan, entrants: int) -> int: ...
