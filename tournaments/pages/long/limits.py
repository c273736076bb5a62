"""How lists that are too long for a tournament's page are shortened there; pages of their own show all of them."""

from __future__ import annotations

from collections.abc import Sequence

MOST_ROWS, FIRST_ROWS, ROWS_A_PAGE = 100, 40, 100
"""Standings longer than the first are shortened to the second, and to the rows around the reader's own."""
NEIGHBOURS, STEP = 3, 4
MOST_BOARDS, FIRST_BOARDS = 60, 16
MOST_PEOPLE, FIRST_PEOPLE = 100, 60
MOST_MATCHES, LAST_MATCHES = 64, 16
"""A bracket that begins with more matches than the first is shown from the round with the second on."""

AROUND_HERE = "<!--around-->"
"""Where the rows around the reader's own go, in standings that are the same for everyone."""


def around(entries: Sequence[int], own: int) -> slice | None:
    """Return which rows to show around one's own; None if it is among the first rows, or not there.

    Neighbours share the same rows, so that these can be cached.
    """
    at = next((at for at, entry in enumerate(entries) if entry == own), 0)
    if at < FIRST_ROWS:
        return None
    first = FIRST_ROWS + (at - FIRST_ROWS) // STEP * STEP
    return slice(max(FIRST_ROWS, first - NEIGHBOURS), first + STEP + NEIGHBOURS)
