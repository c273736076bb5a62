"""Tiles, and the sets they come from."""

from __future__ import annotations

from functools import cache


class Tile(str):
    """A domino: its text, the higher half first (`9-5`), with its halves attached.

    Being text, a tile goes into records, messages and views as it is. Tiles are interned by `tile()`.
    """

    __slots__ = ("high", "is_double", "low", "value")

    high: int
    low: int
    value: int
    is_double: bool

    def __new__(cls, high: int, low: int) -> Tile:
        self = super().__new__(cls, f"{high}-{low}")
        self.high = high
        self.low = low
        self.value = high + low
        self.is_double = high == low
        return self

    def other(self, pips: int) -> int:
        """The half that is not `pips`."""
        return self.value - pips


@cache
def full_set(highest: int) -> tuple[Tile, ...]:
    """All tiles of double-`highest`, ascending: 0-0, 1-0, 1-1, 2-0, …"""
    return tuple(Tile(high, low) for high in range(highest + 1) for low in range(high + 1))
