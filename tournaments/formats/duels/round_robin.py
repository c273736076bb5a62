"""Round robin: everybody meets everybody, once or twice, in an order fixed by the seeds from the start.

The order is that of the circle method and follows from the seeds of all entrants: the two best seeds meet in the last
round, and in the second half of a double round robin the same pairs meet with seats swapped. So nobody can enter later,
except that with an odd number of entrants somebody can still be put in during the first round, in place of the byes.
First seats are shared evenly: in a single round robin, everybody's numbers of first and second seats differ by at most
one; in a double one, they are equal.

A win scores 1, a shared match ½. With an odd number of entrants, everybody has one bye in each half, which counts as a
win and so makes no difference. Entrants who have withdrawn or are absent when a round is seated are not seated: the
opponent gets a bye, which counts as a win, and the absentee scores nothing. Such a match is not played later. `leavers`
says which matches of those who withdraw count.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Mapping
from typing import ClassVar

from tournaments.formats import leavers
from tournaments.formats.duels.base import Scored, not_there, willing
from tournaments.formats.event import Event, SeatedTable, Seating
from tournaments.formats.plan import Plan, PlanError
from tournaments.formats.sentence import Sentence, Who, gettext_noop

FREE = gettext_noop(
    "{who} would meet {other}, who left before half of their matches were played: the round counts for neither."
)
YOU_ARE_FREE = gettext_noop(
    "You would meet {other}, who left before half of their matches were played: the round counts for neither of you."
)

Meeting = tuple[int | None, int | None]
"""Two opponents in the order of the seats; with an odd number of entrants, the one paired with None has the bye."""


class RoundRobin(Scored):
    slug = "round-robin"
    name = gettext_noop("Round robin")
    summary = gettext_noop("Everybody meets everybody, once or twice.")
    uses = frozenset({"cycles", "tie_breaks", "duplicate"})
    all_meet = True
    tie_breaks: ClassVar[tuple[str, ...]] = (
        "direct",
        "sonneborn-berger",
        "game-points",
        "perfect",
        "wins",
        "duplicate",
        "seed",
    )
    usual: ClassVar[tuple[str, ...]] = ("direct", "sonneborn-berger", "game-points", "perfect")

    def check(self, plan: Plan) -> None:
        super().check(plan)
        if plan.cycles not in (1, 2):
            raise PlanError("cycles", Sentence(gettext_noop("Everybody can meet everybody once or twice.")))

    def rounds(self, plan: Plan, entrants: int) -> int:
        return max(1, entrants - 1 + entrants % 2) * plan.cycles

    def seat(self, event: Event, present: Collection[int], rng: random.Random) -> Seating:
        there, gone = set(willing(event, present)), leavers.annulled(event)
        tables, byes = [], []
        for meeting in meetings(event, len(event.rounds)):
            found = tuple(id for id in meeting if id in there)
            if len(found) == 2:
                tables.append(SeatedTable(found, (_why_these(event, found),)))
            elif found:
                other = _other(meeting, found[0])
                if other is not None and other in gone:
                    byes.append((found[0], _why_free(found[0], other)))
                else:
                    byes.append((found[0], _why_bye(found[0], other)))
        return Seating(tuple(tables), tuple(byes))

    def counted(self, event: Event) -> Event:
        return leavers.without_annulled(event, meetings)

    def behind_all(self, event: Event) -> dict[int, str]:
        return dict.fromkeys(leavers.annulled(event), leavers.LEFT) | super().behind_all(event)

    def uncounted(self, event: Event) -> frozenset[tuple[int, int]]:
        gone = leavers.annulled(event)
        return frozenset(
            (each.number, table.number)
            for each in event.rounds
            for table in each.tables
            if not gone.isdisjoint(table.entrants)
        )

    def why_this_rank(self, event: Event, entrant: int) -> list[Sentence]:
        return [*super().why_this_rank(event, entrant), *leavers.said(event, entrant)]

    def rounds_left(self, event: Event, entrant: int) -> int:
        gone = leavers.annulled(event)
        return super().rounds_left(event, entrant) - sum(
            1
            for at in range(len(event.rounds), self.rounds(event.plan, len(event.entrants)))
            for meeting in meetings(event, at)
            if entrant in meeting and _other(meeting, entrant) in gone
        )

    def next_opponent(self, event: Event, entrant: int) -> int | None:
        if self.is_over(event):
            return None
        there = {one.id for one in event.entrants if not one.is_out}
        coming = meetings(event, len(event.rounds))
        other = next((_other(meeting, entrant) for meeting in coming if entrant in meeting), None)
        return other if other in there else None

    def last_round_to_enter(self, plan: Plan, entrants: int) -> int:
        return 1

    def late_rule(self, plan: Plan) -> Sentence:
        return Sentence(
            gettext_noop("You can enter only before the start, when it is fixed who meets whom in which round.")
        )

    def why_this_table(self, event: Event, entrant: int) -> list[Sentence]:
        if not event.rounds:
            return []
        played = event.rounds[-1]
        at = len(event.rounds) - 1
        other = next((_other(meeting, entrant) for meeting in meetings(event, at) if entrant in meeting), None)
        if entrant in played.byes:
            if other is not None and other in leavers.annulled(event):
                return [Sentence(YOU_ARE_FREE, {"other": Who(other)})]
            return [_why_your_bye(other)]
        if other is None or not any(entrant in table.entrants for table in played.tables):
            return [not_there()]
        if at < self.rounds(event.plan, len(event.entrants)) // event.plan.cycles:
            template = gettext_noop("Everybody meets everybody: in round {round} it is {other} for you.")
        else:
            template = gettext_noop(
                "Everybody meets everybody twice: in round {round} it is {other} for you again, with the seats changed."
            )
        return [Sentence(template, {"round": played.number, "other": Who(other)})]

    def still_to_meet(self, event: Event, entrant: int) -> Mapping[int, int]:
        others = [
            _other(meeting, entrant)
            for at in range(len(event.rounds), self.rounds(event.plan, len(event.entrants)))
            for meeting in meetings(event, at)
            if entrant in meeting
        ]
        return Counter(other for other in others if other is not None)


def meetings(event: Event, index: int) -> list[Meeting]:
    """Return the meetings of the round at `index`, regardless of who is present."""
    drawn = sorted(event.entrants, key=lambda entrant: entrant.seed)
    gap = next((entrant.id for entrant in drawn if entrant.fills_gap), None)
    circle = _circle([entrant.id for entrant in drawn if entrant.id != gap], gap)
    if not circle:
        return []
    cycle, step = divmod(index, len(circle) - 1)
    turn = len(circle) - step
    circle = [circle[0], *circle[turn:], *circle[1:turn]]
    pairs = [(circle[at], circle[-1 - at]) for at in range(len(circle) // 2)]
    return [_in_turn(pair, (at or step) + cycle) for at, pair in enumerate(pairs)]


def _circle(ids: list[int], gap: int | None) -> list[int | None]:
    """Return the entrants as a circle (the first stays, the others rotate) in which the two best seeds meet in the
    last round. `gap` fills the place of the bye."""
    if len(ids) % 2 == 0:
        return [*ids]
    turn = len(ids) // 2
    return [gap, *ids[len(ids) - turn :], *ids[: len(ids) - turn]]


def _in_turn(pair: Meeting, turn: int) -> Meeting:
    above, below = pair
    return (below, above) if turn % 2 else (above, below)


def _other(meeting: Meeting, own: int) -> int | None:
    return next(id for id in meeting if id != own)


def _why_these(event: Event, both: tuple[int, ...]) -> Sentence:
    """Explain a pairing to everybody."""
    return Sentence(
        gettext_noop("Everybody meets everybody: in round {round} {one} meets {other}."),
        {"round": len(event.rounds) + 1, "one": Who(both[0]), "other": Who(both[1])},
    )


def _why_bye(own: int, other: int | None) -> Sentence:
    """Explain a bye to everybody."""
    if other is None:
        template = gettext_noop(
            "The number of entrants is odd, so that everybody has a bye in turn; now it is {who}. It counts as a win."
        )
        return Sentence(template, {"who": Who(own)})
    template = gettext_noop("{who} would meet {other}, who is not there, and so has a bye, which counts as a win.")
    return Sentence(template, {"who": Who(own), "other": Who(other)})


def _why_free(own: int, other: int) -> Sentence:
    """Explain to everybody a round without an opponent that does not count."""
    return Sentence(FREE, {"who": Who(own), "other": Who(other)})


def _why_your_bye(other: int | None) -> Sentence:
    if other is None:
        template = gettext_noop(
            "The number of entrants is odd, so that everybody has a bye in turn; now you have it. It counts as a win."
        )
        return Sentence(template)
    template = gettext_noop("You would meet {other}, who is not there, and so have a bye, which counts as a win.")
    return Sentence(template, {"other": Who(other)})
