"""Entrants who leave a round robin: if they have played fewer than half of their matches, these count for nobody.

Otherwise, the matches that they have played count, and the others are forfeits: byes for the opponents. So nobody gains
or loses by having met somebody who left early.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from tournaments.formats.event import Event, PlayedRound
from tournaments.formats.sentence import Sentence, Who, gettext_noop

Meetings = Callable[[Event, int], Sequence[tuple[int | None, int | None]]]
"""A function that returns the meetings of the round at an index, regardless of who is present."""

LEFT = "left-early"
"""In `Standing.by`: having left before half of the matches were played."""
ANNULLED = gettext_noop("Left before half of their matches were played, so that their results count for nobody: {who}.")
YOURS_ANNULLED = gettext_noop(
    "You left before half of your matches were played, so that your results count for nobody."
)


def annulled(event: Event) -> frozenset[int]:
    """Return the entrants who withdrew before they had played half of their matches."""
    if not event.plan.has_absence_rules:
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
    """Return the event without the matches of entrants who left early, and without the byes that they gave."""
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
    """Explain to an entrant which results do not count."""
    gone = annulled(event)
    if entrant in gone:
        return [Sentence(YOURS_ANNULLED)]
    return [Sentence(ANNULLED, {"who": tuple(Who(id) for id in sorted(gone))})] if gone else []
