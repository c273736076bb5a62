"""Facts about hidden hands that everyone has learnt and that are still informative, for people and bots alike."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from games.rules.tiles import HIGHEST, double, full_set, read_tile
from games.rules.unseen import Told, bits_of


@dataclass(slots=True)
class Fact:
    """A hand `lacks` all tiles with these bits, except among its newest `but` tiles; or it `holds` one of them."""

    says: str
    bits: int
    but: int = 0

    def follows_from(self, other: Fact) -> bool:
        """Return whether another fact implies this one."""
        if self.says != other.says:
            return False
        if self.says == "lacks":
            return other.but <= self.but and not self.bits & ~other.bits
        return not other.bits & ~self.bits


def _with(facts: list[Fact], fact: Fact) -> list[Fact]:
    """Return the facts with one more, without those that follow from another."""
    for other in facts:
        if fact.follows_from(other):
            return facts
    return [*(other for other in facts if not other.follows_from(fact)), fact]


class Learnt:
    """All facts about each hand that are still informative, updated as more is told.

    A fact that follows from another is dropped at once, because it will follow from it for good. Any two instances
    compare equal, so that they are ignored when deals are compared: they are derived from what was told.
    """

    def __init__(self, seats: int) -> None:
        self._facts: list[list[Fact]] = [[] for _ in range(seats)]
        self._heard = 0
        self.shown = 0
        """The bits of the tiles that hands have shown."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Learnt)

    __hash__ = None  # type: ignore[assignment]

    def update(self, told: Sequence[Told]) -> None:
        """Add what was told since the last call; `told` is the whole list."""
        for kind, seat, what in told[self._heard :]:
            facts = self._facts[seat]
            if kind == "took":
                for fact in facts:
                    if fact.says == "lacks":
                        fact.but += what
            elif kind == "showed":
                self.shown |= what
                if facts:
                    self._facts[seat] = [fact for fact in facts if not fact.bits & what or _still_says(fact)]
            else:
                for fact in facts:
                    if fact.says == "holds" and kind == "lacks":
                        fact.bits &= ~what
                self._facts[seat] = _with(facts, Fact(kind, what))
        self._heard = len(told)

    def as_json(self, hands: Sequence[int], unseen: int, wild: int = 0) -> list[dict[str, Any]]:
        """Return what is known about each hand, ready for JSON, by seat; the fewest exceptions first.

        `hands` are the numbers of tiles held. `unseen` has the bits of the tiles that are not face up, `wild` those of
        the tiles that fit everywhere. A fact is about the tiles that show one of the `numbers` (not the wild ones, if
        `wild`) and about the doubles of the numbers in `doubles`.
        """
        said: list[dict[str, Any] | None] = []
        shown: list[tuple[int, int]] = []
        for seat, facts in enumerate(self._facts):
            kept: list[Fact] = []
            for known in facts:
                if known.but < hands[seat] and (bits := known.bits & unseen):
                    kept = _with(kept, Fact(known.says, bits, known.but))
            if not kept:
                continue
            kept.sort(key=attrgetter("but"))
            shown = shown or _numbers_on(unseen & ~wild)
            said += [_as_json(seat, fact, unseen & wild, shown) for fact in kept]
        return list(filter(None, said))


def _numbers_on(tiles: int) -> list[tuple[int, int]]:
    """Return each number that any of these tiles shows, with the bits of the tiles that show it."""
    candidates = _SHOWING[: bisect_right(_LOWEST, tiles)]
    return [(number, left) for number, showing in enumerate(candidates) if (left := showing & tiles)]


def _still_says(fact: Fact) -> bool:
    """Adjust a fact after one of its tiles was shown; return whether it is still informative.

    If the hand lacked the tile, it was one of the newer tiles, so there is one exception fewer.
    """
    fact.but -= 1
    return fact.says == "lacks"


def _as_json(seat: int, fact: Fact, wild: int, shown: list[tuple[int, int]]) -> dict[str, Any] | None:
    """Return a fact in terms of numbers and doubles, without naming other tiles; None if that is impossible.

    `wild` has the bits of the unseen tiles that fit everywhere; `shown` has the numbers on the other unseen tiles, each
    with the bits of the tiles that show it.
    """
    numbers, named, other = [], 0, ~fact.bits
    for number, showing in shown:
        if not showing & other:
            numbers.append(number)
            named |= _SHOWING[number]
    left = fact.bits & ~named
    doubles = [number for number, bit in enumerate(_DOUBLES) if bit & left] if left else []
    says_all = not left & ~_ALL_DOUBLES
    if not (numbers or doubles) or (fact.says == "holds" and not says_all):
        return None
    return {
        "seat": seat,
        "says": fact.says,
        "numbers": numbers,
        "doubles": doubles,
        "wild": bool(named & wild & other),
        "but": fact.but,
    }


_SHOWING = [bits_of(tile for tile in full_set(HIGHEST) if number in tile.halves) for number in range(HIGHEST + 1)]
"""For each number the bits of the tiles that show it."""
_LOWEST = [read_tile(f"{number}-0").bit for number in range(HIGHEST + 1)]
"""The lowest bit of any tile whose higher half is this number."""
_DOUBLES = [double(number).bit for number in range(HIGHEST + 1)]
_ALL_DOUBLES = bits_of(map(double, range(HIGHEST + 1)))
