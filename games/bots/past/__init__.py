"""What the others have chosen so far says what they hold: a sound player who had had something better would have played
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
"""By game and version of its rules; of what is not listed, the past says nothing."""

STRIDES = {"chicken-foot": (10, 20)}
"""By game, if not `STEPS`, for two seats and for more: how many changes there are from one of a bot's worlds to the
next. More make them more different, so that fewer are needed, but each takes longer."""


def likelier(worlds: Iterator[Deal], seat: int, share: float = 1.0) -> Iterator[Deal]:
    """Yield worlds like these, each as often as it is likely by what all others have chosen, with a share of the usual
    time or less.

    The first one is where the walk begins, and what its chance comes from.
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
    """Yield deals that fit what a seat has seen, each as often as the past makes it likely; endlessly.

    They come from so many walks in turn. In its walk each is so many steps away from the one before it, or so many for
    each choice that the others have made, if these are more. The result depends on nothing that the seat cannot see.
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
