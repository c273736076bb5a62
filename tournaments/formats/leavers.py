"""Those who leave a round robin: their results count for nobody if they have played fewer than half of their matches.

Otherwise what they have played counts, and the matches they have not played are forfeits: byes for the opponents. So
nobody gains or loses by having met somebody who left early.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from tournaments.formats.event import Event, PlayedRound
from tournaments.formats.sentence import Sentence, Who, gettext_noop

Meetings = Callable[[Event, int], Sequence[tuple[int | None, int | None]]]
"""Return who meets whom in the round at an index, whoever is present."""

LEFT = "left-early"
"""Stands in a standing's `by` for having left before half of the matches were played."""
ANNULLED = gettext_noop("Left before half of their matches were played, so that their results count for nobody: {who}.")
YOURS_ANNULLED = gettext_noop(
    "You left before half of your matches were played, so that your results count for nobody."
)


def annulled(event: Event) -> frozenset[int]:
    """Return those who have withdrawn before they played half of the matches due to them."""
    if not event.plan.minds_absence:
        return frozenset()
    due = (len(event.entrants) - 1) * event.plan.cycles
    played = Counter(
        entrant
        for each in event.rounds
        for table in each.tables
        for entrant, score in zip(table.entrants, table.scores or (), strict=False)
        if not score.absent
    )
    return frozenset(one.id for one in event.entrants if one.is_out and 2 * played[one.id] < due)


def without_annulled(event: Event, meetings: Meetings) -> Event:
    """Return the event without the matches of those who left early, and without the byes that they gave."""
    gone = annulled(event)
    if not gone:
        return event
    rounds = (_without(each, gone, meetings(event, at)) for at, each in enumerate(event.rounds))
    return replace(event, rounds=tuple(rounds))


def _without(each: PlayedRound, gone: Collection[int], pairs: Sequence[tuple[int | None, int | None]]) -> PlayedRound:
    void = {id for pair in pairs if any(one in gone for one in pair) for id in pair}
    tables = tuple(table for table in each.tables if not any(one in gone for one in table.entrants))
    return replace(each, tables=tables, byes=tuple(one for one in each.byes if one not in void))


def said(event: Event, entrant: int) -> list[Sentence]:
    """Explain to an entrant whose results do not count."""
    gone = annulled(event)
    if entrant in gone:
        return [Sentence(YOURS_ANNULLED)]
    return [Sentence(ANNULLED, {"who": tuple(Who(id) for id in sorted(gone))})] if gone else []
