"""Limits above which lists are shortened on a tournament's page; pages of their own show them in full."""

from __future__ import annotations

from collections.abc import Sequence

MOST_ROWS, FIRST_ROWS, ROWS_A_PAGE = 100, 40, 100
"""Standings longer than the first are shortened to the second, and to the rows around the reader's own."""
NEIGHBOURS, STEP = 3, 4
MOST_BOARDS, FIRST_BOARDS = 60, 16
MOST_PEOPLE, FIRST_PEOPLE = 100, 60
MOST_MATCHES, LAST_MATCHES = 64, 16
"""A bracket that begins with more than MOST_MATCHES matches is shown from the round with LAST_MATCHES on."""

AROUND_HERE = "<!--around-->"
"""A placeholder for the rows around the reader's own, in cached standings that all readers share."""


def around(entries: Sequence[int], own: int) -> slice | None:
    """Return the slice of rows around `own`; None if it is missing or among the first rows.

    Neighbouring entries get the same slice, so that its HTML can be cached.
    """
    at = next((at for at, entry in enumerate(entries) if entry == own), 0)
    if at < FIRST_ROWS:
        return None
    first = FIRST_ROWS + (at - FIRST_ROWS) // STEP * STEP
    return slice(max(FIRST_ROWS, first - NEIGHBOURS), first + STEP + NEIGHBOURS)
