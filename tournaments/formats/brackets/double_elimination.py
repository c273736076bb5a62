"""Double elimination: entrants are out after two losses.

`double_bracket` explains how it is drawn and what happens to absentees. Entrants rank by the round in which they went
out, the later the better; those who go out in the same round share a rank. Those who are still in rank above those who
are out, and those who have got through the current round above those still playing. Entrants without a match in a round
have a bye. Entrants who have come to no table rank behind all others.
"""

from __future__ import annotations

from fractions import Fraction

from tournaments.formats.brackets import double_reasons
from tournaments.formats.brackets.base import WithBracket
from tournaments.formats.brackets.double_bracket import DoubleBracket, double_bracket, rounds_of_double
from tournaments.formats.duels.history import History
from tournaments.formats.duels.ranking import written
from tournaments.formats.event import Event, Standing, Value
from tournaments.formats.no_shows import CAME, never_came
from tournaments.formats.plan import Plan
from tournaments.formats.sentence import gettext_noop

ROUNDS_SURVIVED = "rounds-survived"


class DoubleElimination(WithBracket[DoubleBracket]):
    slug = "double-elimination"
    name = gettext_noop("Double elimination")
    summary = gettext_noop("Losers go on in a second bracket, and are out only after losing there too.")
    uses = frozenset({"duplicate"})
    scores_rounds = True
    reasons = double_reasons

    def bracket(self, event: Event) -> DoubleBracket:
        return double_bracket(event)

    def rounds(self, plan: Plan, entrants: int) -> int:
        """Return the number of rounds if the final has to be played again; otherwise it is one fewer."""
        return rounds_of_double(entrants)

    def is_over(self, event: Event) -> bool:
        drawn, played = double_bracket(event), len(event.rounds)
        return played >= drawn.to_final + len(drawn.finals)

    def standings(self, event: Event) -> list[Standing]:
        """Return the standings. The score is the number of rounds survived, plus a half for those still in."""
        history, drawn = History(event), double_bracket(event)
        out_at = drawn.out_at()
        survived = {id: _survived(event, drawn, id, out_at) for id in history.entrants}
        standings: list[Standing] = []
        absentees = never_came(event)
        for id in sorted(survived, key=lambda id: (id in absentees, -survived[id], history.seed(id))):
            above = standings[-1] if standings else None
            came = above is not None and id in absentees and above.entrant not in absentees
            is_level = above is not None and not came and above.score.value == survived[id]
            standings.append(
                Standing(
                    entrant=id,
                    rank=above.rank if above and is_level else len(standings) + 1,
                    score=Value(ROUNDS_SURVIVED, survived[id], str(int(survived[id]))),
                    played=history.played(id),
                    by=CAME if came else ROUNDS_SURVIVED if above and not is_level else "",
                    rounds=tuple(map(written, history.results[id])),
                )
            )
        return standings


def _survived(event: Event, drawn: DoubleBracket, id: int, out_at: dict[int, int]) -> Fraction:
    if id in out_at:
        return Fraction(out_at[id])
    played = len(event.rounds)
    if id == drawn.winner:
        return Fraction(played)
    slot = drawn.find(played - 1, id) if played else None
    is_playing = slot is not None and not slot.is_decided
    return played - int(is_playing) + Fraction(1, 2)
