"""Knockout: winners advance, losers are out.

`bracket` explains how it is drawn, who is kept apart in the first round, and what happens to absentees. If there is a
match for third place, the losers of the semi-finals play it in the round of the final, even a loser who missed the
semi-final and is back; if only one of them is present, third place is theirs without a match.

The winner ranks first, then the other finalist, third and fourth (or two thirds, without a match for third place), then
all others by the round in which they went out, sharing ranks. During a round, those who have advanced rank above those
still playing, who rank above those who have just lost. Entrants who have come to no table rank behind all others. Every
round survived, by a match or a bye, scores 1. In duplicate events all tables of a round have the same tiles, but each
match alone decides who advances.

If the plan has a consolation bracket, those who lose their first match play on in it. It only decides between entrants
who went out of the main bracket in the same round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from tournaments.formats.brackets import knockout_reasons
from tournaments.formats.brackets.base import WithBracket
from tournaments.formats.brackets.bracket import Bracket, bracket, rounds_of, rounds_with_consolation
from tournaments.formats.duels.history import History
from tournaments.formats.duels.ranking import written
from tournaments.formats.event import Event, Standing, Value
from tournaments.formats.no_shows import CAME, never_came
from tournaments.formats.plan import Plan
from tournaments.formats.sentence import gettext_noop

ROUNDS_WON = "rounds-won"
THIRD_PLACE = "third-place"
CONSOLATION = "consolation"


class Knockout(WithBracket[Bracket]):
    slug = "knockout"
    name = gettext_noop("Knockout")
    summary = gettext_noop("Winners go on to the next round, losers are out.")
    uses = frozenset({"third_place", "consolation", "duplicate"})
    reasons = knockout_reasons

    def bracket(self, event: Event) -> Bracket:
        return bracket(event)

    def rounds(self, plan: Plan, entrants: int) -> int:
        return rounds_with_consolation(entrants) if plan.consolation else rounds_of(entrants)

    def standings(self, event: Event) -> list[Standing]:
        """Return the standings. The score is the number of rounds survived, plus a half for those still in the
        running."""
        history, drawn = History(event), bracket(event)
        won = Counter(slot.winner for slots in drawn.rounds for slot in slots)
        out = {id for slots in drawn.rounds for slot in slots for id in slot.losers} | {drawn.winner}
        reached = {id: won[id] + Fraction(id not in out, 2) for id in history.entrants}
        standings: list[Standing] = []
        above: tuple[Value, ...] = ()
        values = {id: self._values(event, drawn, id, reached[id], won[id]) for id in history.entrants}
        absentees = never_came(event)
        for id in sorted(
            values, key=lambda id: (id in absentees, [-one.value for one in values[id]], history.seed(id))
        ):
            is_first_absentee = id in absentees and not any(one.entrant in absentees for one in standings)
            by = CAME if is_first_absentee else _behind(above, values[id])
            standings.append(
                Standing(
                    entrant=id,
                    rank=standings[-1].rank if above and not by else len(standings) + 1,
                    score=values[id][0],
                    tie_breaks=values[id][1:],
                    played=history.played(id),
                    by=by,
                    rounds=tuple(map(written, history.results[id])),
                )
            )
            above = values[id]
        return standings

    def _values(self, event: Event, drawn: Bracket, id: int, reached: Fraction, won: int) -> tuple[Value, ...]:
        values = [Value(ROUNDS_WON, reached, str(won))]
        if event.plan.third_place:
            third = int(drawn.third is not None and id == drawn.third.winner)
            values.append(Value(THIRD_PLACE, third, str(third)))
        if event.plan.consolation:
            consoled = sum(slot.winner == id for slots in drawn.consolation for slot in slots)
            values.append(Value(CONSOLATION, consoled, str(consoled)))
        return tuple(values)


def _behind(above: Sequence[Value], own: Sequence[Value]) -> str:
    return next((mine.slug for theirs, mine in zip(above, own, strict=False) if theirs.value != mine.value), "")
