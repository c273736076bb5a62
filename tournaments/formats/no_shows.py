"""Entrants who do not come to their tables: the house plays their seats, and they must not gain by it.

A seat to which nobody came is a missed round for the entrant (`worst`), or counts as the house played it (`house`); it
is never counted as a round played. Entrants who have come to no table rank behind all others.
"""

from __future__ import annotations

from tournaments.formats.event import Event, PlayedTable, SeatScore
from tournaments.formats.sentence import gettext_noop

CAME = "came"
"""In `Standing.by`: having come to a table."""
HOUSE = "house"

CAME_NAME = gettext_noop("Having come to a table")
NEVER_CAME = gettext_noop("You have not come to any table so far: you rank behind everybody who has.")


def is_missed(event: Event, score: SeatScore) -> bool:
    """Return whether a seat counts as a missed round for its entrant."""
    return score.absent and event.plan.no_shows != HOUSE


def never_came(event: Event) -> frozenset[int]:
    """Return the entrants who have neither come to a table nor had a bye; nobody, before somebody has come to one."""
    tables = [table for each in event.rounds for table in each.tables]
    if not event.plan.has_absence_rules or not any(_who_came(table) for table in tables if table.scores is not None):
        return frozenset()
    came = {entrant for each in event.rounds for entrant in each.byes}
    came |= {entrant for table in tables for entrant in _who_came(table)}
    return frozenset(one.id for one in event.entrants if one.id not in came)


def _who_came(table: PlayedTable) -> set[int]:
    """Return the entrants who came to a table, or may still come."""
    if table.scores is None:
        return set(table.entrants)
    return {entrant for entrant, score in zip(table.entrants, table.scores, strict=True) if not score.absent}
