"""A random walk among the arrangements of hidden tiles, which visits each in proportion to its likelihood given the
past.

In a step, two tiles change places. The change is kept if it makes what the others have chosen more likely, and
otherwise with a probability equal to the ratio of the likelihoods (Metropolis).
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from games.bots.past.choices import Choice, Past, likelihood_of
from games.rules import Tile
from games.rules.unseen import Place, Unknown, ways_to_lie

STEPS = 10
"""The usual number of steps from one arrangement to the next."""

FIRST_STEPS = 100
"""The number of steps, for each choice that the others have made, after which an arrangement is independent of where
the walk began: the more choices, the fewer arrangements explain them all, and the longer it takes to reach those."""

AFRESH = 1000
"""After this many arrangements, the walk begins again elsewhere, in case it cannot reach all from where it is."""

AMONG_HANDS = 0.25
"""The probability that both tiles of a step are in hands; otherwise, one is in a hand and the other is not."""


class Walker:
    """The current state of a walk."""

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
        """For each choice, the bits of the tiles that its seat had taken by then."""
        self.is_sound = list(map(self._is_sound, range(len(self.held)), self.held))
        self.sound, self.unsound = [0] * self.past.deal.seats, [0] * self.past.deal.seats
        """How many choices of each seat are sound, and how many are not."""
        for seat, is_sound in zip(self.seats, self.is_sound, strict=True):
            if is_sound is not None:
                (self.sound if is_sound else self.unsound)[seat] += 1
        self.likelihood = likelihood_of(self.sound, self.unsound)

    def go(self, steps: int) -> None:
        """Take `steps` steps."""
        chance, at, shown = self.rng.random, self.at, self.shown
        hands, outside = self.in_hands, self.outside
        kept = [place for place in hands if not at[place].bit & shown]
        for _ in range(steps):
            if chance() >= AMONG_HANDS and outside and kept:
                self._change(kept[int(chance() * len(kept))], outside[int(chance() * len(outside))])
            elif self._change(hands[int(chance() * len(hands))], hands[int(chance() * len(hands))]):
                kept = [place for place in hands if not at[place].bit & shown]

    def _change(self, one: int, other: int) -> bool:
        """Exchange the tiles in two places or leave them; return whether they were exchanged."""
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
                if likelihood_of(sound, unsound) < least:  # further choices cannot raise it
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
        """Return the choices that depend on which of two places holds which tile."""
        return [number for number, places in enumerate(self.held_then) if (one in places) != (other in places)]

    def _is_sound(self, number: int, taken: int) -> bool | None:
        known = self.past.known[number]
        if taken not in known:
            choice = self.past.choices[number]
            known[taken] = self.past.is_sound(choice, taken & ~choice.shown)
        return known[taken]

    def mix_outside(self) -> None:
        """Shuffle the tiles outside the hands, since the past says nothing about them."""
        tiles = [self.at[place] for place in self.outside]
        self.rng.shuffle(tiles)
        for place, tile in zip(self.outside, tiles, strict=True):
            self.at[place] = tile


def _held_then(choice: Choice, places: list[Place]) -> set[int]:
    """Return the places of all tiles that a seat had taken when it made a choice."""
    return {*[number for number, place in enumerate(places) if place.pile == choice.seat][: choice.took]}


def walk(
    past: Past, unknown: Unknown, rng: random.Random, steps: int = STEPS, share: float = 1.0
) -> Iterator[list[Tile]]:
    """Yield arrangements endlessly, each in proportion to its likelihood given the past, and `steps` steps away from
    the one before it; each lists the tiles in the order of the places. `share` is the share of the usual time, which
    shortens the walk to the first one."""
    walker = Walker(past, unknown, rng)
    for at in ways_to_lie(unknown.places, unknown.tiles, rng):
        walker.begin(at)
        walker.go(int(share * FIRST_STEPS * len(past.choices)))
        for _ in range(AFRESH):
            walker.mix_outside()
            yield walker.at
            walker.go(steps)
