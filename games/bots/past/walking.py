"""A walk among all ways in which hidden tiles may lie, which stays with each as often as the past makes it likely.

Two tiles change places. That stands if it makes what the others have chosen more likely, and if less likely, with a
chance of that proportion (Metropolis): thus each way comes as often as it should.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from games.bots.past.choices import Choice, Past, likelihood_of
from games.rules import Tile
from games.rules.unseen import Place, Unknown, ways_to_lie

STEPS = 10
"""So many changes are tried from one way to the next, if nothing else is asked for."""

FIRST_STEPS = 100
"""So many for each choice that the others have made, from any way to one that has nothing to do with it: the more they
have chosen, the fewer ways explain it all, and the longer it takes to come to them."""

AFRESH = 1000
"""After so many ways it begins again elsewhere, in case that it cannot come everywhere from where it is."""

AMONG_HANDS = 0.25
"""How often two tiles in hands change places, and not one of them with one in no hand."""


class Walker:
    """Where a walk has come to."""

    def __init__(self, past: Past, unknown: Unknown, rng: random.Random) -> None:
        self.past, self.rng = past, rng
        self.shown = unknown.shown
        self.may_hold = [place.may_hold for place in unknown.places]
        self.in_hands = [number for number, place in enumerate(unknown.places) if place.pile in unknown.hands]
        self.outside = [number for number, place in enumerate(unknown.places) if place.pile not in unknown.hands]
        self.held_then = [_held_then(choice, unknown.places) for choice in past.choices]
        self.seats = [choice.seat for choice in past.choices]
        self.changed_by: dict[tuple[int, int], list[int]] = {}

    def begin(self, at: list[Tile]) -> None:
        self.at = at
        self.held = [sum(at[place].bit for place in places) for places in self.held_then]
        """What the seat of each choice had taken by then."""
        self.is_sound = list(map(self._is_sound, range(len(self.held)), self.held))
        self.sound, self.unsound = [0] * self.past.deal.seats, [0] * self.past.deal.seats
        """How many choices of each seat are sound, and how many are not."""
        for seat, is_sound in zip(self.seats, self.is_sound, strict=True):
            if is_sound is not None:
                (self.sound if is_sound else self.unsound)[seat] += 1
        self.likelihood = likelihood_of(self.sound, self.unsound)

    def go(self, steps: int) -> None:
        """Try to change tiles so many times."""
        chance, at, shown = self.rng.random, self.at, self.shown
        hands, outside = self.in_hands, self.outside
        kept = [place for place in hands if not at[place].bit & shown]
        for _ in range(steps):
            if chance() >= AMONG_HANDS and outside and kept:
                self._change(kept[int(chance() * len(kept))], outside[int(chance() * len(outside))])
            elif self._change(hands[int(chance() * len(hands))], hands[int(chance() * len(hands))]):
                kept = [place for place in hands if not at[place].bit & shown]

    def _change(self, one: int, other: int) -> bool:
        """Let the tiles in two places change places, or not; return whether they did."""
        at = self.at
        bit, other_bit = at[one].bit, at[other].bit
        if one == other or not self.may_hold[one] & other_bit or not self.may_hold[other] & bit:
            return False
        if (changed := self.changed_by.get((one, other))) is None:
            changed = self.changed_by[one, other] = self._changed_by(one, other)
        least, seats = self.rng.random() * self.likelihood, self.seats
        sound, unsound = self.sound.copy(), self.unsound.copy()
        for number in changed:
            if (was_sound := self.is_sound[number]) is not None:
                (sound if was_sound else unsound)[seats[number]] -= 1
        now: list[tuple[int, int, bool | None]] = []
        for number in changed:
            held = self.held[number] ^ bit ^ other_bit
            is_sound = self._is_sound(number, held)
            now.append((number, held, is_sound))
            if is_sound:
                sound[seats[number]] += 1
            elif is_sound is not None:
                unsound[seats[number]] += 1
                if likelihood_of(sound, unsound) < least:  # whatever the others are, they make it no more likely
                    return False
        likelihood = likelihood_of(sound, unsound)
        if likelihood < least:
            return False
        self.sound, self.unsound, self.likelihood = sound, unsound, likelihood
        for number, held, is_sound in now:
            self.held[number], self.is_sound[number] = held, is_sound
        at[one], at[other] = at[other], at[one]
        return True

    def _changed_by(self, one: int, other: int) -> list[int]:
        """Return the choices for which it makes a difference which of two tiles lies where."""
        return [number for number, places in enumerate(self.held_then) if (one in places) != (other in places)]

    def _is_sound(self, number: int, taken: int) -> bool | None:
        known = self.past.known[number]
        if taken not in known:
            choice = self.past.choices[number]
            known[taken] = self.past.is_sound(choice, taken & ~choice.shown)
        return known[taken]

    def mix_outside(self) -> None:
        """Let what is in no hand lie in any order: about that the past says nothing."""
        tiles = [self.at[place] for place in self.outside]
        self.rng.shuffle(tiles)
        for place, tile in zip(self.outside, tiles, strict=True):
            self.at[place] = tile


def _held_then(choice: Choice, places: list[Place]) -> set[int]:
    """Return the places of all that a seat had taken when it chose."""
    return {*[number for number, place in enumerate(places) if place.pile == choice.seat][: choice.took]}


def walk(
    past: Past, unknown: Unknown, rng: random.Random, steps: int = STEPS, share: float = 1.0
) -> Iterator[list[Tile]]:
    """Yield the tiles in the order of the places, in one way after another, endlessly: each comes as often as it is
    likely by the past, and is so many steps away from the one before it. Who has no more than a share of the usual time
    sets out with as many fewer steps."""
    walker = Walker(past, unknown, rng)
    for at in ways_to_lie(unknown.places, unknown.tiles, rng):
        walker.begin(at)
        walker.go(int(share * FIRST_STEPS * len(past.choices)))
        for _ in range(AFRESH):
            walker.mix_outside()
            yield walker.at
            walker.go(steps)
