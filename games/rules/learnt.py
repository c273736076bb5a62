"""What everyone has learnt about hidden hands, as far as it still says something: for people and bots alike."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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


def learnt(told: Iterable[Told], hands: Sequence[int], unseen: int, wild: int = 0) -> list[dict[str, Any]]:
    """Return what is known about each hand, ready for JSON, by seat; the fewest exceptions first.

    `hands` are numbers of tiles. `unseen` has the bits of the tiles that are not face up, `wild` those of the tiles
    that fit everywhere. A fact is about the tiles that show one of the `numbers` (not the wild ones, if `wild`) and
    about the `doubles` of these numbers.
    """
    said = []
    for seat, facts in enumerate(_facts(told, len(hands))):
        kept: list[Fact] = []
        for fact in facts:
            fact.bits &= unseen
            if fact.bits and fact.but < hands[seat] and not any(map(fact.follows_from, kept)):
                kept = [other for other in kept if not other.follows_from(fact)]
                kept.append(fact)
        kept.sort(key=lambda fact: fact.but)
        said += [_as_json(seat, fact, unseen, wild) for fact in kept]
    return list(filter(None, said))


def _facts(told: Iterable[Told], seats: int) -> list[list[Fact]]:
    """Return what was ever learnt about each hand, as far as later tiles leave it standing."""
    by_seat: list[list[Fact]] = [[] for _ in range(seats)]
    for kind, seat, what in told:
        facts = by_seat[seat]
        if kind == "took":
            for fact in facts:
                if fact.says == "lacks":
                    fact.but += what
        elif kind == "showed":
            by_seat[seat] = [fact for fact in facts if not fact.bits & what or _still_says(fact)]
        else:
            for fact in facts:
                if fact.says == "holds" and kind == "lacks":
                    fact.bits &= ~what
            facts.append(Fact(kind, what))
    return by_seat


def _still_says(fact: Fact) -> bool:
    """Return whether a fact says anything after one of its tiles was shown, which was among the newer ones."""
    fact.but -= 1
    return fact.says == "lacks"


def _as_json(seat: int, fact: Fact, unseen: int, wild: int) -> dict[str, Any] | None:
    """Return a fact without the name of any tile, as those that somebody lacks are still hidden; None if that cannot be
    said."""
    numbers, named = [], 0
    for number, showing in enumerate(_SHOWING):
        meant = showing & unseen & ~wild
        if meant and not meant & ~fact.bits:
            numbers.append(number)
            named |= showing
    doubles = [number for number in range(HIGHEST + 1) if double(number).bit & fact.bits & ~named]
    says_all = not fact.bits & ~named & ~bits_of(map(double, doubles))
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
