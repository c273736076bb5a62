"""Ids of rows in URLs, forms and queries."""

from django.urls.converters import IntConverter

LONGEST = 18
"""In digits: databases reject longer numbers in queries."""


class RowId(IntConverter):
    """Matches numbers that can be the id of a row. A longer number is a 404."""

    regex = f"[0-9]{{1,{LONGEST}}}"


def row_id(text: str | None) -> int:
    """Return the id that somebody has sent, or 0, which no row has, if it cannot be one."""
    return int(text) if text and text.isdecimal() and len(text) <= LONGEST else 0
