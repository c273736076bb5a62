"""What everyone has learnt about hidden hands, as far as it still says something: for people and bots alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.rules.tiles import HIGHEST, double, full_set
from games.rules.unseen import Told, bits_of


@dataclass(slots=True)
class Fact:
    """A hand `lacks` all tiles with these bits, except among its newest `but` tiles; or it `holds` one of them."""

    says: str
    bits: int
    but: int = 0

    def follows_from(self, other: Fact) -> bool:
        """Return whether another fact says as much or more."""
        if self.says != other.says:
            return False
        if self.says == "lacks":
            return other.but <= self.but and not self.bits & ~other.bits
        return not other.bits & ~self.bits


class Learnt:
    """What was ever learnt about each hand, as far as later tiles leave it standing; kept up as more is told.

    It follows from what was told, so it makes no difference between deals: any two are equal.
    """

    def __init__(self, seats: int) -> None:
        self._facts: list[list[Fact]] = [[] for _ in range(seats)]
        self._heard = 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Learnt)

    __hash__ = None  # type: ignore[assignment]

    def hear(self, told: Sequence[Told]) -> None:
        """Add what was told since the last time; `told` is everything."""
        for kind, seat, what in told[self._heard :]:
            facts = self._facts[seat]
            if kind == "took":
                for fact in facts:
                    if fact.says == "lacks":
                        fact.but += what
            elif kind == "showed":
                if facts:
                    self._facts[seat] = [fact for fact in facts if not fact.bits & what or _still_says(fact)]
            else:
                for fact in facts:
                    if fact.says == "holds" and kind == "lacks":
                        fact.bits &= ~what
                facts.append(Fact(kind, what))
        self._heard = len(told)

    def says(self, hands: Sequence[int], unseen: int, wild: int = 0) -> list[dict[str, Any]]:
        """Return what is known about each hand, ready for JSON, by seat; the fewest exceptions first.

        `hands` are numbers of tiles. `unseen` has the bits of the tiles that are not face up, `wild` those of the
        tiles that fit everywhere. A fact is about the tiles that show one of the `numbers` (not the wild ones, if
        `wild`) and about the `doubles` of these numbers.
        """
        said = []
        for seat, facts in enumerate(self._facts):
            kept: list[Fact] = []
            for known in facts:
                bits = known.bits & unseen
                if bits and known.but < hands[seat]:
                    fact = Fact(known.says, bits, known.but)
                    if not any(map(fact.follows_from, kept)):
                        kept = [other for other in kept if not other.follows_from(fact)]
                        kept.append(fact)
            kept.sort(key=lambda fact: fact.but)
            said += [_as_json(seat, fact, unseen, wild) for fact in kept]
        return list(filter(None, said))


def _still_says(fact: Fact) -> bool:
    """Return whether a fact says anything after one of its tiles was shown, which was among the newer ones."""
    fact.but -= 1
    return fact.says == "lacks"


def _as_json(seat: int, fact: Fact, unseen: int, wild: int) -> dict[str, Any] | None:
    """Return a fact without the name of any tile, as those that somebody lacks are still hidden; None if that cannot be
    said."""
    numbers, named = [], 0
    plain, other = unseen & ~wild, unseen & ~wild & ~fact.bits
    for number, showing in enumerate(_SHOWING):
        if showing & plain and not showing & other:
            numbers.append(number)
            named |= showing
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
        "wild": bool(named & unseen & wild & ~fact.bits),
        "but": fact.but,
    }


_SHOWING = [bits_of(tile for tile in full_set(HIGHEST) if number in tile.halves) for number in range(HIGHEST + 1)]
"""For each number the bits of the tiles that show it."""
_DOUBLES = [double(number).bit for number in range(HIGHEST + 1)]
_ALL_DOUBLES = bits_of(map(double, range(HIGHEST + 1)))
