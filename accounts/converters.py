"""URL converter for player names: an address that cannot be one is a 404 without a query."""

from __future__ import annotations


class PlayerName:
    regex = "[A-Za-z][A-Za-z0-9_-]{1,30}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value
