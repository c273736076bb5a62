"""A part of addresses: what cannot be a table's id is no page of ours."""

from __future__ import annotations


class TableCode:
    regex = "[2-9a-hjkmnp-z]{10}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value
