"""Tiles, and the sets they belong to."""

from __future__ import annotations

from collections.abc import Iterable

HIGHEST = 18
"""The largest set that exists: double-18."""


class Tile(str):
    """A domino: its text, higher half first (`9-5`), with its halves as attributes.

    As a string it goes into records, messages and views unchanged. Tiles are interned across all sets: get them from
    `read_tile` or `full_set`. `pips` has one bit for each half: `tile.pips & 1 << 5` asks whether a half shows 5.
    `halves` lists its numbers, a double's only once. `bit` is the tile's own bit, for sets of tiles.
    """

    __slots__ = ("bit", "halves", "high", "is_double", "low", "pips", "value")

    high: int
    low: int
    value: int
    pips: int
    bit: int
    halves: tuple[int, ...]
    is_double: bool

    def __new__(cls, high: int, low: int) -> Tile:
        self = super().__new__(cls, f"{high}-{low}")
        self.high = high
        self.low = low
        self.value = high + low
        self.pips = 1 << high | 1 << low
        self.halves = (high,) if high == low else (high, low)
        self.bit = 1 << high * (high + 1) // 2 + low
        self.is_double = high == low
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return read_tile, (str(self),)

    def other(self, pips: int) -> int:
        """Return the half that is not `pips`."""
        return self.value - pips


_ALL = tuple(Tile(high, low) for high in range(HIGHEST + 1) for low in range(high + 1))
_BY_TEXT = {str(tile): tile for tile in _ALL}
_DOUBLES = [tile for tile in _ALL if tile.is_double]


def full_set(highest: int) -> tuple[Tile, ...]:
    """Return all tiles of the double-`highest` set in ascending order: 0-0, 1-0, 1-1, 2-0, …"""
    return _ALL[: (highest + 1) * (highest + 2) // 2]


def read_tile(text: str) -> Tile:
    """Return the tile with this text. Raises `KeyError` if no set has it."""
    return _BY_TEXT[text]


def double(pips: int) -> Tile:
    return _DOUBLES[pips]


def value_of(tiles: Iterable[Tile]) -> int:
    """Return the total of all pips."""
    return sum(tile.value for tile in tiles)
