"""What the other players' choices so far reveal about their hands: a sound player with a better tile would have played
it. See docs/bots.md."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import chain

from games.bots.past.chicken_foot import ChickenFootPast
from games.bots.past.choices import Past
from games.bots.past.kardinal import KardinalPast
from games.bots.past.two_step import TwoStepPast
from games.bots.past.walking import STEPS, walk
from games.rules import Deal

PASTS: dict[tuple[str, int], type[Past]] = {
    ("chicken-foot", 1): ChickenFootPast,
    ("two-step", 1): TwoStepPast,
    ("kardinal", 1): KardinalPast,
}
"""By game and version of its rules; for those that are not listed, past choices are ignored."""

STRIDES = {"chicken-foot": (10, 20)}
"""By game, for two seats and for more: the number of steps between two of a bot's worlds, if it is not `STEPS`. With
more steps, worlds differ more, so that fewer are needed, but each takes longer."""


def likelier(worlds: Iterator[Deal], seat: int, share: float = 1.0) -> Iterator[Deal]:
    """Yield worlds like these, each in proportion to its likelihood given what all others have chosen.

    `share` is the share of the usual time. The first of `worlds` is where the walk begins; it also seeds the random
    numbers.
    """
    first = next(worlds)
    rng = random.Random(" ".join(str(tile) for hand in first.hands for tile in hand))
    steps = STRIDES[first.game][first.seats > 2] if first.game in STRIDES else STEPS
    return worlds_in_proportion(first, seat, rng, steps, share=min(1.0, share))


def worlds_in_proportion(
    deal: Deal,
    seat: int,
    rng: random.Random,
    steps: int = STEPS,
    for_each_choice: int = 0,
    walks: int = 1,
    share: float = 1.0,
) -> Iterator[Deal]:
    """Yield deals that are consistent with what a seat has seen, each in proportion to its likelihood given the past.

    There is no end to them. They come from `walks` walks in turn. Two deals of a walk are `steps` steps apart, or
    `for_each_choice` for each choice that the others have made, if these are more. The result depends on nothing that
    the seat cannot see.
    """
    kind = PASTS.get((deal.game, deal.version))
    past = kind(deal, seat) if kind else None
    if past is None or not past.choices:
        return deal.worlds(seat, rng)
    unknown = deal.unknown_to(seat)
    far = max(steps, for_each_choice * len(past.choices))
    each = [deal.lying(unknown, walk(past, unknown, random.Random(rng.random()), far, share)) for _ in range(walks)]
    return chain.from_iterable(zip(*each, strict=True))


__all__ = ["PASTS", "Past", "likelier", "worlds_in_proportion"]
