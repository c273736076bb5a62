"""Knockout: who wins goes on, who loses is out.

`bracket` says how it is drawn and what becomes of those who are missing. With a match for third place the losers of the
semi-finals meet in the round of the final, even one who was missing in the semi-final and is back; if only one of them
is there, third place is that one's without a match.

First comes the winner, then the other finalist, third and fourth (or two thirds, without a match for third place), then
all others by the round in which they went out, those of the same round in a shared place. In a round that is being
played, who has got on stands before who is still playing, and these before who has just lost. Every round got through,
by a match or by a bye, counts 1. With duplicate decks all tables of a round have the same tiles; who goes on is decided
by each match alone.
"""

from __future__ import annotations

import random
from collections.abc import Collection
from fractions import Fraction

from tournaments.formats import knockout_reasons as reasons
from tournaments.formats.bracket import Bracket, bracket, rounds_of
from tournaments.formats.duels import Duels, willing
from tournaments.formats.event import Event, SeatedTable, Seating, Standing, Value
from tournaments.formats.history import History
from tournaments.formats.plan import Plan
from tournaments.formats.ranking import written
from tournaments.formats.sentence import Sentence, gettext_noop

ROUNDS_WON = "rounds-won"
THIRD_PLACE = "third-place"


class Knockout(Duels):
    slug = "knockout"
    name = gettext_noop("Knockout")
    summary = gettext_noop("Who wins goes on to the next round, who loses is out.")
    uses = frozenset({"third_place", "duplicate"})

    def rounds(self, plan: Plan, entrants: int) -> int:
        return rounds_of(entrants)

    def table_sizes(self, plan: Plan, present: int) -> tuple[int, ...]:
        """Of a first round: only so many play as leave a power of two."""
        return (2,) * (present - 2 ** (rounds_of(present) - 1)) if present > 1 else ()

    def seat(self, event: Event, present: Collection[int], rng: random.Random) -> Seating:
        """The better seed has the first seat in odd rounds, the other in even ones."""
        drawn, there, at = bracket(event), willing(event, present), len(event.rounds)
        tables, byes = [], []
        for slot in drawn.slots(at) if at < len(drawn.rounds) else ():
            found = tuple(id for id in there if id in slot.entrants)
            if len(found) == 2:
                tables.append(SeatedTable(found[::-1] if at % 2 else found, reasons.why_these(drawn, at, found)))
            elif found:
                byes.append((found[0], reasons.why_bye(drawn, at, found[0])))
        return Seating(tuple(tables), tuple(byes))

    def standings(self, event: Event) -> list[Standing]:
        history, drawn = History(event), bracket(event)
        won = {id: _rounds_won(drawn, id) for id in history.entrants}
        figures = {id: (won[id] + _is_in(drawn, id), _third(drawn, id)) for id in won}
        standings: list[Standing] = []
        for id in sorted(won, key=lambda id: (-figures[id][0], -figures[id][1], history.seed(id))):
            reached, third = figures[id]
            rank = 1 + sum(other > figures[id] for other in figures.values())
            above = figures[standings[-1].entrant] if standings else figures[id]
            standings.append(
                Standing(
                    entrant=id,
                    rank=rank,
                    score=Value(ROUNDS_WON, reached, str(won[id])),
                    tie_breaks=(Value(THIRD_PLACE, third, str(third)),) if event.plan.third_place else (),
                    played=sum(1 for _ in history.matches(id)),
                    by=ROUNDS_WON if above[0] != reached else THIRD_PLACE if above[1] != third else "",
                    rounds=tuple(map(written, history.outings[id])),
                )
            )
        return standings

    def last_round_to_enter(self, plan: Plan, entrants: int) -> int:
        return 1

    def late_rule(self, plan: Plan) -> Sentence:
        return Sentence(gettext_noop("You can enter only before the start, when the bracket is drawn."))

    def why_this_table(self, event: Event, entrant: int) -> list[Sentence]:
        return reasons.why_this_table(event, bracket(event), entrant)

    def why_this_rank(self, event: Event, entrant: int) -> list[Sentence]:
        return reasons.why_this_rank(bracket(event), self.standings(event), entrant)

    def what_is_needed(self, event: Event, entrant: int) -> list[Sentence]:
        return reasons.what_is_needed(event, bracket(event), entrant)


def _rounds_won(drawn: Bracket, id: int) -> int:
    return sum(id == slot.winner for slots in drawn.rounds for slot in slots)


def _is_in(drawn: Bracket, id: int) -> Fraction:
    """Half a round for who may still go on, so that these stand before those who lost."""
    is_out = any(id in slot.losers for slots in drawn.rounds for slot in slots)
    return Fraction(0 if is_out or id == drawn.winner else 1, 2)


def _third(drawn: Bracket, id: int) -> int:
    return int(drawn.third is not None and id == drawn.third.winner)
