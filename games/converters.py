"""URL converter for table ids: an impossible id is a 404 without a query."""

from __future__ import annotations


class TableCode:
    regex = "[2-9a-hjkmnp-z]{10}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value
