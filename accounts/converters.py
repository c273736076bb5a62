"""A part of addresses: what cannot be a player's name is no page of ours."""

from __future__ import annotations


class PlayerName:
    regex = "[A-Za-z][A-Za-z0-9_-]{1,30}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value
