"""An entrant's prospects in Swiss and round robin: bounds on the final rank from the points still available.

Both bounds use scores alone. `at_worst` counts everybody who can still draw level as ahead, `at_best` counts nobody who
does, so that neither promises a rank that a tie-break may take away. A match is worth one point in total, so the two
players of a running table cannot both win it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from tournaments.formats.duels.history import LATE_HALVES, LOSS, SHARED, WIN, History

OUTCOMES = ((WIN, LOSS), (SHARED, SHARED), (LOSS, WIN))


class Prospects:
    """The prospects of `entrant`. `rounds` is the number of rounds still to be seated; `meetings` says how often they
    will meet each opponent in these, where that is fixed, and `free` how many of these they cannot score in."""

    def __init__(
        self,
        history: History,
        entrant: int,
        rounds: int,
        meetings: Mapping[int, int] | None = None,
        free: int = 0,
    ) -> None:
        self.history = history
        self.entrant = entrant
        self.rounds = rounds
        self.free = free
        self.meetings = Counter(meetings or {})
        played = history.event.rounds[-1] if history.event.rounds else None
        running = [table.entrants for table in played.tables if table.scores is None] if played else []
        self.other = next((id for both in running if entrant in both for id in both if id != entrant), None)
        self.running = [both for both in running if entrant not in both]

    @property
    def left(self) -> int:
        """Return how many matches the entrant can still play or finish."""
        return self.rounds - self.free + (self.other is not None)

    @property
    def most(self) -> int:
        """Return the score, in half points, after winning all remaining matches."""
        return self.history.halves[self.entrant] + WIN * self.left

    @property
    def most_of_newcomers(self) -> int:
        """Return the score, in half points, that somebody who enters now can reach."""
        event = self.history.event
        return LATE_HALVES[event.plan.late_score] * len(event.rounds) + WIN * self.rounds

    @property
    def is_all_over(self) -> bool:
        return not self.left and not self.running

    def at_best(self) -> int:
        most = self.most
        return 1 + self._ahead(min, lambda id, brought: self.history.halves[id] + brought > most, LOSS)

    def at_worst(self) -> int:
        """Return the worst possible rank after winning all remaining matches."""
        most = self.most
        return 1 + self._ahead(max, lambda id, brought: self._can_reach(id, brought, meetings=True) >= most, LOSS)

    def at_worst_without_more(self) -> int:
        """Return the worst possible rank after losing all remaining matches."""
        own = self.history.halves[self.entrant]
        return 1 + self._ahead(max, lambda id, brought: self._can_reach(id, brought, meetings=False) >= own, WIN)

    def _can_reach(self, id: int, brought: int, *, meetings: bool) -> int:
        if self.history.entrants[id].is_out:
            return self.history.halves[id] + brought
        lost = self.meetings[id] if meetings else 0
        return self.history.halves[id] + brought + WIN * (self.rounds - lost)

    def _ahead(self, choose: Callable[..., int], is_ahead: Callable[[int, int], bool], other_brings: int) -> int:
        """Return how many entrants are ahead if each running table ends as `choose` decides."""
        busy = {self.entrant, self.other} | {id for both in self.running for id in both}
        idle = sum(is_ahead(id, 0) for id in self.history.entrants if id not in busy)
        own = self.other is not None and is_ahead(self.other, other_brings)
        others = sum(
            choose(is_ahead(one, first) + is_ahead(two, second) for first, second in OUTCOMES)
            for one, two in self.running
        )
        return idle + own + others
